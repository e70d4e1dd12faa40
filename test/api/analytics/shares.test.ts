// Statistics that are shared with a token: what it may read, for how long, and how often.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts';
import { suspendAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { operations } from '../../support/openapi.ts';
import { secondProcess } from '../../support/second-process.ts';
import { sharedReads } from './shared-reads.ts';

/** The day of the visits is over. */
const NEXT_NOON = NOON + DAY;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Shared statistics on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine, { DASHBOARD_URL: 'https://my.links.example' });
      ada = await api.account('ada');
      const items = ['shop', 'blog'].map((slug) => ({ link: `https://${slug}.example/`, slug }));
      await api.call('POST /blocks', { key: ada.key, json: { block: 'links', items } });
      for (const remoteAddress of [1, 2, 3, 4, 5, 6].map((host) => `198.51.100.${host}`)) {
        for (const url of ['/ada', '/ada', '/ada/shop', '/ada/blog', '/ada/blog']) {
          await api.app.inject({ url, remoteAddress, headers: { 'user-agent': FIREFOX } });
        }
      }
      await api.visits.aggregateAll();
      api.clock.now = NEXT_NOON;
    });
    after(() => api.close());

    const share = async (json: object, account = ada) => {
      const { status, text, body } = await api.call('POST /analytics/shares', { key: account.key, json });
      assert.equal(status, 200, text);
      return body.response as { id: number; link: string; token: string; hint: string; message: string };
    };
    const read = (token: string, path: string) => api.call(`GET ${path}`, { key: token });

    it('are off until a link is made, which is shown once', async () => {
      assert.equal((await read(ada.key, '/analytics/shares')).body.meta.total, 0);
      const made = await share({ name: ' For sponsors ', link_slug: 'shop', expires_at: '2026-12-01T00:00:00Z' });
      assert.match(made.token, /^fps_[0-9A-Za-z]{38}$/);
      assert.equal(made.link, `https://my.links.example/shared/${made.token}`);
      assert.match(made.message, /"For sponsors".*not shown again/);
      const listed = await read(ada.key, '/analytics/shares');
      assert.deepEqual(listed.body.response, [
        {
          id: made.id,
          name: 'For sponsors',
          link_slug: 'shop',
          hint: `${made.token.slice(0, 8)}…`,
          expires_at: '2026-12-01T00:00:00.000000Z',
          created_at: '2026-11-16T12:00:00.123456Z',
        },
      ]);
      for (const table of ['statistics_share', 'statistics_share_lookup'] as const) {
        const rows = await api.store.read.selectFrom(table).selectAll().execute();
        assert.doesNotMatch(JSON.stringify(rows), new RegExp(made.token.slice(9)));
      }
      const { body } = await read(ada.key, '/activities?type=share_created');
      assert.equal(body.response[0].message, 'The statistics were shared as "For sponsors".');
    });

    it('refuse unknown links, past expiries and more links than the limit', async () => {
      const post = (json: object) => api.call('POST /analytics/shares', { key: ada.key, json });
      for (const [json, field] of [
        [{ name: 'A', link_slug: 'none' }, 'link_slug'],
        [{ name: 'A', expires_at: '2026-11-15T12:00:00Z' }, 'expires_at'],
        [{ name: '' }, 'name'],
        [{ name: 'A', scope: 'write' }, 'scope'],
      ] as const) {
        const { status, body } = await post(json);
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(json));
      }
      const carl = await api.account('carl');
      for (let count = 0; count < 50; count += 1) await share({ name: `Share ${count}` }, carl);
      const { status, body } = await api.call('POST /analytics/shares', { key: carl.key, json: { name: 'One more' } });
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['name']]);
    });

    it('of the account read what a key reads', async () => {
      const { token } = await share({ name: 'All' });
      for (const path of sharedReads) {
        const own = await read(ada.key, path);
        const shared = await read(token, path);
        assert.deepEqual([shared.status, shared.body.response], [200, own.body.response], path);
      }
    });

    it('of a link read that link only', async () => {
      const { token } = await share({ name: 'Blog', link_slug: 'blog' });
      const clicks = { visits: 12, unique: 6 };
      const blog = { ...clicks, link: 'https://blog.example/' };
      // Cached answers for the owner are not sent.
      for (const path of sharedReads) await read(ada.key, path);
      assert.deepEqual((await read(token, '/analytics/clicks')).body.response, { links: { blog }, insight: clicks });
      assert.deepEqual((await read(token, '/analytics/clicks/blog')).body.response.getviews, clicks);
      const { response, meta } = (await read(token, '/analytics/links')).body;
      assert.deepEqual([response.length, response[0].slug, response[0].visits, meta.total], [1, 'blog', 12, 1]);
      for (const path of [
        '/analytics/breakdown?dimension=browser',
        '/analytics/breakdown?dimension=browser&link_slug=blog',
      ]) {
        const rows = (await read(token, path)).body.response;
        assert.deepEqual(rows, [{ key: 'Firefox', name: 'Firefox', ...clicks }], path);
      }
      const { total } = (await read(token, '/analytics/breakdowns')).body.response;
      assert.deepEqual(total, clicks);
      const series = (await read(token, '/analytics/series')).body.response;
      assert.deepEqual([series.total.clicks, series.total.impressions], [12, 12]);
      for (const path of [
        '/analytics/clicks/shop',
        '/analytics/series?link_slug=shop',
        '/analytics/breakdown?link_slug=shop',
        '/analytics/clicks/none',
      ]) {
        const answer = await read(token, path);
        assertError(answer, 404, 'not_found');
        assert.equal(answer.body.response, 'This account has no link with that slug.');
      }
      assertError(await read(token, '/analytics/views'), 403, 'forbidden');
    });

    it('are all that the token can do', async () => {
      const { token } = await share({ name: 'All' });
      const shared = new Set(sharedReads.map((path) => path.replace(/\?.*/, '').replace('/shop', '/{slug}')));
      for (const { method, path } of operations) {
        if (method === 'GET' && shared.has(path)) continue;
        const answer = await api.call(`${method} ${path.replaceAll(/\{\w+\}/g, '1')}`, { key: token });
        assertError(answer, 403, 'forbidden');
      }
      const page = await api.app.inject({
        url: '/ada',
        headers: { 'user-agent': FIREFOX, authorization: `Bearer ${token}` },
      });
      assert.equal(page.headers['fingerpost-visit'], 'counted');
    });

    it('end when the link is deleted, when it expires, and while the account is suspended', async () => {
      const deleted = await share({ name: 'Short' });
      assert.equal((await read(deleted.token, '/analytics/views')).status, 200);
      assert.equal((await api.call(`POST /analytics/shares/${deleted.id}/delete`, { key: ada.key })).status, 200);
      assertError(await read(deleted.token, '/analytics/views'), 401, 'unauthenticated');
      assertError(await api.call(`DELETE /analytics/shares/${deleted.id}`, { key: ada.key }), 404, 'not_found');

      const expiring = await share({ name: 'One hour', expires_at: '2026-11-16T13:00:00Z' });
      api.clock.now = NEXT_NOON + HOUR - MINUTE;
      assert.equal((await read(expiring.token, '/analytics/views')).status, 200);
      api.clock.now = NEXT_NOON + HOUR;
      assertError(await read(expiring.token, '/analytics/views'), 401, 'unauthenticated');
      api.clock.now = NEXT_NOON;

      const bob = await api.account('bob');
      const { token } = await share({ name: 'All' }, bob);
      assert.equal((await read(token, '/analytics/views')).status, 200);
      await suspendAccount(api.store, bob.id, commandLine, api.clock.now);
      assertError(await read(token, '/analytics/views'), 403, 'forbidden');
      for (const wrong of [
        `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
        'fps_',
        'fps_x',
        `fps_${'0'.repeat(38)}`,
      ]) {
        assertError(await read(wrong, '/analytics/views'), 401, 'unauthenticated');
      }
    });

    it('end within a second in other processes', async (t) => {
      const { services } = await secondProcess(t, api);
      const { id, token } = await share({ name: 'Elsewhere' });
      const isCached = () => !(services.shares.find(token) instanceof Promise);
      await eventually('the share is cached', 2000, async () => {
        await services.shares.find(token);
        return isCached();
      });
      await api.call(`POST /analytics/shares/${id}/delete`, { key: ada.key });
      const isGone = async () => (await services.shares.find(token)) === undefined;
      await eventually('the share is gone', 1000, isGone);
    });

    it('have a rate limit of their own', async () => {
      const { token } = await share({ name: 'Busy' });
      const first = await read(token, '/analytics/views');
      assert.deepEqual(
        [first.headers['ratelimit-limit'], first.headers['ratelimit-remaining']],
        [600, 599].map(String),
      );
      for (let count = 1; count < 600; count += 1) await api.app.inject(viewsWith(token));
      assertError(await read(token, '/analytics/views'), 429, 'rate_limited');
      assert.equal((await read(ada.key, '/analytics/views')).status, 200);
    });

    const viewsWith = (token: string) => ({
      url: '/api/v1/analytics/views',
      headers: { authorization: `Bearer ${token}` },
    });
  });
}
