// The referrer and the campaign of clicks: those of the first view of the visitor's day.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../../../contract/time.ts';
import { type Account, type Api, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const OWN_PAGE = 'https://links.example/';
/** Enough of each source for a group in shared statistics. */
const SIX = [1, 2, 3, 4, 5, 6];

for (const engine of enginesOf(import.meta.url)) {
  describe(`Sources of clicks on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    async function owner(username: string): Promise<Account> {
      const account = await api.account(username);
      const json = { block: 'links', items: [{ link: 'https://shop.example/', slug: 'shop' }] };
      await api.call('POST /blocks', { key: account.key, json });
      return account;
    }

    /** A second later than the request before. */
    async function visit(path: string, remoteAddress: string, headers: Record<string, string> = {}) {
      api.clock.now += SECOND;
      const response = await api.app.inject({
        url: path,
        remoteAddress,
        headers: { host: 'links.example', 'user-agent': FIREFOX, ...headers },
      });
      assert.equal(response.headers['fingerpost-visit'], 'counted', path);
    }

    const click = (username: string, address: string) =>
      visit(`/${username}/shop`, address, { referer: OWN_PAGE + username });

    async function read({ key }: Pick<Account, 'key'>, path: string) {
      const { status, text, body } = await api.call(`GET /analytics/${path}`, { key });
      assert.equal(status, 200, text);
      return body.response;
    }

    const referrers = async (account: Pick<Account, 'key'>, query = '') => {
      const path = `breakdown?dimension=referrer&link_slug=shop${query}`;
      const rows: { key: string; visits: number; unique: number }[] = await read(account, path);
      return Object.fromEntries(rows.map(({ key, visits, unique }) => [key, [visits, unique]]));
    };

    describe('of visitors from three sources', () => {
      let ada: Account;
      before(async () => {
        ada = await owner('ada');
        const sources: { network: string; path: string; headers: Record<string, string> }[] = [
          { network: '192.0.2', path: '/ada', headers: {} },
          { network: '198.51.100', path: '/ada', headers: { referer: 'https://l.instagram.com/?u=x' } },
          { network: '203.0.113', path: '/ada?utm_source=mail&utm_campaign=spring', headers: {} },
        ];
        for (const { network, path, headers } of sources) {
          for (const host of SIX) {
            await visit(path, `${network}.${host}`, headers);
            // The views of half of them are counted before their clicks, those of the others wait together with them.
            if (host === 3) await api.visits.aggregateAll();
          }
          for (const host of SIX) await click('ada', `${network}.${host}`);
        }
        await api.visits.aggregateAll();
      });

      it('are counted by referrer and campaign', async () => {
        assert.deepEqual(await referrers(ada), { '': [12, 12], 'instagram.com': [6, 6] });
        const campaigns = await read(ada, 'breakdown?dimension=utm_campaign&link_slug=shop');
        assert.deepEqual(campaigns, [{ key: 'spring', name: 'spring', visits: 6, unique: 6 }]);
      });

      it('are found by each filter', async () => {
        for (const [filter, expected] of [
          ['referrer=instagram.com', 6],
          ['utm_campaign=spring', 6],
          ['utm_source=mail&referrer=', 6],
          ['referrer=', 12],
          ['referrer=links.example', 0],
          ['referrer=instagram.com&utm_campaign=spring', 0],
        ] as const) {
          const count = { visits: expected, unique: expected };
          assert.deepEqual((await read(ada, `clicks/shop?${filter}`)).getviews, count, filter);
          assert.deepEqual((await read(ada, `clicks?${filter}`)).insight, count, filter);
          const [link] = await read(ada, `links?${filter}`);
          assert.deepEqual([link.visits, link.unique], [expected, expected], filter);
          const { total } = await read(ada, `series?${filter}&interval=day`);
          assert.deepEqual([total.visits, total.clicks], [expected, expected], filter);
          assert.equal(total.click_through, expected === 0 ? null : 1, filter);
        }
      });

      it('are listed and saved as CSV', async () => {
        const file = async (path: string) => {
          const headers = { authorization: `Bearer ${ada.key}`, accept: 'text/csv' };
          const { payload } = await api.app.inject({ url: `/api/v1/analytics/${path}`, headers });
          return payload.replace('\ufeff', '').trimEnd().split('\r\n').slice(1);
        };
        assert.deepEqual(await file('breakdown?dimension=referrer&link_slug=shop'), [
          ',Direct / unknown,12,12',
          'instagram.com,instagram.com,6,6',
        ]);
        const lines = await file('events?link_slug=shop');
        assert.equal(lines.length, 18);
        assert.equal(lines.filter((line) => line.includes(',click,shop,counted,1,')).length, 18);
        assert.equal(lines.filter((line) => line.includes(',Computer,instagram.com,,')).length, 6);
        assert.equal(lines.filter((line) => line.includes(',mail,,spring,')).length, 6);
        const events = await read(ada, 'events?link_slug=shop&utm_campaign=spring');
        assert.equal(events.length, 6);
        assert.deepEqual([events[0].type, events[0].referrer, events[0].utm_source], ['click', null, 'mail']);
      });

      it('are shared in groups', async () => {
        const share = async (json: object) => {
          const { body } = await api.call('POST /analytics/shares', { key: ada.key, json });
          return { key: body.response.token as string };
        };
        const all = await share({ name: 'All' });
        const shop = await share({ name: 'Shop', link_slug: 'shop' });
        const before = api.clock.now;
        api.clock.now += DAY;
        try {
          assert.deepEqual(await referrers(all), { '': [12, 12], 'instagram.com': [6, 6] });
          assert.deepEqual(await referrers(shop), { '': [12, 12], 'instagram.com': [6, 6] });
          for (const [filter, expected] of [
            ['referrer=instagram.com', 6],
            ['utm_campaign=spring', 6],
            ['referrer=', 12],
          ] as const) {
            const { getviews } = await read(all, `clicks/shop?${filter}`);
            assert.deepEqual(getviews, { visits: expected, unique: expected }, filter);
          }
        } finally {
          api.clock.now = before;
        }
      });
    });

    it('are those of the first view of the day, also if it is direct', async () => {
      const bea = await owner('bea');
      const instagram = { referer: 'https://instagram.com/' };
      await visit('/bea', '192.0.2.1');
      await visit('/bea?utm_source=mail', '192.0.2.1', instagram);
      await click('bea', '192.0.2.1');
      await visit('/bea', '192.0.2.2', instagram);
      await api.visits.aggregateAll();
      await visit('/bea?utm_source=mail', '192.0.2.2', { referer: 'https://news.example/' });
      await visit('/bea', '192.0.2.2');
      await click('bea', '192.0.2.2');
      await click('bea', '192.0.2.1');
      await api.visits.aggregateAll();
      assert.deepEqual(await referrers(bea), { '': [2, 1], 'instagram.com': [1, 1] });
      assert.deepEqual(await read(bea, 'breakdown?dimension=utm_source&link_slug=shop'), []);
    });

    it('are their own without an earlier view', async () => {
      const cem = await owner('cem');
      const news = { referer: 'https://news.example/today' };
      await visit('/cem/shop?utm_source=mail', '192.0.2.1', news);
      await visit('/cem', '192.0.2.1', { referer: 'https://instagram.com/' });
      await api.visits.aggregateAll();
      assert.deepEqual(await referrers(cem), { 'news.example': [1, 1] });
      assert.deepEqual(await referrers(cem, '&utm_source=mail'), { 'news.example': [1, 1] });
      await visit('/cem/shop?utm_source=mail', '192.0.2.1', news);
      await api.visits.aggregateAll();
      assert.deepEqual(await referrers(cem), { 'news.example': [1, 1], 'instagram.com': [1, 0] });
    });

    it('are those of the visitor, on each page', async () => {
      const [dan, eve] = [await owner('dan'), await owner('eve')];
      await visit('/dan', '192.0.2.1', { referer: 'https://instagram.com/' });
      await visit('/eve', '192.0.2.1', { referer: 'https://news.example/' });
      await visit('/eve', '192.0.2.2', { referer: 'https://facebook.com/' });
      for (const username of ['dan', 'eve']) await click(username, '192.0.2.1');
      await api.visits.aggregateAll();
      assert.deepEqual(await referrers(dan), { 'instagram.com': [1, 1] });
      assert.deepEqual(await referrers(eve), { 'news.example': [1, 1] });
    });

    it('are not known after midnight', async () => {
      const fay = await owner('fay');
      const before = api.clock.now;
      api.clock.now = NOON - (NOON % DAY) + DAY - MINUTE;
      await visit('/fay', '192.0.2.1', { referer: 'https://instagram.com/' });
      await click('fay', '192.0.2.1');
      api.clock.now += MINUTE;
      await click('fay', '192.0.2.1');
      await api.visits.aggregateAll();
      assert.deepEqual(await referrers(fay, '&to=2026-11-15'), { 'instagram.com': [1, 1] });
      assert.deepEqual(await referrers(fay, '&from=2026-11-16'), { '': [1, 1] });
      api.clock.now = before;
    });

    it('are never the page itself, whatever the proxy makes of the host', async () => {
      const gil = await owner('gil');
      for (const host of ['links.example', 'internal:8080']) {
        await visit('/gil', '192.0.2.1', { host, referer: 'https://links.example/gil?a=b' });
        await visit('/gil/shop', '192.0.2.1', { host, referer: 'https://links.example/gil' });
        await visit('/gil/shop', '192.0.2.2', { host, referer: `https://${host}/gil` });
      }
      await api.visits.aggregateAll();
      assert.deepEqual(await referrers(gil), { '': [4, 2] });
      const views = await read(gil, 'breakdown?dimension=referrer');
      assert.deepEqual(views, [{ key: '', name: 'Direct / unknown', visits: 2, unique: 1 }]);
    });

    it('are not kept once the day is over', async () => {
      const hal = await owner('hal');
      const stored = async () => {
        const rows = api.store.read.selectFrom('visit_seen').select('source').where('account_id', '=', hal.id);
        return (await rows.execute()).map(({ source }) => source).filter((source) => source !== '');
      };
      await visit('/hal?utm_source=mail', '192.0.2.1', { referer: 'https://instagram.com/' });
      await api.visits.aggregateAll();
      const midnight = NOON - (NOON % DAY) + DAY;
      for (const [at, expected] of [
        [api.clock.now, 1],
        [midnight + 4 * MINUTE, 1],
        [midnight + 6 * MINUTE, 0],
      ] as const) {
        api.clock.now = at;
        await api.upkeep();
        assert.equal((await stored()).length, expected, `${(at - midnight) / MINUTE} minutes after midnight`);
      }
      assert.deepEqual((await read(hal, 'views')).getviews, { visits: 1, unique: 1 });
      api.clock.now += HOUR;
    });
  });
}
