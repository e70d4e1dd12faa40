// Passkeys: added, named, used to sign in and deleted.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { makePasskey, type Passkey, signWithPasskey } from '../../support/authenticator.ts';
import { type Browser, openBrowser } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { register, signedIn } from '../../support/signed-in.ts';

const origin = 'http://localhost:3001';
const rpId = 'localhost';

async function ceremony(browser: Browser, path: '/passkeys/options' | '/auth/passkey/options') {
  const { status, body, text } = await browser.call(`POST ${path}`);
  assert.equal(status, 200, text);
  return { options: body.response, challenge: body.response.challenge as string, origin, rpId };
}

async function added(browser: Browser, name?: string): Promise<Passkey & { number: number }> {
  const { passkey, credential } = makePasskey(await ceremony(browser, '/passkeys/options'));
  const answer = await browser.call('POST /passkeys', { json: { ...(name && { name }), credential } });
  assert.equal(answer.status, 200, answer.text);
  return { ...passkey, number: answer.body.response.id };
}

async function signInWith(browser: Browser, passkey: Passkey, isUserVerified = true) {
  const credential = signWithPasskey(passkey, {
    ...(await ceremony(browser, '/auth/passkey/options')),
    isUserVerified,
  });
  return browser.call('POST /auth/passkey', { json: { credential } });
}

