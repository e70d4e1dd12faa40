// A forgotten password, and an e-mail address that changes.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { mailsTo, mailTo, tokenIn } from '../../support/mail.ts';

const MINUTE = 60 * 1_000_000;
const NEW_PASSWORD = 'seven green signposts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Recovery on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    const anonymous = (request: string, json: object) => openBrowser(api).call(request, { json });
    const signIn = async (email: string, password: string) =>
      (await anonymous('POST /auth/sign-in', { email, password })).status;
    const resetLink = async (email: string, count = 1) => {
      assert.equal((await anonymous('POST /auth/recover', { email })).status, 200);
      return tokenIn(await mailTo(api.config.dataDir, email, 'Choose a new password', count));
    };

    it('gives a new password by a link that works once, and ends all sessions', async () => {
      const { browser, email } = await signUp(api, 'ada');
      const token = await resetLink(email);
      const json = { token, password: NEW_PASSWORD };
      assertError(await anonymous('POST /auth/reset', { token, password: 'password1' }), 422, 'invalid');
      assert.equal((await browser.call('GET /user')).status, 200);
      const answer = await anonymous('POST /auth/reset', json);
      assert.equal(answer.status, 200, answer.text);
      assertError(await browser.call('GET /user'), 401, 'unauthenticated');
      assert.equal(await signIn(email, PASSWORD), 401);
      assert.equal(await signIn(email, NEW_PASSWORD), 200);
      assertError(await anonymous('POST /auth/reset', json), 422, 'invalid');
      await mailTo(api.config.dataDir, email, 'Your password was changed');
    });

    it('has links that end after an hour, or when the password was changed', async () => {
      const { email } = await signUp(api, 'bea');
      const first = await resetLink(email);
      const second = await resetLink(email, 2);
      assert.equal((await anonymous('POST /auth/reset', { token: first, password: NEW_PASSWORD })).status, 200);
      assertError(await anonymous('POST /auth/reset', { token: second, password: PASSWORD }), 422, 'invalid');
      const third = await resetLink(email, 3);
      api.clock.now += 61 * MINUTE;
      assertError(await anonymous('POST /auth/reset', { token: third, password: PASSWORD }), 422, 'invalid');
      assert.equal(await signIn(email, NEW_PASSWORD), 200);
    });

    it('answers the same whether or not an account has the address', async () => {
      const { email } = await signUp(api, 'cleo');
      const known = await anonymous('POST /auth/recover', { email });
      const unknown = await anonymous('POST /auth/recover', { email: 'nobody@example.com' });
      assert.equal(known.status, 200);
      assert.equal(known.text, unknown.text);
      await mailTo(api.config.dataDir, email, 'Choose a new password');
      assert.deepEqual(mailsTo(api.config.dataDir, 'nobody@example.com'), []);
    });

    it('does not fill anybody’s mailbox', async () => {
      const { email } = await signUp(api, 'dora');
      const statuses = [];
      for (let count = 0; count < 5; count += 1) {
        statuses.push((await anonymous('POST /auth/recover', { email })).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    });

    it('changes the e-mail address once the new one is confirmed, and tells the old one', async () => {
      const { browser, email } = await signUp(api, 'eli');
      const verify = tokenIn(await mailTo(api.config.dataDir, email, 'Confirm your e-mail address'));
      assert.equal((await anonymous('POST /auth/verify-email', { token: verify })).status, 200);
      const asked = await browser.call('POST /account/email', { json: { email: 'Eli@New.example' } });
      assert.equal(asked.status, 200, asked.text);
      const shown = async () => {
        const { response } = (await browser.call('GET /account')).body;
        return [response.email, response.pending_email];
      };
      assert.deepEqual(await shown(), [email, 'eli@new.example']);
      const token = tokenIn(await mailTo(api.config.dataDir, 'eli@new.example', 'Confirm your new e-mail address'));
      assert.equal((await anonymous('POST /auth/email/confirm', { token })).status, 200);
      assertError(await anonymous('POST /auth/email/confirm', { token }), 422, 'invalid');
      assert.deepEqual(await shown(), ['eli@new.example', null]);
      assert.equal((await browser.call('GET /user')).body.response.email, 'eli@new.example');
      assert.equal(await signIn('eli@new.example', PASSWORD), 200);

      const undo = tokenIn(await mailTo(api.config.dataDir, email, 'Your e-mail address was changed'));
      assert.equal((await anonymous('POST /auth/email/undo', { token: undo })).status, 200);
      assertError(await browser.call('GET /user'), 401, 'unauthenticated');
      assert.equal(await signIn('eli@new.example', PASSWORD), 401);
      assert.equal(await signIn(email, PASSWORD), 200);
    });

    it('refuses an address that another account has, before and after the link was sent', async () => {
      const { email: taken } = await signUp(api, 'finn');
      const { browser, email } = await signUp(api, 'gil');
      assertError(await browser.call('POST /account/email', { json: { email: taken } }), 422, 'invalid');
      assertError(await browser.call('POST /account/email', { json: { email } }), 422, 'invalid');
      await browser.call('POST /account/email', { json: { email: 'soon@example.com' } });
      const token = tokenIn(await mailTo(api.config.dataDir, 'soon@example.com', 'Confirm your new e-mail address'));
      await signUp(api, 'soon');
      assertError(await anonymous('POST /auth/email/confirm', { token }), 422, 'invalid');
      assert.equal((await browser.call('GET /account')).body.response.email, email);
    });

    it('changes it to the address that was asked for last', async () => {
      const { browser, email } = await signUp(api, 'iris');
      const subject = 'Confirm your new e-mail address';
      const links = [];
      for (const wanted of ['first@new.example', 'second@new.example']) {
        await browser.call('POST /account/email', { json: { email: wanted } });
        links.push(tokenIn(await mailTo(api.config.dataDir, wanted, subject)));
      }
      const [first, second] = links;
      assertError(await anonymous('POST /auth/email/confirm', { token: first }), 422, 'invalid');
      assert.equal((await browser.call('GET /account')).body.response.email, email);
      assert.equal((await anonymous('POST /auth/email/confirm', { token: second })).status, 200);
      assert.equal((await browser.call('GET /account')).body.response.email, 'second@new.example');
    });

    it('sends the link to verify an address again', async () => {
      const { browser, email } = await signUp(api, 'hugo');
      assert.equal((await browser.call('POST /account/email/verify')).status, 200);
      await mailTo(api.config.dataDir, email, 'Confirm your e-mail address', 2);
    });
  });
}
