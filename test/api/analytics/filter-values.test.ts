// Filters of statistics: an exact key wins, and otherwise case is ignored. The same wherever the visits are stored: in
// recent counts, in texts and in segments.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY, HOUR } from '../../../contract/time.ts';
import { insertLink } from '../../../server/storage/page/blocks.ts';
import { rollUp } from '../../../server/visits/count/roll-up.ts';
import { compactAll, compactDay } from '../../../server/visits/segments/compaction.ts';
import { type Account, type Api, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const YESTERDAY = NOON - (NOON % DAY) - DAY;

/** Views, with how many there are of each. */
const views: [
  visits: number,
  values: { country: string; city: string; browser: string; os: string },
  traits: object,
][] = [
  [3, { country: 'de', city: 'Berlin, DE', browser: 'Firefox', os: 'Linux' }, { utm_campaign: 'summer' }],
  [5, { country: 'br', city: 'São Paulo, BR', browser: 'Chrome', os: 'iOS' }, { utm_campaign: 'Summer' }],
  [7, { country: 'br', city: 'São Paulo, BR', browser: 'Firefox', os: 'iOS' }, { referrer: 'news.example' }],
  [600, { country: 'us', city: 'Unknown, US', browser: 'Safari', os: 'macOS' }, { device: 'Phone', app: 'TikTok' }],
  [2, { country: 'us', city: 'Unknown, US', browser: 'Edge', os: 'Windows' }, { utm_term: 'Ä|b', utm_source: 'Mail' }],
];

for (const engine of enginesOf(import.meta.url)) {
  describe(`A filter on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let bob: Account;
    before(async () => {
      api = await openApi(engine);
      [ada, bob] = [await api.account('ada'), await api.account('bob')];
      const link = await api.store.write(ada.id, async (tx) => {
        const [id] = await api.store.dialect.allocateIds(tx, 1);
        await insertLink(tx, ada.id, { id: id!, slug: 'shop', url: 'https://shop.example/', deleted_at: null });
        return id!;
      });
      const visit = (
        targetId: number,
        at: number,
        values: (typeof views)[number][1],
        traits: object,
        account = ada,
      ) => ({
        ...{ accountId: account.id, targetId, at, visitor: `v${at}` },
        ...{ ...values, traits: traits as Record<string, string> },
      });
      const all = views.flatMap(([count, values, traits], kind) =>
        Array.from({ length: count }, (_, number) => visit(0, YESTERDAY + kind * HOUR + number * 1000, values, traits)),
      );
      // The key exists for a link only. The visitor did not see the page.
      const click = {
        ...visit(link, YESTERDAY, { ...views[0]![1], browser: 'FIREFOX' }, { utm_medium: 'Print' }),
        visitor: 'a reader',
      };
      const elsewhere = visit(0, YESTERDAY, { ...views[0]![1], browser: 'firefox' }, {}, bob);
      await api.visits.recordMany([...all, click, elsewhere]);
      await api.visits.aggregateAll();
    });
    after(() => api.close());

    const get = async (path: string, headers: Record<string, string> = {}) => {
      const { status, text } = await api.app
        .inject({
          url: `/api/v1${path}`,
          headers: { authorization: `Bearer ${ada.key}`, ...headers },
        })
        .then(({ statusCode, payload }) => ({ status: statusCode, text: payload }));
      assert.equal(status, 200, text);
      return text;
    };
    const json = async (path: string) => JSON.parse(await get(path));
    const viewsWith = async (query: string) => (await json(`/analytics/views?${query}`)).response.getviews.visits;
    const csvLines = async (path: string) => (await get(path, { accept: 'text/csv' })).trim().split('\r\n').length - 1;

    const expected: [query: string, visits: number][] = [
      ['country=DE', 3],
      ['country=de', 3],
      ['os=ios', 12],
      ['os=IOS&country=Br', 12],
      ['city=berlin,%20de', 3],
      [`city=${encodeURIComponent('SÃO PAULO, br')}`, 12],
      ['device=phone', 600],
      ['app=tiktok', 600],
      ['referrer=News.Example', 7],
      ['utm_source=mail', 2],
      [`utm_term=${encodeURIComponent('ä|B')}`, 2],
      // Both spellings are keys: each means itself, and any other means both.
      ['utm_campaign=summer', 3],
      ['utm_campaign=Summer', 5],
      ['utm_campaign=SUMMER', 8],
      ['utm_campaign=SUMMER&browser=chrome', 5],
      // A key of a link. The views have it in another case, and another account's key does not count.
      ['browser=FIREFOX', 0],
      ['browser=Firefox', 10],
      ['browser=firefox', 10],
      ['browser=netscape', 0],
      ['browser=%00', 0],
      ['browser=fire', 0],
    ];

    /** Each spells filters in its own way, so that no answer comes from the cache. */
    const states: [where: string, move: () => Promise<void>, spelled: { ios: string; linux: string; print: string }][] =
      [
        ['in recent counts', async () => {}, { ios: 'ios', linux: 'linux', print: 'print' }],
        ['in texts', () => rollUp(api.store, Number.POSITIVE_INFINITY), { ios: 'IOS', linux: 'LINUX', print: 'PRINT' }],
        [
          'in segments',
          () => compactAll(api.store, NOON, (step) => compactDay(api.store, step)),
          { ios: 'Ios', linux: 'lINUX', print: 'pRINT' },
        ],
      ];
    for (const [where, move, { ios, linux, print }] of states) {
      it(`means an exact key, and otherwise ignores case, with visits ${where}`, async () => {
        await move();
        // Another address for the cache.
        const unknownFilter = `unheard=${encodeURIComponent(where)}`;
        for (const [query, visits] of expected)
          assert.equal(await viewsWith(`${query}&${unknownFilter}`), visits, query);
      });

      it(`is the same in every read and in CSV, with visits ${where}`, async () => {
        const breakdown = await json(`/analytics/breakdown?dimension=country&os=${ios}`);
        assert.deepEqual(breakdown.response, [{ key: 'br', name: 'Brazil', visits: 12, unique: 12 }]);
        const all = await json(`/analytics/breakdowns?dimensions=browser&os=${ios}`);
        assert.equal(all.response.total.visits, 12);
        const series = await json(`/analytics/series?from=2026-11-14&to=2026-11-14&os=${ios}`);
        assert.equal(series.response.total.visits, 12);
        assert.equal((await json(`/analytics/links?os=${linux}`)).response[0].visits, 1);
        assert.equal((await json(`/analytics/clicks?utm_medium=${print}`)).response.insight.visits, 1);
        assert.equal((await json(`/analytics/clicks/shop?utm_medium=${print}`)).response.getviews.visits, 1);
        const events = await json(`/analytics/events?os=${ios}&results_per_page=25`);
        assert.deepEqual([events.response.length, events.meta.total], [12, 12]);
        assert.match(events.meta.first_page_url, new RegExp(`&os=${ios}$`));

        assert.equal(await csvLines(`/analytics/events?os=${ios}`), 12);
        assert.equal(await csvLines(`/analytics/breakdown?dimension=city&os=${ios}`), 1);
        const shared = await api.call('POST /analytics/shares', { key: ada.key, json: { name: where } });
        const { token } = shared.body.response;
        const { body } = await api.call(`GET /analytics/views?os=${ios}`, { key: token });
        assert.equal(body.response.getviews.visits, 12);
      });
    }

    it('with the type of an activity ignores case as well', async () => {
      const of = async (type: string) => (await json(`/activities?type=${type}`)).meta.total;
      assert.ok((await of('share_created')) > 0);
      assert.equal(await of('Share_Created'), await of('share_created'));
    });
  });
}
