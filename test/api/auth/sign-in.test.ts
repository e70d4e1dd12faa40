// Signing in with a password, and what a session may do then.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildDashboard } from '../../../server/dashboard.ts';
import { createAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD as password } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { secondProcess } from '../../support/second-process.ts';
import { register } from '../../support/signed-in.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Sign-in on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    it('starts a session that may do what a key may', async () => {
      const { id, email } = await register(api, 'ada');
      const browser = openBrowser(api);
      const answer = await browser.call('POST /auth/sign-in', { json: { email, password } });
      assert.deepEqual(answer.body, { status: true, response: { signed_in: true, two_factor: false } });
      const { body } = await browser.call('GET /user');
      assert.equal(body.response.id, id);
      assert.equal(body.response.total_login, 1);
      const edit = await browser.call('POST /user/profile', { json: { bio: 'Signed in' } });
      assert.equal(edit.status, 200, edit.text);
    });

    it('stores only hashes of session tokens', async () => {
      const { id, email } = await register(api, 'bea');
      const browser = openBrowser(api);
      await browser.call('POST /auth/sign-in', { json: { email, password } });
      const token = browser.cookies.get('fingerpost.session')!;
      assert.match(token, /^[\w-]{43}$/);
      const sessions = await api.store.read.selectFrom('session').selectAll().where('person_id', '=', id).execute();
      assert.equal(sessions.length, 1);
      assert.doesNotMatch(JSON.stringify(sessions), new RegExp(token));
    });

    it('takes a username in place of the address', async () => {
      const { id } = await register(api, 'cleo');
      const browser = openBrowser(api);
      const answer = await browser.call('POST /auth/sign-in', { json: { email: 'Cleo', password } });
      assert.equal(answer.status, 200, answer.text);
      assert.equal((await browser.call('GET /user')).body.response.id, id);
    });

    it('answers a wrong password and an unknown address alike', async () => {
      const { email } = await register(api, 'dora');
      const wrong = await openBrowser(api).call('POST /auth/sign-in', { json: { email, password: 'not the one' } });
      const unknown = await openBrowser(api).call('POST /auth/sign-in', {
        json: { email: 'no@one.example', password },
      });
      assertError(wrong, 401, 'unauthenticated');
      assert.equal(wrong.text, unknown.text);
      assert.equal(wrong.headers['set-cookie'], undefined);
    });

    it('does the same work for every address and name, known or not', async (t) => {
      const email = 'eli@example.com';
      const passwordHash = `${'a'.repeat(32)}:${'b'.repeat(128)}`;
      await createAccount(api.store, { username: 'eli', email, passwordHash }, commandLine, api.clock.now);
      await api.account('without-password');
      const { dependencies, services, figures } = await secondProcess(t, api);
      const app = await buildDashboard(dependencies, services);
      t.after(() => app.close());
      const { mock } = t.mock.method(services.signIn.passwords, 'verify', async (_hash: string) => false);
      const write = t.mock.method(services.store, 'write', async () => {});
      const guess = (login: string) =>
        openBrowser(api).call('POST /auth/sign-in', { json: { email: login, password: 'not the one' }, app });
      // What is loaded once is loaded now.
      await guess('first@one.example');
      const work = [];
      for (const login of [email, 'no@one.example', 'eli', 'nobody', 'without-password@example.com']) {
        mock.resetCalls();
        figures.statements = 0;
        assertError(await guess(login), 401, 'unauthenticated');
        const [call] = mock.calls;
        work.push([mock.callCount(), /^[0-9a-f]{32}:[0-9a-f]{128}$/.test(call!.arguments[0]), figures.statements]);
      }
      // One hash of the usual form each, and the queries for the account, its generation and its password.
      assert.deepEqual(work, Array(5).fill([1, true, 3]));
      assert.equal(write.mock.callCount(), 3, 'failures of accounts are recorded, and nobody waits for it');
    });
  });
}
