// Owners exclude their own browsers from the counts, with a personal link or by signing in to the dashboard.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DASHBOARD = 'https://my.links.example';
const COOKIE = /^__Host-fingerpost_uncounted=([\w.-]*); Path=\/; Max-Age=(\d+); HttpOnly; SameSite=Lax; Secure$/;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Browsers that are not counted on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let bob: Account;
    before(async () => {
      api = await openApi(engine, { DASHBOARD_URL: DASHBOARD });
      ada = await api.account('ada');
      bob = await api.account('bob');
      const json = { block: 'links', items: [{ link: 'https://example.com/', slug: 'shop' }] };
      assert.equal((await api.call('POST /blocks', { key: ada.key, json })).status, 200);
    });
    after(() => api.close());

    const exclusion = async ({ key }: Account, json?: object) =>
      (
        await api.call(json ? 'POST /analytics/exclusion' : 'GET /analytics/exclusion', {
          key,
          ...(json ? { json } : {}),
        })
      ).body.response;
    const pathOf = async (account: Account, json: object = {}) =>
      new URL((await exclusion(account, json)).link).pathname;
    const get = (url: string, headers: Record<string, string> = {}) =>
      api.app.inject({ url, headers: { 'user-agent': FIREFOX, ...headers } });
    const send = (url: string, count: string, headers: Record<string, string> = {}) =>
      api.app.inject({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'text/html',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        payload: `count=${count}`,
      });
    /** The header that a browser sends from then on. */
    const cookieOf = (answer: { headers: Record<string, unknown> }) =>
      String(answer.headers['set-cookie']).split(';')[0]!;
    const views = async ({ key }: Account) => {
      await api.visits.aggregateAll();
      return (await api.call('GET /analytics/views', { key })).body.response.getviews.visits;
    };
    const live = async ({ key }: Account) =>
      (await api.call('GET /analytics/live', { key })).body.response.visitors.length;

    it('have a personal link, which is made once and can be renewed', async () => {
      assert.deepEqual(await exclusion(ada), { link: null, dashboard: true, created_at: null });
      const made = await exclusion(ada, {});
      assert.match(made.link, /^https:\/\/links\.example\/do-not-count\/[\w-]{22}$/);
      assert.deepEqual(made, { link: made.link, dashboard: true, created_at: '2026-11-15T12:00:00.123456Z' });
      assert.deepEqual(await exclusion(ada), made);
      assert.deepEqual(await exclusion(ada, { dashboard: false }), { ...made, dashboard: false });
      assert.deepEqual(await exclusion(ada, {}), { ...made, dashboard: false });
      const renewed = await exclusion(ada, { renew: true, dashboard: true });
      assert.notEqual(renewed.link, made.link);
      assert.equal((await get(new URL(made.link).pathname)).statusCode, 404);
      assert.equal((await get(new URL(renewed.link).pathname)).statusCode, 200);
      assert.equal((await get('/do-not-count/nonsense')).statusCode, 404);
    });

    it('switch counting off and on with one button', async () => {
      const path = await pathOf(ada);
      const page = await get(path);
      assert.match(page.payload, /<strong dir="ltr">links\.example\/ada<\/strong>/);
      assert.match(page.payload, /<button class="go" name="count" value="off">Do not count me<\/button>/);
      assert.equal(page.headers['set-cookie'], undefined);
      assert.equal(page.headers['referrer-policy'], 'strict-origin');
      assert.equal(page.headers['x-robots-tag'], 'noindex');
      assert.equal(page.headers['cache-control'], 'no-store');

      const off = await send(path, 'off');
      assert.deepEqual([off.statusCode, off.headers.location], [303, `${path}?sent`]);
      const [, value, life] = COOKIE.exec(String(off.headers['set-cookie']))!;
      assert.deepEqual([value, life], [path.split('/').at(-1), '34560000']);
      const cookie = cookieOf(off);
      assert.match((await get(`${path}?sent`, { cookie })).payload, /This browser is not counted.*Count me again/s);
      assert.match((await get(`${path}?sent`)).payload, /The cookie was not stored/);

      const before = await views(ada);
      for (const url of ['/ada', '/ADA', '/ada/shop', '/ada?utm_source=x']) {
        const counted = url === '/ADA' ? undefined : 'excluded';
        assert.equal((await get(url, { cookie: `theme=dark; ${cookie}` })).headers['fingerpost-visit'], counted, url);
      }
      await api.app.inject({ method: 'POST', url: '/ada/pulse', headers: { 'user-agent': FIREFOX, cookie } });
      assert.equal(await live(ada), 0);
      assert.equal(await views(ada), before);
      assert.equal((await api.call('GET /analytics/clicks', { key: ada.key })).body.response.insight.visits, 0);
      assert.equal((await get('/bob', { cookie })).headers['fingerpost-visit'], 'counted');

      const on = await send(path, 'on', { cookie });
      assert.deepEqual([on.statusCode, on.headers.location], [303, path]);
      assert.deepEqual(COOKIE.exec(String(on.headers['set-cookie']))!.slice(1), ['', '0']);
      assert.equal((await get('/ada')).headers['fingerpost-visit'], 'counted');
    });

    it('are excluded by several accounts at once', async () => {
      const [ofAda, ofBob] = [await pathOf(ada), await pathOf(bob)];
      const first = cookieOf(await send(ofAda, 'off'));
      const cookie = cookieOf(await send(ofBob, 'off', { cookie: first }));
      for (const url of ['/ada', '/bob'])
        assert.equal((await get(url, { cookie })).headers['fingerpost-visit'], 'excluded');
      const rest = cookieOf(await send(ofAda, 'on', { cookie }));
      assert.equal((await get('/ada', { cookie: rest })).headers['fingerpost-visit'], 'counted');
      assert.equal((await get('/bob', { cookie: rest })).headers['fingerpost-visit'], 'excluded');
    });

    it('count again once the link is renewed', async () => {
      const cookie = cookieOf(await send(await pathOf(ada), 'off'));
      assert.equal((await get('/ada', { cookie })).headers['fingerpost-visit'], 'excluded');
      await exclusion(ada, { renew: true });
      assert.equal((await get('/ada', { cookie })).headers['fingerpost-visit'], 'counted');
    });

    it('exclude themselves while they are signed in to the dashboard, unless the account does not want it', async () => {
      const path = await pathOf(ada);
      const byScript = { accept: '*/*', origin: DASHBOARD, 'sec-fetch-site': 'same-site' };
      const answer = await send(path, 'off', byScript);
      assert.equal(answer.statusCode, 204);
      assert.equal(answer.headers['access-control-allow-origin'], DASHBOARD);
      assert.equal(answer.headers['access-control-allow-credentials'], 'true');
      assert.equal((await get('/ada', { cookie: cookieOf(answer) })).headers['fingerpost-visit'], 'excluded');

      await exclusion(ada, { dashboard: false });
      const unwanted = await send(path, 'off', byScript);
      assert.deepEqual([unwanted.statusCode, unwanted.headers['set-cookie']], [204, undefined]);
      await exclusion(ada, { dashboard: true });
    });

    it('are not excluded by other sites', async () => {
      const path = await pathOf(ada);
      const requests: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site', origin: 'https://other.links.example' },
        { 'sec-fetch-site': 'cross-site', origin: DASHBOARD, accept: '*/*' },
        { 'sec-fetch-site': 'same-site', origin: DASHBOARD },
      ];
      for (const headers of requests) {
        const answer = await send(path, 'off', headers);
        assert.equal(answer.statusCode, 403, JSON.stringify(headers));
        assert.equal(answer.headers['set-cookie'], undefined);
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      }
      assert.equal((await send(path, 'https://evil.example')).statusCode, 422);
      assert.equal((await send('/do-not-count/AAAAAAAAAAAAAAAAAAAAAA', 'off')).statusCode, 404);
    });
  });
}
