import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { DAY, day } from '../../contract/time.ts';
import { madeUpVisits } from '../../server/demo/visits.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';
import { quarterFigures } from '../../server/visits/read/quarter-figures.ts';
import { knownBrowser, knownSystem } from '../../server/visits/record/agent-names.ts';
import { type Api, NOON } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';
import { demoOn } from './demo.ts';

type Counts = { visits: number; unique: number };
type Breakdown = Record<'countries' | 'cities' | 'devices' | 'browsers', Record<string, Counts>> & { getviews: Counts };
type Links = Record<string, Counts & { link: string }>;

for (const engine of enginesOf(import.meta.url)) {
  describe(`The demo's invented visits on ${engine.name}`, () => {
    let api: Api;
    let key: string;
    let accountId: number;
    const visitsByQuarter = async (targetId: number) => {
      const found = await quarterFigures(api.store.read, accountId, targetId, { from: 0, to: NOON + DAY });
      return found.filter(({ visits }) => visits > 0);
    };
    const get = async (path: string) => (await api.call(`GET ${path}`, { key })).body.response;

    before(async () => {
      ({ api, key } = await demoOn(engine));
      accountId = (await api.store.read.selectFrom('account').select('account_id').executeTakeFirstOrThrow())
        .account_id;
    });

    it('are all counted: every breakdown adds up to the number of views', async () => {
      const views: Breakdown = await get('/analytics/views');
      assertSums(views);
      assert.ok(views.getviews.unique > 1000);
      assert.ok(views.getviews.visits > views.getviews.unique, 'no visitor came back on the same day');
      const left = await api.store.read.selectFrom('visit_batch').select('seq').execute();
      assert.deepEqual(left, []);
    });

    it('have cities in their countries, and known systems and browsers', async () => {
      const { countries, cities, devices, browsers }: Breakdown = await get('/analytics/views');
      const byCountry: Record<string, number> = {};
      for (const [city, { visits }] of Object.entries(cities)) {
        const [, iso] = /^[^,]+, ([A-Z]{2})$/.exec(city)!;
        byCountry[iso!.toLowerCase()] = (byCountry[iso!.toLowerCase()] ?? 0) + visits;
      }
      const expected = Object.entries(countries).map(([iso, { visits }]) => [iso, visits]);
      assert.deepEqual(byCountry, Object.fromEntries(expected));
      assert.ok(expected.length >= 10);
      for (const os of Object.keys(devices)) assert.equal(knownSystem(os), os);
      for (const browser of Object.keys(browsers)) assert.equal(knownBrowser(browser), browser);
      assert.ok(Object.keys(devices).length >= 5);
      assert.ok(Object.keys(browsers).length >= 5);
    });

    it('have referrers, campaigns, languages and impressions, and requests that are not visits', async () => {
      const keys = async (dimension: string) => {
        const found: { key: string }[] = await get(`/analytics/breakdown?dimension=${dimension}&results_per_page=100`);
        return found.map(({ key }) => key).sort();
      };
      assert.deepEqual(await keys('device'), ['Computer', 'Phone', 'Unknown']);
      assert.deepEqual(await keys('utm_campaign'), ['autumn-walks', 'toll-house']);
      assert.deepEqual(await keys('kind'), ['bot', 'prefetch', 'preview']);
      assert.ok((await keys('referrer')).includes('instagram.com'));
      assert.ok((await keys('language')).includes('de'));
      const links: { slug: string; impressions: number; visits: number }[] = await get(
        '/analytics/links?results_per_page=100',
      );
      for (const { slug, impressions, visits } of links) assert.ok(impressions > visits, slug);
    });

    it('cover six weeks up to now, with quiet nights and busy weekends', async () => {
      const rows = await visitsByQuarter(PAGE);
      const quarterHour = DAY / 96;
      for (const { start } of rows) assert.ok(start > NOON - 42 * DAY - quarterHour && start <= NOON);
      const days = Map.groupBy(rows, ({ start }) => day(start));
      assert.equal(days.size, 43);

      const hour = (start: number) => new Date(start / 1000).getUTCHours();
      const night = rows.filter(({ start }) => hour(start) >= 1 && hour(start) < 5);
      const evening = rows.filter(({ start }) => hour(start) >= 17 && hour(start) < 21);
      assert.ok(sum(evening) > 3 * sum(night));

      const isWeekend = ({ start }: { start: number }) => [0, 6].includes(new Date(start / 1000).getUTCDay());
      const weekend = rows.filter(isWeekend);
      const week = rows.filter((row) => !isWeekend(row));
      assert.ok(sum(weekend) / 2 > sum(week) / 5);
    });

    it('include clicks on most links, none on one, and some on a deleted one', async () => {
      const { links, insight }: { links: Links; insight: Counts } = await get('/analytics/clicks');
      const blocks: { items: { link: string | null }[] }[] = await get('/blocks?results_per_page=100');
      const onPage = blocks.flatMap(({ items }) => items.flatMap(({ link }) => link ?? []));

      const alone = Object.keys(links).filter((slug) => links[slug]!.visits === 0);
      assert.deepEqual(alone, ['ladder-terms']);
      assert.deepEqual(links['ladder-terms'], { visits: 0, unique: 0, link: 'https://example.com/terms/ladder' });
      const deleted = Object.keys(links).filter((slug) => !onPage.includes(links[slug]!.link));
      assert.deepEqual(deleted, ['summer-sign-fair']);
      assert.ok(links['summer-sign-fair']!.visits > 10);
      assert.equal(Object.keys(links).length, onPage.length + 1);

      const all = Object.values(links);
      assert.equal(sum(all), insight.visits);
      assert.ok(insight.unique < all.reduce((total, { unique }) => total + unique, 0), 'nobody followed two links');
      const { getviews }: Breakdown = await get('/analytics/views');
      assert.ok(insight.visits < getviews.visits);
    });

    it('have a breakdown for every link', async () => {
      const { links }: { links: Links } = await get('/analytics/clicks');
      for (const [slug, { visits, unique }] of Object.entries(links)) {
        const breakdown: Breakdown = await get(`/analytics/clicks/${slug}`);
        assertSums(breakdown);
        assert.deepEqual(breakdown.getviews, { visits, unique }, slug);
      }
    });

    it('show a few live visitors at reserved addresses for five minutes', async () => {
      const { visitors, insight } = await get('/analytics/live');
      assert.equal(insight.getviews.unique, 3);
      assert.deepEqual(
        visitors.map((visitor: { ip: string }) => visitor.ip),
        ['203.0.113.20', '198.51.100.77', '2001:db8::5ee'],
      );
      api.clock.now = NOON + 300_000_000;
      const later = await get('/analytics/live');
      api.clock.now = NOON;
      assert.deepEqual(later.visitors, []);
    });

    it('include no clicks before a link was created or after it was deleted', async () => {
      const links = await api.store.read
        .selectFrom('link')
        .leftJoin('block_item', 'block_item.id', 'link.id')
        .select(['link.id', 'link.slug', 'link.deleted_at', 'block_item.created_at'])
        .execute();
      const quarterHour = DAY / 96;
      for (const { id, slug, created_at, deleted_at } of links) {
        const clicks = await visitsByQuarter(id);
        if (slug === 'map-ar') assert.ok(clicks.length > 0, 'it was created 19 days ago');
        for (const { start } of clicks) {
          assert.ok(start < (deleted_at ?? NOON) + 2 * quarterHour, `${slug} was clicked after its deletion`);
          assert.ok(start + quarterHour > (created_at ?? 0), `${slug} was followed before there was one`);
        }
      }
    });
  });
}

