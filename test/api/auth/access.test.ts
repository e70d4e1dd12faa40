// Who may call what: every operation that needs a session, without one, with a stale, ended or foreign one, with a key,
// cross-site, and on the pages' origin. Each time it is refused, and nothing is changed.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { type Browser, openBrowser, PASSWORD, type Person, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { allOperations, operations } from '../../support/openapi.ts';
import { register, signedIn } from '../../support/signed-in.ts';

const MINUTE = 60 * 1_000_000;
const DAY = 24 * 60 * MINUTE;

const signedInOnly = allOperations.filter(({ operation }) => operation.security?.length);
const publicOnes = allOperations.filter(({ operation }) => operation.security?.length === 0);
const fresh = [
  ...['deleteAccount', 'changeEmail', 'startPasskey', 'addPasskey', 'deletePasskey', 'startTwoFactor'],
  ...['confirmTwoFactor', 'replaceRecoveryCodes', 'deleteTwoFactor', 'createKey', 'deleteKey', 'removeReviewed'],
];
const forms = { headers: { 'content-type': 'application/json' } };

for (const engine of enginesOf(import.meta.url)) {
  describe(`Operations for people who are signed in, on ${engine.name}`, () => {
    let api: Api;
    let ada: Person;
    let other: Person;
    let unchanged: unknown;
    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
      ada = await signUp(api, 'ada');
      other = await signUp(api, 'bob');
      unchanged = await stored();
    });
    after(() => api.close());

    /** Everything that signing in is about. */
    async function stored() {
      const { read } = api.store;
      return {
        people: await read.selectFrom('person').selectAll().orderBy('person_id').execute(),
        sessions: await read.selectFrom('session').selectAll().orderBy('id').execute(),
        credentials: await read.selectFrom('credential').selectAll().orderBy('person_id').execute(),
        identities: await read.selectFrom('identity').selectAll().orderBy('id').execute(),
        passkeys: await read.selectFrom('passkey').selectAll().orderBy('id').execute(),
        exports: await read.selectFrom('account_export').selectAll().execute(),
        keys: await read.selectFrom('api_key').select(['id', 'revoked_at']).orderBy('id').execute(),
        accounts: await read
          .selectFrom('account')
          .select(['account_id', 'email', 'pending_email', 'deletes_at', 'login_count'])
          .orderBy('account_id')
          .execute(),
      };
    }
    const pathOf = (path: string, id = 1) => path.replace(/\{id\}/, String(id));

    async function refused(browser: Browser, status: number, code: string, options: object = {}) {
      for (const { method, path } of signedInOnly) {
        const answer = await browser.call(`${method} ${pathOf(path)}`, { ...forms, json: {}, ...options });
        assertError(answer, status, code);
      }
      assert.deepEqual(await stored(), unchanged);
    }

    it('are there', () => {
      assert.ok(signedInOnly.length >= 20, String(signedInOnly.length));
      assert.ok(publicOnes.length >= 15, String(publicOnes.length));
    });

    it('answer 401 without a session, and with one that is made up', async () => {
      await refused(openBrowser(api), 401, 'unauthenticated');
      const forger = openBrowser(api);
      const token = ada.browser.cookies.get('fingerpost.session')!;
      const stored = hash('sha256', token, 'base64url');
      for (const value of [stored, 'A'.repeat(43), token.slice(1), `${token}A`, `${token}.${stored}`, '%', "' OR 1"]) {
        forger.cookies.set('fingerpost.session', value);
        await refused(forger, 401, 'unauthenticated');
      }
    });

    it('answer 403 to keys', async () => {
      const { key } = await api.keyFor(ada);
      unchanged = await stored();
      await refused(openBrowser(api), 403, 'forbidden', { headers: { authorization: `Bearer ${key}` } });
    });

    it('answer 403 to other sites, reads included, and so do all others with a session', async () => {
      const sites: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3001' },
      ];
      for (const headers of sites) {
        await refused(ada.browser, 403, 'forbidden', { headers });
        for (const { method, path } of operations) {
          const request = `${method} ${path.replace(/\{\w+\}/g, '1')}`;
          const answer = await ada.browser.call(request, { headers, json: {} });
          assertError(answer, 403, 'forbidden');
          assert.equal(answer.headers['access-control-allow-origin'], undefined);
        }
      }
    });

    it('do not count what other sites send for the limit of the session', async () => {
      const few = await openApi(engine, { RATE_LIMIT: '3' });
      try {
        const { browser } = await signUp(few, 'ada');
        const headers = { 'sec-fetch-site': 'same-site' };
        for (let count = 0; count < 5; count += 1) {
          assertError(await browser.call('GET /user', { headers }), 403, 'forbidden');
        }
        assert.equal((await browser.call('GET /user')).status, 200);
      } finally {
        await few.close();
      }
    });

    it('share the limit of their account, and leave the limit of its keys to programs', async () => {
      const few = await openApi(engine, { RATE_LIMIT: '4' });
      try {
        const member = await register(few, 'bea');
        const [one, other] = [await signedIn(few, member), await signedIn(few, member)];
        const { key } = await few.keyFor(member);
        const statuses: number[] = [];
        for (const browser of [one, other, one, other, one, other]) {
          statuses.push((await browser.call('GET /user')).status);
        }
        assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
        const answers = [];
        for (let count = 0; count < 5; count += 1) answers.push((await few.call('GET /user', { key })).status);
        assert.deepEqual(answers, [200, 200, 200, 200, 429]);
        assertError(await (await signedIn(few, member)).call('GET /user'), 429, 'rate_limited');
      } finally {
        await few.close();
      }
    });

    it('go by the Origin where a browser does not say more', async () => {
      const app = await api.dashboard();
      const cookie = ada.browser.cookieHeader();
      const ask = async (headers: Record<string, string>) =>
        (await app.inject({ url: '/api/v1/user', headers: { cookie, ...headers } })).statusCode;
      assert.equal(await ask({ origin: 'http://localhost:3001' }), 200);
      assert.equal(await ask({ origin: 'https://links.example' }), 403);
      assert.equal(await ask({ origin: 'http://localhost:3001', host: 'evil.example' }), 200);
      assert.equal(await ask({ origin: 'http://evil.example', host: 'evil.example' }), 403);
      assert.equal(await ask({}), 403);
    });

    it('go by the header of the dashboard where a browser says nothing, which other origins may not send', async () => {
      const app = await api.dashboard();
      const cookie = ada.browser.cookieHeader();
      const ask = async (headers: Record<string, string>) =>
        (await app.inject({ url: '/api/v1/user', headers: { cookie, ...headers } })).statusCode;
      const own = { 'fingerpost-dashboard': '1' };
      assert.equal(await ask(own), 200);
      assert.equal(await ask({ 'fingerpost-dashboard': '0' }), 403);
      assert.equal(await ask({ ...own, origin: 'http://localhost:3001' }), 200);
      for (const origin of ['https://links.example', 'http://localhost:3000', 'null', '']) {
        assert.equal(await ask({ ...own, origin }), 403, origin);
      }
      for (const site of ['cross-site', 'same-site', 'none', '']) {
        assert.equal(await ask({ ...own, 'sec-fetch-site': site }), 403, site);
        assert.equal(await ask({ ...own, 'sec-fetch-site': site, origin: 'http://localhost:3001' }), 403, site);
      }
      const preflight = {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'fingerpost-dashboard',
      };
      for (const path of ['/user', '/auth/settings', '/analytics/live/stream', '/nothing']) {
        const { headers } = await app.inject({ method: 'OPTIONS', url: `/api/v1${path}`, headers: preflight });
        assert.doesNotMatch(String(headers['access-control-allow-headers']), /fingerpost|\*/i);
        assert.equal(headers['access-control-allow-credentials'], undefined);
      }
    });

    it('do not know sessions on the pages’ origin, where nobody can sign in either', async () => {
      await refused(ada.browser, 401, 'unauthenticated', { app: api.app });
      assertError(await ada.browser.call('GET /user', { app: api.app }), 401, 'unauthenticated');
      for (const { method, path } of publicOnes) {
        const answer = await openBrowser(api).call(`${method} ${path}`, { app: api.app, json: {} });
        assertError(answer, 403, 'forbidden');
        assert.equal(answer.body.response, 'Sign in at http://localhost:3001.');
      }
    });

    it('that are public refuse other sites', async () => {
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      for (const { method, path } of publicOnes) {
        assertError(await openBrowser(api).call(`${method} ${path}`, { headers, json: {} }), 403, 'forbidden');
      }
      assert.deepEqual(await stored(), unchanged);
    });

    it('do not find what is another account’s', async () => {
      const sessions = (await ada.browser.call('GET /sessions')).body.response;
      unchanged = await stored();
      const json = { name: 'Taken over' };
      for (const { method, path } of signedInOnly.filter((one) => one.path === '/sessions/{id}/delete')) {
        const request = `${method} ${pathOf(path, sessions[0].id)}`;
        assertError(await other.browser.call(request, { json: method === 'GET' ? undefined : json }), 404, 'not_found');
      }
      assert.deepEqual(await stored(), unchanged);
    });

    it('need a recent sign-in where they can do harm', async () => {
      api.clock.now += 11 * MINUTE;
      for (const { method, path, operation } of signedInOnly) {
        if (!fresh.includes(operation['x-alias-of'] ?? operation.operationId)) continue;
        const answer = await ada.browser.call(`${method} ${pathOf(path)}`, { json: {} });
        assertError(answer, 403, 'reauthenticate');
      }
    });

    it('answer 401 once the session is over, or ended', async () => {
      const ended = openBrowser(api);
      await ended.call('POST /auth/sign-in', { json: { email: ada.email, password: PASSWORD } });
      const copy = ended.copy();
      await ended.call('POST /auth/sign-out');
      unchanged = await stored();
      await refused(copy, 401, 'unauthenticated');
      api.clock.now += 31 * DAY;
      await refused(ada.browser, 401, 'unauthenticated');
    });

    it('answer 403 once the account is suspended', async () => {
      const eve = await signUp(api, 'eve');
      await api.store.write(eve.id, async (tx) => {
        await tx.updateTable('person').set({ is_active: 0 }).where('person_id', '=', eve.id).execute();
      });
      assertError(await eve.browser.call('GET /user'), 403, 'forbidden');
      const again = await eve.browser.call('POST /auth/sign-in', { json: { email: eve.email, password: PASSWORD } });
      assertError(again, 403, 'forbidden');
    });
  });
}
