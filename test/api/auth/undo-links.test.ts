// Each mail about a change of how an account is signed in to has a link, "This wasn't me". It takes the change back.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { enqueuedJobsDone } from '../../support/jobs.ts';
import { mailsTo } from '../../support/mail.ts';
import { quickHash } from '../../support/quick-passwords.ts';
import {
  addOldSecondFactor,
  addPasskey,
  addSecondFactor,
  anonymous,
  answered,
  changeAddress,
  codeStatus,
  halfSignedIn,
  linkIn,
  mail,
  NEW_PASSWORD,
  passkeyStatus,
  provenPerson,
  signedInWith,
  signInStatus,
} from '../../support/recovery.ts';
import { totpCode } from '../../support/totp.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`The link of a change on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    /** Opens the link of the mail, and chooses a new password with the answer. */
    async function undo(email: string, subject: string): Promise<void> {
      const token = linkIn(await mail(api, email, subject));
      const answer = await anonymous(api, 'POST /auth/undo', { token });
      assert.equal(answer.status, 200, answer.text);
      assertError(await anonymous(api, 'POST /auth/undo', { token }), 422, 'invalid');
      const { reset_token } = answer.body.response;
      await answered(openBrowser(api), 'POST /auth/reset', { token: reset_token, password: NEW_PASSWORD });
    }

    it('removes a new passkey, and what was added since, but nothing of before', async () => {
      const { browser, email } = await provenPerson(api, 'ada');
      const { key: before } = await answered(browser, 'POST /keys', { name: 'Before', scope: 'read' });
      const passkey = await addPasskey(browser, 'Thief');
      const { key: later } = await answered(browser, 'POST /keys', { name: 'Since', scope: 'read' });
      await undo(email, 'A passkey was added to your account');
      assert.equal(await passkeyStatus(api, passkey), 401);
      assert.equal((await api.call('GET /user', { key: later })).status, 401);
      assert.equal((await api.call('GET /user', { key: before })).status, 200);
      assertError(await browser.call('GET /user'), 401, 'unauthenticated');
      assert.equal(await signInStatus(api, email, NEW_PASSWORD), 200);
      assert.match((await mail(api, email, 'Your account was recovered')).text, /Passkey: Thief\n {2}API key: Since/);
    });

    it('revokes a new key', async () => {
      const { browser, email } = await provenPerson(api, 'bea');
      const { key } = await answered(browser, 'POST /keys', { name: 'Thief', scope: 'read' });
      assert.equal((await api.call('GET /user', { key })).status, 200);
      await undo(email, 'An API key was created for your account');
      assert.equal((await api.call('GET /user', { key })).status, 401);
    });

    it('removes a password that was changed', async () => {
      const { browser, email } = await provenPerson(api, 'cleo');
      const password = 'nine purple harbours';
      await answered(browser, 'POST /account/password', { password });
      assert.equal(await signInStatus(api, email, password), 200);
      const token = linkIn(await mail(api, email, 'Your password was changed'));
      assert.equal((await anonymous(api, 'POST /auth/undo', { token })).status, 200);
      assert.equal(await signInStatus(api, email, password), 401);
      assert.equal(await signInStatus(api, email, PASSWORD), 401);
    });

    it('puts a second factor back that was turned off', async () => {
      const { browser, email } = await provenPerson(api, 'dora');
      const secret = await addOldSecondFactor(api, browser);
      await answered(browser, 'POST /two-factor/delete');
      assert.equal((await answered(browser, 'GET /account')).two_factor, false);
      const thiefs = await addSecondFactor(api, browser);
      await undo(email, 'Two-factor authentication was turned off');
      const half = await halfSignedIn(api, email, NEW_PASSWORD);
      assert.equal(await codeStatus(api, half, thiefs), 422);
      assert.equal(await codeStatus(api, half, secret), 200);
    });

    it('removes a second factor that was turned on', async () => {
      const { browser, email } = await provenPerson(api, 'kim');
      await addSecondFactor(api, browser);
      await undo(email, 'Two-factor authentication was turned on');
      await signedInWith(api, email, NEW_PASSWORD);
    });

    it('removes a second factor that was begun before the change, and turned on after it', async () => {
      const { browser, email } = await provenPerson(api, 'lea');
      const { secret } = await answered(browser, 'POST /two-factor');
      await answered(browser, 'POST /keys', { name: 'Thief', scope: 'read' });
      api.clock.now += 30_000_000;
      await answered(browser, 'POST /two-factor/confirm', { code: totpCode(secret, api.clock.now) });
      await undo(email, 'An API key was created for your account');
      await signedInWith(api, email, NEW_PASSWORD);
    });

    it('does not put back what a thief has turned on and off again', async () => {
      const { browser, email } = await provenPerson(api, 'mia');
      await addSecondFactor(api, browser);
      await answered(browser, 'POST /two-factor/delete');
      api.clock.now += 6 * 24 * 3600 * 1_000_000;
      await undo(email, 'Two-factor authentication was turned off');
      await signedInWith(api, email, NEW_PASSWORD);
    });

    it('restores the address that it was sent to', async () => {
      const { browser, email } = await provenPerson(api, 'eve');
      await answered(browser, 'POST /keys', { name: 'Mine', scope: 'read' });
      await answered(browser, 'POST /keys', { name: 'Thief', scope: 'read' });
      await changeAddress(api, browser, email, 'thief@eve.example');
      await undo(email, 'An API key was created for your account');
      const owner = await signedInWith(api, email, NEW_PASSWORD);
      const { email: shown, recovered_at } = await answered(owner, 'GET /account');
      assert.equal(shown, email);
      assert.match(recovered_at, /^2026-/);
    });

    it('restores a changed address, at the address of before', async () => {
      const { browser, email } = await provenPerson(api, 'fay');
      const token = await changeAddress(api, browser, email, 'thief@fay.example');
      const { text } = await mail(api, email, 'Your e-mail address was changed');
      assert.match(text, /\/email\/undo\?token=/);
      assert.match(text, /New address: thief@fay\.example/);
      const answer = await anonymous(api, 'POST /auth/email/undo', { token });
      assert.match(answer.body.response.message, /^Your e-mail address was restored/);
      const json = { token: answer.body.response.reset_token, password: NEW_PASSWORD };
      assert.equal((await anonymous(api, 'POST /auth/reset', json)).status, 200);
      assert.equal(await signInStatus(api, email, NEW_PASSWORD), 200);
    });

    it('tells the address that was replaced, without a link', async () => {
      const { browser, email } = await provenPerson(api, 'ida');
      const token = await changeAddress(api, browser, email, 'new@ida.example');
      await answered(openBrowser(api), 'POST /auth/email/undo', { token });
      const { text } = await mail(api, 'new@ida.example', 'Your e-mail address was changed');
      assert.match(text, /earlier address of the account/);
      assert.doesNotMatch(text, /token=|http/);
    });

    it('refuses if another account has the address by now, and changes nothing', async () => {
      const { browser, email } = await provenPerson(api, 'gil');
      const token = await changeAddress(api, browser, email, 'new@gil.example');
      const request = { username: 'gil-two', email, passwordHash: quickHash(PASSWORD) };
      await createAccount(api.store, request, commandLine, api.clock.now, { isEmailVerified: true });
      const other = await signedInWith(api, email, PASSWORD);
      assertError(await anonymous(api, 'POST /auth/email/undo', { token }), 422, 'invalid');
      assert.equal((await answered(browser, 'GET /account')).email, 'new@gil.example');
      assert.equal((await answered(other, 'GET /account')).email, email);
    });

    it('floods nobody whose address somebody else has signed up with', async () => {
      const browser = openBrowser(api);
      const email = 'victim@hal.example';
      await answered(browser, 'POST /auth/sign-up', { username: 'hal', email, password: PASSWORD });
      for (let count = 0; count < 8; count += 1) {
        await answered(browser, 'POST /keys', { name: `Key ${count}`, scope: 'read' });
      }
      await enqueuedJobsDone(api.store);
      const subjects = mailsTo(api.config.dataDir, email).map(({ subject }) => subject);
      assert.equal(subjects.filter((subject) => subject === 'An API key was created for your account').length, 5);
    });

    it('floods nobody with sign-ins and deletions either', async () => {
      const browser = openBrowser(api);
      const email = 'victim@ivo.example';
      await answered(browser, 'POST /auth/sign-up', { username: 'ivo', email, password: PASSWORD });
      for (let count = 0; count < 8; count += 1) {
        await signedInWith(api, email, PASSWORD);
        await answered(browser, 'POST /account/delete', { username: 'ivo' });
        // A mail about a deletion that is cancelled before it is written is not sent.
        await enqueuedJobsDone(api.store);
        await answered(browser, 'POST /account/delete/cancel');
      }
      await enqueuedJobsDone(api.store);
      const subjects = mailsTo(api.config.dataDir, email).map(({ subject }) => subject);
      assert.equal(subjects.filter((subject) => subject !== 'Confirm your e-mail address').length, 5, subjects.join());
    });
  });
}