describe('Invented visits', () => {
  const links = [{ id: 7, appeal: 1, since: 0, until: NOON }];

  it('are deterministic for a given time', () => {
    assert.deepEqual(madeUpVisits(1, links, NOON), madeUpVisits(1, links, NOON));
  });

  it('are in chronological order and never in the future, at any time of day', () => {
    const midnight = NOON - (NOON % DAY);
    for (const now of [midnight, midnight + 1, midnight + 30_000_000, midnight - 1]) {
      const times = madeUpVisits(1, links, now).map(({ at }) => at);
      assert.ok(times.length > 2000);
      assert.ok(times.at(-1)! <= now && times[0]! >= now - 42 * DAY);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
    }
  });

  it('have each visitor on one day, in one city and with one browser', () => {
    const days = Map.groupBy(madeUpVisits(1, links, NOON), ({ visitor }) => visitor);
    for (const [visitor, events] of days) {
      const traits = events.map(({ at, city, os, browser }) => [day(at), city, os, browser].join());
      assert.equal(new Set(traits).size, 1, visitor);
    }
  });
});

function assertSums({ getviews, ...breakdown }: Breakdown): void {
  for (const [dimension, entries] of Object.entries(breakdown)) {
    const added = { visits: 0, unique: 0 };
    for (const { visits, unique } of Object.values(entries)) {
      added.visits += visits;
      added.unique += unique;
    }
    assert.deepEqual(added, getviews, dimension);
  }
}

function sum(rows: { visits: number }[]): number {
  return rows.reduce((total, { visits }) => total + visits, 0);
}
