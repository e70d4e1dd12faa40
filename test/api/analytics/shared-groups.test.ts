// Shared statistics show whole days and groups of at least five visitors: no combination of answers tells of fewer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HOUR, MINUTE } from '../../../contract/time.ts';
import { PAGE } from '../../../server/storage/visits/visits.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

/** So many visitors of a country on a day of November 2026: of the page, or of a link. */
type Group = [day: number, country: string, visitors: number, browser?: string, slug?: string];

const groups: Group[] = [
  [2, 'de', 7, 'Firefox'],
  [2, 'at', 4, 'Firefox'],
  [2, 'ch', 1, 'Chrome'],
  // The 3rd and the 4th are a block of two days, in which Austria has five visitors. The 2nd and the 3rd are none.
  [3, 'at', 2, 'Firefox'],
  [3, 'de', 6, 'Firefox'],
  [4, 'at', 3, 'Chrome'],
  [10, 'de', 3, 'Firefox'],
  [2, 'de', 6, 'Firefox', 'shop'],
  [2, 'at', 5, 'Firefox', 'shop'],
  [3, 'at', 3, 'Firefox', 'shop'],
  [5, 'de', 6, 'Firefox', 'shop'],
  [5, 'ch', 3, 'Firefox', 'blog'],
];

for (const engine of enginesOf(import.meta.url)) {
  describe(`Groups of visitors in shared statistics on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let all: string;
    let ofShop: string;
    before(async () => {
      api = await openApi(engine, { DASHBOARD_URL: 'https://my.links.example', RATE_LIMIT: '0' });
      ada = await api.account('ada');
      const items = ['shop', 'blog'].map((slug) => ({ link: `https://${slug}.example/`, slug }));
      const { body } = await api.call('POST /blocks', { key: ada.key, json: { block: 'links', items } });
      const links = new Map(body.response.items.map(({ id, slug }: { id: number; slug: string }) => [slug, id]));
      const visits = groups.flatMap(([day, country, visitors, browser = 'Firefox', slug], group) =>
        Array.from({ length: visitors }, (_, visitor) => ({
          accountId: ada.id,
          targetId: slug === undefined ? PAGE : (links.get(slug) as number),
          at: onNovember(day) + visitor * HOUR,
          visitor: `${group} ${visitor}`,
          ...{ country, city: `Town, ${country.toUpperCase()}`, os: 'Linux', browser },
        })),
      );
      assert.ok(await api.visits.recordMany(visits));
      await api.visits.aggregateAll();
      api.clock.now = NOON;
      all = await share({ name: 'All' });
      ofShop = await share({ name: 'Shop', link_slug: 'shop' });
    });
    after(() => api.close());

    const share = async (json: object): Promise<string> =>
      (await api.call('POST /analytics/shares', { key: ada.key, json })).body.response.token;
    const read = async (path: string, key = all) => {
      const { status, text, body } = await api.call(`GET /analytics/${path}`, { key });
      assert.equal(status, 200, text);
      return body.response;
    };
    const countries = async (period: string, key = all) => {
      const rows = await read(`breakdown?${period}`, key);
      return Object.fromEntries(rows.map(({ name, visits }: { name: string; visits: number }) => [name, visits]));
    };
    const on = (first: number, last = first) => `from=${dayName(first)}&to=${dayName(last)}`;

    it('list values with fewer than five visitors as Other, so that rows add up to the total', async () => {
      assert.deepEqual(await read(`breakdown?${on(2)}`), [
        { key: 'de', name: 'Germany', visits: 7, unique: 7 },
        { key: 'Other', name: 'Other', visits: 5, unique: 5 },
      ]);
      const { countries, cities, browsers, getviews } = await read(`views?${on(2)}`);
      assert.deepEqual(getviews, { visits: 12, unique: 12 });
      assert.deepEqual(countries, {
        de: { name: 'Germany', visits: 7, unique: 7 },
        Other: { name: 'Other', visits: 5, unique: 5 },
      });
      assert.deepEqual(cities.Other, { name: 'Other', iso: 'XX', visits: 5, unique: 5 });
      // One visitor with Chrome alone would be the difference to the total.
      assert.deepEqual(browsers, { Other: { name: 'Other', visits: 12, unique: 12 } });
      const { total, dimensions } = await read(`breakdowns?dimensions=country,browser,referrer&limit=1&${on(2)}`);
      assert.deepEqual(total, { visits: 12, unique: 12 });
      assert.deepEqual(dimensions[0].total, { visits: 12, unique: 12 });
      assert.deepEqual(dimensions[2].rows, [{ key: '', name: 'Direct / unknown', visits: 12, unique: 12 }]);
    });

    it('show only a total where there are fewer than five visitors', async () => {
      const { countries, cities, devices, browsers, getviews } = await read(`views?${on(10)}`);
      const other = { name: 'Other', visits: 3, unique: 3 };
      assert.deepEqual(getviews, { visits: 3, unique: 3 });
      assert.deepEqual([countries, devices, browsers], [{ Other: other }, { Other: other }, { Other: other }]);
      assert.deepEqual(cities, { Other: { ...other, iso: 'XX' } });
      const { points } = await read(`series?${on(10)}`);
      assert.deepEqual([points[0].visits, points[0].unique], [3, 3]);
    });

    it('tell of no smaller group by the difference between two periods', async () => {
      assert.deepEqual(await countries(on(2, 3)), { Germany: 7, Other: 13 });
      assert.deepEqual(await countries(on(3, 4)), { Germany: 6, Austria: 5 });
      const seen = new Map<string, number>();
      for (let first = 1; first <= 14; first += 1) {
        for (let last = first; last <= 14; last += 1) {
          const { Austria = 0, Germany = 0, Switzerland = 0 } = await countries(on(first, last));
          seen.set(`${first} ${last}`, Austria);
          assert.ok([0, 6, 7, 13].includes(Germany), `Germany ${first} ${last}: ${Germany}`);
          assert.equal(Switzerland, 0);
        }
      }
      const found = [...seen.values()];
      for (const one of found) {
        for (const other of found) assert.ok(one === other || Math.abs(one - other) >= 5, `${one} and ${other}`);
      }
      assert.equal(seen.get('1 14'), 5, 'not the four of the 2nd');
    });

    it('take one filter, which selects a row that is shown anyway', async () => {
      assert.deepEqual((await read(`views?country=de&${on(2)}`)).getviews, { visits: 7, unique: 7 });
      const { getviews, browsers } = await read(`views?country=de&${on(2)}`);
      assert.deepEqual([getviews.visits, browsers], [7, { Other: { name: 'Other', visits: 7, unique: 7 } }]);
      for (const hidden of ['country=at', 'country=ch', 'browser=Chrome', 'country=Other', 'country=xx']) {
        assert.deepEqual((await read(`views?${hidden}&${on(2)}`)).getviews, { visits: 0, unique: 0 }, hidden);
        const { total, points } = await read(`series?${hidden}&${on(2)}`);
        assert.deepEqual([total.visits, points[0].visits, total.clicks], [0, 0, 0], hidden);
      }
      const { total, points } = await read(`series?country=de&${on(1, 4)}&compare=previous`);
      assert.deepEqual([points.map(({ visits }: { visits: number }) => visits), total.visits], [[0, 7, 0, 0], 7]);
      for (const path of ['views', 'series', 'breakdown', 'breakdowns', 'clicks/shop']) {
        const two = await api.call(`GET /analytics/${path}?country=de&browser=Firefox`, { key: all });
        assertError(two, 422, 'invalid');
        assert.deepEqual(two.body.errors, { browser: ['Shared statistics take one filter at a time.'] }, path);
      }
      for (const path of ['clicks', 'links']) {
        const { body } = await api.call(`GET /analytics/${path}?country=de`, { key: all });
        assert.deepEqual(body.errors, { country: ['Shared lists of links take no filter; ask for one link.'] });
      }
    });

    it('list links with fewer than five visitors as Other, and tell no more of each', async () => {
      const link = 'https://shop.example/';
      assert.deepEqual((await read(`clicks?${on(2)}`)).links, { shop: { visits: 11, unique: 11, link } });
      const { links, insight } = await read(`clicks?${on(5)}`);
      assert.deepEqual(links, { Other: { visits: 9, unique: 9, link: '' } });
      assert.deepEqual(insight, { visits: 9, unique: 9 });
      const rows = await read(`links?${on(2, 5)}&compare=previous`);
      const count = { visits: 12, unique: 12, impressions: 0 };
      const compare = { visits: 0, unique: 0, impressions: 0 };
      assert.deepEqual(rows[0], { id: 0, slug: 'Other', link: '', ...count, compare });
      assert.deepEqual([rows.length, rows[1].slug, rows[1].visits], [2, 'shop', 11]);
      const blog = await read(`clicks/blog?${on(1, 14)}`);
      assert.deepEqual(blog.getviews, { visits: 0, unique: 0 });
      assert.deepEqual(blog.countries, {});
      assert.equal((await read(`series?link_slug=blog&${on(1, 14)}`)).total.clicks, 0);
      const shop = await read(`clicks/shop?${on(2)}`);
      assert.deepEqual(shop.countries, {
        de: { name: 'Germany', visits: 6, unique: 6 },
        at: { name: 'Austria', visits: 5, unique: 5 },
      });
      assert.deepEqual((await read(`series?link_slug=shop&${on(2, 5)}`)).points.map(clicksOf), [11, 0, 0, 0]);
      assert.deepEqual((await read(`clicks/shop?${on(5)}`)).getviews, { visits: 0, unique: 0 });
    });

    it('do not tell how few visitors have a value that most have not', async () => {
      const bea = await api.account('bea');
      const visits = (day: number, visitors: number, traits: object) =>
        Array.from({ length: visitors }, (_, visitor) => ({
          accountId: bea.id,
          targetId: PAGE,
          at: onNovember(day) + visitor * HOUR,
          visitor: `${JSON.stringify(traits)} ${visitor}`,
          ...{ country: 'de', city: 'Town, DE', os: 'Linux', browser: 'Firefox', traits },
        }));
      const campaign = { utm_source: 'mail', app: 'Instagram' };
      assert.ok(
        await api.visits.recordMany([
          ...[...visits(2, 11, {}), ...visits(2, 1, campaign)],
          ...[...visits(4, 6, {}), ...visits(4, 5, campaign)],
          ...[...visits(6, 2, {}), ...visits(6, 5, campaign)],
          ...visits(8, 6, { referrer: 'news.example' }),
        ]),
      );
      await api.visits.aggregateAll();
      const { body } = await api.call('POST /analytics/shares', { key: bea.key, json: { name: 'All' } });
      const rows = async (day: number, dimension: string) => {
        const found = await read(`breakdown?dimension=${dimension}&${on(day)}`, body.response.token);
        return Object.fromEntries(found.map(({ key, unique }: { key: string; unique: number }) => [key, unique]));
      };
      for (const dimension of ['utm_source', 'app'])
        assert.deepEqual(await rows(2, dimension), { Other: 12 }, dimension);
      assert.deepEqual(await rows(2, 'utm_medium'), {});
      assert.deepEqual(await rows(4, 'utm_source'), { mail: 5 });
      assert.deepEqual(await rows(6, 'utm_source'), { Other: 7 });
      // Nobody came without a referrer: that is no value with too few visitors.
      assert.deepEqual(await rows(8, 'referrer'), { 'news.example': 6 });
    });

    it('show all clicks of the link that was shared', async () => {
      assert.deepEqual((await read(`series?${on(2, 3)}`, ofShop)).points.map(clicksOf), [11, 3]);
      const { links } = await read(`clicks?${on(3)}`, ofShop);
      assert.deepEqual(links, { shop: { visits: 3, unique: 3, link: 'https://shop.example/' } });
      assert.deepEqual(await countries(on(3), ofShop), { Other: 3 });
    });

    it('are whole days of UTC', async () => {
      for (const [query, field] of [
        ['series?interval=hour', 'interval'],
        ['series?timezone=Europe/Berlin', 'timezone'],
        ['views?timezone=Asia/Kathmandu', 'timezone'],
        ['breakdown?dimension=hour', 'dimension'],
        ['breakdown?dimension=weekday', 'dimension'],
        ['breakdowns?dimensions=country,hour', 'dimensions'],
        ['views?kind=bot', 'kind'],
        ['views?from=2026-11-15', 'from'],
      ] as const) {
        const answer = await api.call(`GET /analytics/${query}`, { key: all });
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), [field], query);
      }
      assert.equal((await read(`series?timezone=UTC&${on(2)}`)).total.visits, 12);
    });

    it('end with yesterday, and begin with a new day an hour later', async () => {
      const visit = { accountId: ada.id, targetId: PAGE, country: 'de', city: 'Town, DE', os: 'Linux', browser: 'X' };
      assert.ok(await api.visits.recordMany([{ ...visit, at: NOON, visitor: 'today' }]));
      await api.visits.aggregateAll();
      assert.equal((await read('views')).getviews.visits, 26);
      const until = async (path: string) => (await read(path)).to;
      assert.equal(await until('series'), '2026-11-14');
      assert.equal(await until(`series?from=2026-11-01&to=2026-12-31`), '2026-11-14');
      const midnight = onNovember(16);
      api.clock.now = midnight + HOUR - MINUTE;
      assert.deepEqual([await until('series'), (await read('views')).getviews.visits], ['2026-11-14', 26]);
      api.clock.now = midnight + HOUR;
      assert.deepEqual([await until('series'), (await read('views')).getviews.visits], ['2026-11-15', 27]);
      api.clock.now = NOON;
    });

    it('are the same as CSV and on the page for people', async () => {
      const answer = await api.app.inject({
        url: `/api/v1/analytics/breakdown?${on(2)}`,
        headers: { authorization: `Bearer ${all}`, accept: 'text/csv' },
      });
      assert.equal(answer.payload, '\ufeffkey,name,visits,unique\r\nde,Germany,7,7\r\nOther,Other,5,5\r\n');
      const page = await (await api.dashboard()).inject({ url: `/shared/${all}?range=30d&timezone=Asia/Tokyo` });
      assert.equal(page.statusCode, 200);
      assert.match(page.payload, /<bdi>Austria<\/bdi>/);
      assert.match(page.payload, /<bdi>Other<\/bdi>/);
      assert.doesNotMatch(page.payload, /Switzerland|blog|Tokyo/);
    });
  });
}

function clicksOf({ clicks }: { clicks: number }): number {
  return clicks;
}

function onNovember(day: number): number {
  return Date.UTC(2026, 10, day) * 1000;
}

function dayName(day: number): string {
  return `2026-11-${String(day).padStart(2, '0')}`;
}
