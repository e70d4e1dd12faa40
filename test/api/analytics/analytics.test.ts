import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertLink } from '../../../server/storage/page/blocks.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const LONDON = '81.2.69.142';
const NOWHERE = '192.0.2.7';
const DAY = 24 * 3600 * 1_000_000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Analytics on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let shop: number;
    let blog: number;

    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      await api.store.write(ada.id, async (tx) => {
        const [first, second, third, fourth, fifth] = await api.store.dialect.allocateIds(tx, 5);
        shop = first!;
        blog = second!;
        await insertLink(tx, ada.id, { id: shop, slug: 'shop', url: 'https://example.com/shop', deleted_at: null });
        await insertLink(tx, ada.id, { id: blog, slug: 'blog', url: 'https://example.com/blog', deleted_at: NOON });
        await insertLink(tx, ada.id, { id: third!, slug: 'quiet', url: 'https://example.com/quiet', deleted_at: null });
        await insertLink(tx, ada.id, { id: fourth!, slug: 'gone', url: 'https://example.com/gone', deleted_at: NOON });
        await insertLink(tx, ada.id, { id: fifth!, slug: '__proto__', url: 'https://example.com/p', deleted_at: null });
      });
      const visit = (targetId: number, address: string, userAgent: string) =>
        api.visits.record({ accountId: ada.id, targetId, address, userAgent });
      await visit(0, LONDON, FIREFOX);
      await visit(0, LONDON, FIREFOX);
      await visit(0, NOWHERE, IPHONE);
      await visit(shop, LONDON, FIREFOX);
      await visit(shop, LONDON, FIREFOX);
      await visit(shop, NOWHERE, IPHONE);
      await visit(blog, LONDON, FIREFOX);
      api.clock.now += DAY;
      await visit(0, LONDON, FIREFOX);
      await visit(blog, LONDON, FIREFOX);
      api.clock.now = NOON;
      await api.visits.aggregateAll();
    });
    after(() => api.close());

    const breakdown = {
      countries: {
        gb: { visits: 3, unique: 2, name: 'United Kingdom' },
        xx: { visits: 1, unique: 1, name: 'Unknown' },
      },
      cities: {
        'London, GB': { visits: 3, unique: 2, name: 'London', iso: 'GB' },
        'Unknown, XX': { visits: 1, unique: 1, name: 'Unknown', iso: 'XX' },
      },
      devices: { Linux: { visits: 3, unique: 2, name: 'Linux' }, iOS: { visits: 1, unique: 1, name: 'iOS' } },
      browsers: {
        Firefox: { visits: 3, unique: 2, name: 'Firefox' },
        'Mobile Safari': { visits: 1, unique: 1, name: 'Mobile Safari' },
      },
      getviews: { visits: 4, unique: 3 },
    };

    it('breaks views down, with unique visitors per day added up', async () => {
      const { body } = await api.call('GET /analytics/views', { key: ada.key });
      assert.deepEqual(body, { status: true, response: breakdown });
    });

    it('lists every link with a slug, including those without clicks and deleted ones', async () => {
      const { body } = await api.call('GET /analytics/clicks', { key: ada.key });
      assert.deepEqual(Object.keys(body.response), ['links', 'insight']);
      assert.deepEqual(
        Object.entries(body.response.links).sort(([a], [b]) => (a < b ? -1 : 1)),
        [
          ['__proto__', { visits: 0, unique: 0, link: 'https://example.com/p' }],
          ['blog', { visits: 2, unique: 2, link: 'https://example.com/blog' }],
          ['quiet', { visits: 0, unique: 0, link: 'https://example.com/quiet' }],
          ['shop', { visits: 3, unique: 2, link: 'https://example.com/shop' }],
        ],
      );
      // Firefox followed both links on the first day and one on the second; the iPhone one link on one day.
      assert.deepEqual(body.response.insight, { visits: 5, unique: 3 });
    });

    it('breaks down the clicks on one link, including a deleted one', async () => {
      const { body } = await api.call('GET /analytics/clicks/shop', { key: ada.key });
      assert.deepEqual(body.response.getviews, { visits: 3, unique: 2 });
      assert.deepEqual(body.response.countries, {
        gb: { visits: 2, unique: 1, name: 'United Kingdom' },
        xx: { visits: 1, unique: 1, name: 'Unknown' },
      });
      const deleted = await api.call('GET /analytics/clicks/blog', { key: ada.key });
      assert.deepEqual(deleted.body.response.getviews, { visits: 2, unique: 2 });
      const quiet = await api.call('GET /analytics/clicks/quiet', { key: ada.key });
      assert.deepEqual(quiet.body.response, {
        countries: {},
        cities: {},
        devices: {},
        browsers: {},
        getviews: { visits: 0, unique: 0 },
      });
    });

    for (const slug of ['nothing', 'gone', 'SHOP', '%00', 'sh%20op', '%F0%9F%AA%A7', 'x'.repeat(2000), 'constructor']) {
      it(`answers 404 for the unknown slug ${slug.slice(0, 20)}`, async () => {
        assertError(await api.call(`GET /analytics/clicks/${slug}`, { key: ada.key }), 404, 'not_found');
      });
    }

    it('includes a new visit once it is counted', async () => {
      const eve = await api.account('eve');
      const views = async () => (await api.call('GET /analytics/views', { key: eve.key })).body.response.getviews;
      assert.deepEqual(await views(), { visits: 0, unique: 0 });
      await api.visits.record({ accountId: eve.id, targetId: 0, address: LONDON, userAgent: FIREFOX });
      await api.visits.aggregateAll();
      assert.deepEqual(await views(), { visits: 1, unique: 1 });
    });

    it('lists live visitors for five minutes without a heartbeat, and for sixty seconds with one', async () => {
      const eve = await api.account('live');
      const live = async () => (await api.call('GET /analytics/live', { key: eve.key })).body.response;
      const visit = { accountId: eve.id, address: LONDON, userAgent: FIREFOX };
      await api.visits.record({ ...visit, targetId: 0 });
      assert.deepEqual(await live(), {
        visitors: [
          {
            user: eve.id,
            ip: LONDON,
            tracking: {
              country: { iso: 'gb', name: 'United Kingdom', city: 'London, GB' },
              agent: { browser: 'Firefox', os: 'Linux' },
            },
            last_activity: Math.floor(NOON / 1_000_000),
          },
        ],
        insight: {
          countries: { gb: { unique: 1, name: 'United Kingdom' } },
          cities: { 'London, GB': { unique: 1, name: 'London', iso: 'GB' } },
          devices: { Linux: { unique: 1, name: 'Linux' } },
          browsers: { Firefox: { unique: 1, name: 'Firefox' } },
          getviews: { unique: 1 },
        },
      });
      api.clock.now = NOON + 299 * 1_000_000;
      assert.equal((await live()).visitors.length, 1);
      api.clock.now = NOON + 301 * 1_000_000;
      assert.deepEqual((await live()).visitors, []);

      await api.visits.record({ ...visit, targetId: 0 });
      await api.visits.heartbeat(visit);
      api.clock.now += 59 * 1_000_000;
      assert.equal((await live()).visitors.length, 1);
      api.clock.now += 2 * 1_000_000;
      assert.equal((await live()).visitors.length, 0);

      await api.visits.heartbeat(visit);
      assert.equal((await live()).insight.getviews.unique, 1);
      await api.visits.leave(visit);
      assert.equal((await live()).insight.getviews.unique, 0);
      api.clock.now = NOON;
    });
  });
}
