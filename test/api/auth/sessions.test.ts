// Sessions: listed, ended, extended, and what they may do.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildDashboard } from '../../../server/dashboard.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { freshAddress, openBrowser, PASSWORD, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { mailsTo, mailTo } from '../../support/mail.ts';
import { secondProcess } from '../../support/second-process.ts';

const MINUTE = 60 * 1_000_000;
const DAY = 24 * 60 * MINUTE;
const NEW_PASSWORD = 'seven green signposts';
const SAFARI_ON_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Sessions on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    async function signIn(email: string, options: { ip?: string; agent?: string } = {}, password = PASSWORD) {
      const browser = openBrowser(api, { ip: freshAddress(), ...options });
      const answer = await browser.call('POST /auth/sign-in', { json: { email, password } });
      assert.equal(answer.status, 200, answer.text);
      return browser;
    }

    it('are listed with device and place, and can be ended one by one', async () => {
      const { browser, email } = await signUp(api, 'ada', { ip: '10.9.9.9' });
      api.clock.now += MINUTE;
      const phone = await signIn(email, { agent: SAFARI_ON_IPHONE, ip: '10.9.9.8' });
      const { response } = (await browser.call('GET /sessions')).body;
      assert.deepEqual(
        response.map(({ current, device, ip }: never) => ({ current, device, ip })),
        [
          { current: false, device: { os: 'iOS', browser: 'Mobile Safari', kind: 'phone' }, ip: '10.9.9.8' },
          { current: true, device: { os: 'Linux', browser: 'Chrome', kind: 'desktop' }, ip: '10.9.9.9' },
        ],
      );
      const [{ id }] = response;
      assert.equal((await phone.call('GET /user')).status, 200);
      assert.equal((await browser.call(`POST /sessions/${id}/delete`)).status, 200);
      assertError(await phone.call('GET /user'), 401, 'unauthenticated');
      assertError(await browser.call(`POST /sessions/${id}/delete`), 404, 'not_found');
      assert.equal((await browser.call('GET /user')).status, 200);
    });

    it('of another account are not found', async () => {
      const bea = await signUp(api, 'bea');
      const cleo = await signUp(api, 'cleo');
      const [{ id }] = (await bea.browser.call('GET /sessions')).body.response;
      assertError(await cleo.browser.call(`POST /sessions/${id}/delete`), 404, 'not_found');
      assert.equal((await bea.browser.call('GET /user')).body.response.id, bea.id);
    });

    it('end here by signing out, and everywhere else at once', async () => {
      const { browser, email } = await signUp(api, 'dora');
      const others = [await signIn(email), await signIn(email)];
      const ended = await browser.call('POST /sessions/delete');
      assert.deepEqual(ended.body.response, { ended: 2 });
      for (const other of others) assertError(await other.call('GET /user'), 401, 'unauthenticated');
      const stolen = browser.copy();
      assert.equal((await browser.call('POST /auth/sign-out')).status, 200);
      assert.equal(browser.cookies.has('fingerpost.session'), false);
      assertError(await stolen.call('GET /user'), 401, 'unauthenticated');
    });

    it('other than this one end when the password changes, which is announced', async () => {
      const { browser, email } = await signUp(api, 'eli');
      const other = await signIn(email);
      api.clock.now += 11 * MINUTE;
      const change = (json: object) => browser.call('POST /account/password', { json });
      assertError(await change({ password: NEW_PASSWORD }), 422, 'invalid');
      assertError(await change({ password: NEW_PASSWORD, current_password: 'wrong' }), 422, 'invalid');
      assertError(await change({ password: 'password', current_password: PASSWORD }), 422, 'invalid');
      assert.equal((await other.call('GET /user')).status, 200);
      const changed = await change({ password: NEW_PASSWORD, current_password: PASSWORD });
      assert.equal(changed.status, 200, changed.text);
      assertError(await other.call('GET /user'), 401, 'unauthenticated');
      assert.equal((await browser.call('GET /user')).status, 200);
      await signIn(email, {}, NEW_PASSWORD);
      await mailTo(api.config.dataDir, email, 'Your password was changed');
    });

    it('are fresh for ten minutes, and again once the password is confirmed', async () => {
      const { browser } = await signUp(api, 'finn');
      const change = (email: string) => browser.call('POST /account/email', { json: { email } });
      assert.equal((await change('one@new.example')).status, 200);
      api.clock.now += 10 * MINUTE;
      assertError(await change('two@new.example'), 403, 'reauthenticate');
      assert.equal((await browser.call('GET /account')).body.response.pending_email, 'one@new.example');
      assert.equal((await browser.call('GET /account')).body.response.fresh_until, null);
      const wrong = await browser.call('POST /auth/reauthenticate', { json: { password: 'wrong' } });
      assertError(wrong, 422, 'invalid');
      assertError(await change('two@new.example'), 403, 'reauthenticate');
      const { body } = await browser.call('POST /auth/reauthenticate', { json: { password: PASSWORD } });
      assert.equal((await browser.call('GET /account')).body.response.fresh_until, body.response.fresh_until);
      assert.equal((await change('two@new.example')).status, 200);
    });

    it('last as long as they are used', async () => {
      const { browser } = await signUp(api, 'gil');
      const forgotten = browser.copy();
      api.clock.now += 29 * DAY;
      const used = await browser.call('GET /user');
      assert.match(
        String(used.headers['set-cookie']),
        /fingerpost\.session=.*Max-Age=2592000;.*HttpOnly; SameSite=Lax/,
      );
      assert.equal((await browser.call('GET /user')).headers['set-cookie'], undefined);
      api.clock.now += 29 * DAY;
      assert.equal((await browser.call('GET /user')).status, 200);
      api.clock.now += 30 * DAY;
      assertError(await forgotten.call('GET /user'), 401, 'unauthenticated');
    });

    it('cost no query when they were seen a moment ago', async (t) => {
      const { browser } = await signUp(api, 'hugo');
      const { dependencies, services, figures } = await secondProcess(t, api);
      const app = await buildDashboard(dependencies, services);
      t.after(() => app.close());
      const ask = async () => assert.equal((await browser.call('GET /pixels/template', { app })).status, 200);
      await ask();
      assert.notEqual(figures.statements, 0);
      figures.statements = 0;
      await ask();
      assert.equal(figures.statements, 0);
    });

    it('that are ended in one process stop in another within a second', async (t) => {
      const { browser } = await signUp(api, 'iris');
      const { dependencies, services } = await secondProcess(t, api);
      const app = await buildDashboard(dependencies, services);
      t.after(() => app.close());
      const elsewhere = browser.copy();
      assert.equal((await elsewhere.call('GET /user', { app })).status, 200);
      assert.equal((await elsewhere.call('GET /user', { app })).status, 200);
      await browser.call('POST /auth/sign-out');
      await eventually(
        'the session has ended',
        1000,
        async () => (await elsewhere.call('GET /user', { app })).status === 401,
      );
    });

    it('from a new browser are announced by mail, and all of them in the activity log', async () => {
      const { browser, email } = await signUp(api, 'juno');
      await mailTo(api.config.dataDir, email, 'Confirm your e-mail address');
      await browser.call('POST /auth/sign-out');
      await browser.call('POST /auth/sign-in', { json: { email, password: PASSWORD } });
      await signIn(email, { agent: SAFARI_ON_IPHONE, ip: '10.8.8.8' });
      const mail = await mailTo(api.config.dataDir, email, 'New sign-in to your account');
      assert.match(mail.text, /Browser: Mobile Safari on iOS\n {2}IP address: 10\.8\.8\.8/);
      assert.deepEqual(subjects(email), ['Confirm your e-mail address', 'New sign-in to your account']);
      await openBrowser(api).call('POST /auth/sign-in', { json: { email, password: 'wrong' } });
      await eventually('the failure is logged', 1000, async () => (await logged(browser))[0] === 'login_failed');
      assert.deepEqual(await logged(browser), ['login_failed', 'login', 'login', 'logout', 'login', 'account_created']);
      const { response } = (await browser.call('GET /user')).body;
      assert.deepEqual([response.total_login, response.lastAgent], [3, 'iOS']);
    });

    function subjects(email: string): string[] {
      return mailsTo(api.config.dataDir, email).map(({ subject }) => subject);
    }
    async function logged(browser: { call: ReturnType<typeof openBrowser>['call'] }): Promise<string[]> {
      const { response } = (await browser.call('GET /activities?results_per_page=25')).body;
      return response.map(({ type }: { type: string }) => type);
    }
  });
}
