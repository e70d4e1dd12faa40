// People who own, take over and recover accounts, each in a browser of their own.
import assert from 'node:assert/strict';
import { insertIdentity as insertStored } from '../../server/storage/people/identities.ts';
import type { Answer, Api } from './api.ts';
import { makePasskey, type Passkey, signWithPasskey } from './authenticator.ts';
import { type Browser, openBrowser, PASSWORD, type Person, signUp } from './browser-session.ts';
import { eventually } from './eventually.ts';
import { mailTo, type ReadMail, tokenIn } from './mail.ts';
import { totpCode } from './totp.ts';

const DASHBOARD = { origin: 'http://localhost:3001', rpId: 'localhost' };
const SECOND = 1_000_000;

export const NEW_PASSWORD = 'seven green signposts';

export function anonymous(api: Api, request: string, json: object): Promise<Answer> {
  return openBrowser(api).call(request, { json });
}

export async function answered(browser: Browser, request: string, json?: object) {
  const { status, text, body } = await browser.call(request, json ? { json } : {});
  assert.equal(status, 200, `${request}: ${text}`);
  return body.response;
}

export function mail(api: Api, to: string, subject: string, count = 1): Promise<ReadMail> {
  return mailTo(api.config.dataDir, to, subject, count);
}

export async function signInStatus(api: Api, email: string, password: string): Promise<number> {
  return (await anonymous(api, 'POST /auth/sign-in', { email, password })).status;
}

/** Somebody who signed up and proved the address. */
export async function provenPerson(api: Api, username: string): Promise<Person> {
  const person = await signUp(api, username);
  const token = tokenIn(await mail(api, person.email, 'Confirm your e-mail address'));
  await answered(person.browser, 'POST /auth/verify-email', { token });
  return person;
}

/** Returns the link that undoes it, if the mail to the address of before has one. */
export async function changeAddress(api: Api, browser: Browser, from: string, to: string): Promise<string | undefined> {
  await answered(browser, 'POST /account/email', { email: to });
  const token = tokenIn(await mail(api, to, 'Confirm your new e-mail address'));
  await answered(openBrowser(api), 'POST /auth/email/confirm', { token });
  return linkIn(await mail(api, from, 'Your e-mail address was changed'));
}

export function linkIn(found: ReadMail): string | undefined {
  return /undo\?token=([\w-]+)/.exec(found.text)?.[1];
}

export async function resetLink(api: Api, email: string, count = 1): Promise<string> {
  assert.equal((await anonymous(api, 'POST /auth/recover', { email })).status, 200);
  return tokenIn(await mail(api, email, 'Choose a new password', count));
}

export async function reset(api: Api, email: string, password = NEW_PASSWORD, count = 1): Promise<void> {
  const token = await resetLink(api, email, count);
  await answered(openBrowser(api), 'POST /auth/reset', { token, password });
}

export async function signedInWith(api: Api, email: string, password: string): Promise<Browser> {
  const browser = openBrowser(api);
  const { signed_in } = await answered(browser, 'POST /auth/sign-in', { email, password });
  assert.equal(signed_in, true);
  return browser;
}

export async function addPasskey(browser: Browser, name: string): Promise<Passkey> {
  const { challenge } = await answered(browser, 'POST /passkeys/options');
  const { passkey, credential } = makePasskey({ challenge, ...DASHBOARD });
  await answered(browser, 'POST /passkeys', { name, credential });
  return passkey;
}

export async function passkeyStatus(api: Api, passkey: Passkey): Promise<number> {
  const browser = openBrowser(api);
  const { challenge } = await answered(browser, 'POST /auth/passkey/options');
  const credential = signWithPasskey(passkey, { challenge, ...DASHBOARD });
  return (await browser.call('POST /auth/passkey', { json: { credential } })).status;
}

/** Returns the secret of the authenticator app. */
export async function addSecondFactor(api: Api, browser: Browser): Promise<string> {
  const { secret } = await answered(browser, 'POST /two-factor');
  api.clock.now += 30 * SECOND;
  await answered(browser, 'POST /two-factor/confirm', { code: totpCode(secret, api.clock.now) });
  return secret;
}

/** So long ago that no link takes it back any more. The sign-in is recent again then. */
export async function addOldSecondFactor(api: Api, browser: Browser): Promise<string> {
  const secret = await addSecondFactor(api, browser);
  api.clock.now += 8 * 24 * 3600 * SECOND;
  const json = { password: PASSWORD, code: totpCode(secret, api.clock.now) };
  await answered(browser, 'POST /auth/reauthenticate', json);
  return secret;
}

export async function halfSignedIn(api: Api, email: string, password = PASSWORD): Promise<Browser> {
  const browser = openBrowser(api);
  const answer = await answered(browser, 'POST /auth/sign-in', { email, password });
  assert.deepEqual(answer, { signed_in: false, two_factor: true });
  return browser;
}

export async function codeStatus(api: Api, browser: Browser, secret: string): Promise<number> {
  api.clock.now += 30 * SECOND;
  const json = { code: totpCode(secret, api.clock.now) };
  return (await browser.call('POST /auth/sign-in/code', { json })).status;
}

export interface Planted {
  passkey: Passkey;
  key: string;
  share: string;
  /** The address of the archive. */
  export: string;
}

/** Whatever somebody with an account can leave behind in it. The second factor comes last. */
export async function plant(api: Api, { browser, id }: Pick<Person, 'browser' | 'id'>): Promise<Planted> {
  const passkey = await addPasskey(browser, 'Planted passkey');
  const { key } = await answered(browser, 'POST /keys', { name: 'Planted key', scope: 'write' });
  const { token: share } = await answered(browser, 'POST /analytics/shares', { name: 'Planted share' });
  const pixel = { name: 'Planted pixel', type: 'facebook', pixel_id: '123456', status: 1 };
  await answered(browser, 'POST /pixels', pixel);
  await insertIdentity(api, id);
  const url = await exportOf(browser);
  await addSecondFactor(api, browser);
  return { passkey, key, share, export: url };
}

/** Makes an export. Returns the address of the archive. */
export async function exportOf(browser: Browser): Promise<string> {
  await answered(browser, 'POST /account/export');
  await eventually('an export', 5000, async () => (await answered(browser, 'GET /account/export')).state === 'ready');
  return (await answered(browser, 'GET /account/export')).url;
}

/** As a sign-in through the provider links it. */
async function insertIdentity({ store, clock }: Api, personId: number): Promise<void> {
  await store.write(personId, async (tx) => {
    const [id] = await store.dialect.allocateIds(tx, 1);
    const identity = { issuer: 'https://id.example', subject: `planted-${personId}`, created_at: clock.now };
    await insertStored(tx, { id: id!, person_id: personId, ...identity });
  });
}

/** What each planted thing answers: 200, or that it is gone. */
export async function plantedStatuses(api: Api, planted: Planted) {
  const app = await api.dashboard();
  return {
    passkey: await passkeyStatus(api, planted.passkey),
    key: (await api.call('GET /user', { key: planted.key })).status,
    share: (await api.call('GET /analytics/views', { key: planted.share })).status,
    export: (await app.inject(new URL(planted.export).pathname)).statusCode,
  };
}

export async function identitiesOf({ store }: Api, id: number): Promise<number> {
  const rows = await store.read.selectFrom('identity').select('id').where('person_id', '=', id).execute();
  return rows.length;
}