for (const engine of enginesOf(import.meta.url)) {
  describe(`Passkeys on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    it('are added, listed, renamed, and used to sign in', async () => {
      const member = await register(api, 'ada');
      const browser = await signedIn(api, member);
      const { options } = await ceremony(browser, '/passkeys/options');
      assert.equal(options.authenticatorSelection.userVerification, 'required');
      assert.equal(options.authenticatorSelection.residentKey, 'required');
      assert.equal(options.rp.id, 'localhost');
      assert.equal(options.user.name, 'ada@example.com');
      const passkey = await added(browser, 'Laptop');
      const listed = (await browser.call('GET /passkeys')).body.response;
      assert.equal(listed.length, 1);
      const { id, created_at, ...shown } = listed[0];
      assert.equal(id, passkey.number);
      assert.match(created_at, /^\d{4}-/);
      assert.deepEqual(shown, { name: 'Laptop', last_used_at: null, device_type: 'single_device', backed_up: false });

      const renamed = await browser.call(`POST /passkeys/${id}`, { json: { name: 'Old laptop' } });
      assert.deepEqual(renamed.body.response, { id, name: 'Old laptop' });

      const other = openBrowser(api);
      api.clock.now += 60_000_000;
      const answer = await signInWith(other, passkey);
      assert.deepEqual(answer.body, { status: true, response: { signed_in: true } });
      const user = (await other.call('GET /user')).body.response;
      assert.equal(user.id, member.id);
      assert.equal(user.total_login, 2);
      const [used] = (await other.call('GET /passkeys')).body.response;
      assert.equal(used.name, 'Old laptop');
      assert.equal(used.last_used_at, '2026-11-15T12:01:00.123456Z');
    });

    it('ask for user verification, and are refused without it', async () => {
      const browser = await signedIn(api, await register(api, 'bea'));
      const made = makePasskey({ ...(await ceremony(browser, '/passkeys/options')), isUserVerified: false });
      const refused = await browser.call('POST /passkeys', { json: { credential: made.credential } });
      assertError(refused, 422, 'invalid');
      assert.match(refused.body.errors.credential[0], /PIN/);
      assert.deepEqual((await browser.call('GET /passkeys')).body.response, []);

      const passkey = await added(browser);
      const other = openBrowser(api);
      assert.equal((await ceremony(other, '/auth/passkey/options')).options.userVerification, 'required');
      const answer = await signInWith(other, passkey, false);
      assertError(answer, 401, 'unauthenticated');
      assert.equal(other.cookies.has('fingerpost.session'), false);
    });

    it('answer a challenge once, and only their own', async () => {
      const browser = await signedIn(api, await register(api, 'cleo'));
      const passkey = await added(browser);
      const other = openBrowser(api);
      const credential = signWithPasskey(passkey, await ceremony(other, '/auth/passkey/options'));
      await ceremony(other, '/auth/passkey/options');
      assertError(await other.call('POST /auth/passkey', { json: { credential } }), 401, 'unauthenticated');
      assertError(await other.call('POST /auth/passkey', { json: { credential } }), 401, 'unauthenticated');
      assert.equal((await signInWith(other, passkey)).status, 200);
    });

    it('do not answer for another origin', async () => {
      const browser = await signedIn(api, await register(api, 'dora'));
      const passkey = await added(browser);
      const other = openBrowser(api);
      const asked = await ceremony(other, '/auth/passkey/options');
      const credential = signWithPasskey(passkey, { ...asked, origin: 'http://localhost:3000' });
      assertError(await other.call('POST /auth/passkey', { json: { credential } }), 401, 'unauthenticated');
    });

    it('cannot be added to another account with a challenge of this one', async () => {
      const one = await signedIn(api, await register(api, 'eve'));
      const other = await signedIn(api, await register(api, 'fay'));
      const { credential } = makePasskey(await ceremony(one, '/passkeys/options'));
      for (const [name, value] of one.cookies) if (name.includes('passkey')) other.cookies.set(name, value);
      assertError(await other.call('POST /passkeys', { json: { credential } }), 422, 'invalid');
      assert.deepEqual((await other.call('GET /passkeys')).body.response, []);
    });

    it('confirm who is signed in, without another session', async () => {
      const browser = await signedIn(api, await register(api, 'gil'));
      const passkey = await added(browser);
      api.clock.now += 11 * 60_000_000;
      assertError(await browser.call('POST /passkeys/options'), 403, 'reauthenticate');
      const asked = await ceremony(browser, '/auth/passkey/options');
      assert.deepEqual(asked.options.allowCredentials, [
        { id: passkey.id, type: 'public-key', transports: ['internal'] },
      ]);
      const credential = signWithPasskey(passkey, asked);
      assert.equal((await browser.call('POST /auth/passkey', { json: { credential } })).status, 200);
      assert.equal((await browser.call('POST /passkeys/options')).status, 200);
      const sessions = await api.store.read
        .selectFrom('session')
        .innerJoin('account', 'account.account_id', 'session.person_id')
        .select('session.id')
        .where('account.username', '=', 'gil')
        .execute();
      assert.equal(sessions.length, 1);
    });

    it('of another account are not found', async () => {
      const owner = await signedIn(api, await register(api, 'hal'));
      const { number } = await added(owner, 'Mine');
      const other = await signedIn(api, await register(api, 'ida'));
      assertError(await other.call(`POST /passkeys/${number}`, { json: { name: 'Yours' } }), 404, 'not_found');
      assertError(await other.call(`POST /passkeys/${number}/delete`), 404, 'not_found');
      assert.equal((await owner.call('GET /passkeys')).body.response[0].name, 'Mine');
    });

    it('that are deleted cannot sign in', async () => {
      const browser = await signedIn(api, await register(api, 'jan'));
      const passkey = await added(browser);
      assert.equal((await browser.call(`POST /passkeys/${passkey.number}/delete`)).status, 200);
      assertError(await signInWith(openBrowser(api), passkey), 401, 'unauthenticated');
      assertError(await browser.call(`POST /passkeys/${passkey.number}/delete`), 404, 'not_found');
    });

    it('are refused if their key is much longer than any', async () => {
      const browser = await signedIn(api, await register(api, 'lea'));
      for (const [algorithm, status] of [['RS256, padded', 422] as const, ['RS256', 200] as const]) {
        const { credential } = makePasskey({ ...(await ceremony(browser, '/passkeys/options')), algorithm });
        const answer = await browser.call('POST /passkeys', { json: { credential } });
        assert.equal(answer.status, status, answer.text);
      }
    });

    it('that are no credentials at all are refused', async () => {
      const browser = await signedIn(api, await register(api, 'kim'));
      for (const credential of [
        {},
        { id: 5, response: {} },
        { id: 'a\u0000', response: {} },
        { id: 'abc', response: {} },
      ]) {
        await ceremony(browser, '/passkeys/options');
        assertError(await browser.call('POST /passkeys', { json: { credential } }), 422, 'invalid');
        await ceremony(browser, '/auth/passkey/options');
        const answer = await openBrowser(api).call('POST /auth/passkey', { json: { credential } });
        assert.ok([401, 422].includes(answer.status), answer.text);
      }
    });
  });
}
