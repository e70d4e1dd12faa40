import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../contract/time.ts';
import type { Store } from '../../server/storage/store.ts';
import { SHARED, TIERS } from '../../server/storage/visits/visit-periods.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { rollUp } from '../../server/visits/count/roll-up.ts';
import { rangeCounts } from '../../server/visits/read/range-counts.ts';
import { clicksReport, viewsReport } from '../../server/visits/read/report.ts';
import { engines } from '../support/engines.ts';
import { addLink, event, NOON, plain, setting } from './setting.ts';

const QUARTER = 15 * MINUTE;

const recentQuarters = async (store: Store) =>
  unique((await store.read.selectFrom('visit_fresh').select('bucket').execute()).map(({ bucket }) => bucket));

const rolledUpQuarters = async (store: Store) => {
  const rows = await store.read.selectFrom('visit_period').select('start').where('tier', '=', TIERS.quarter).execute();
  return unique(rows.map(({ start }) => start));
};

const unique = (times: number[]) => [...new Set(times)].sort();

for (const engine of engines) {
  describe(`settling on ${engine.name}`, () => {
    test('does not change any report', async (t) => {
      const { store, visits } = await setting(t, engine);
      await addLink(store, { id: 11, slug: 'shop' });
      const reports = async () => ({
        views: plain(await viewsReport(store.read, 1)),
        clicks: plain(await clicksReport(store.read, 1)),
      });
      const hostile = { country: '__proto__', city: 'constructor, XX', os: '"]', browser: '\\' };
      await visits.recordMany([
        event({ visitor: 'ann', at: NOON }),
        event({ visitor: 'bob', at: NOON, ...hostile }),
        event({ visitor: 'ann', at: NOON, targetId: 11 }),
      ]);
      await aggregate(store, 100);
      await visits.recordMany([
        event({ visitor: 'ann', at: NOON + MINUTE }),
        event({ visitor: 'cat', at: NOON + QUARTER, ...hostile }),
        event({ visitor: 'cat', at: NOON + QUARTER, targetId: 11 }),
      ]);
      await aggregate(store, 100);
      const before = await reports();
      assert.deepEqual(before.views.getviews, { visits: 4, unique: 3 });
      assert.deepEqual(Object.entries(before.views.countries).find(([iso]) => iso === '__proto__')?.[1], {
        visits: 2,
        unique: 2,
        name: 'Unknown',
      });
      assert.deepEqual(before.clicks, {
        links: { shop: { visits: 2, unique: 2, link: 'https://example.com/11' } },
        insight: { visits: 2, unique: 2 },
      });
      assert.deepEqual(await recentQuarters(store), [NOON, NOON + QUARTER]);

      await rollUp(store, NOON + 20 * MINUTE);
      assert.deepEqual(await recentQuarters(store), [NOON + QUARTER], 'the past quarter-hour is rolled up');
      assert.deepEqual(await rolledUpQuarters(store), [NOON]);
      assert.deepEqual(await reports(), before);

      await visits.recordMany([event({ visitor: 'late', at: NOON + 2 * MINUTE })]);
      await aggregate(store, 100);
      assert.deepEqual((await viewsReport(store.read, 1)).getviews, { visits: 5, unique: 4 });
      const whole = await reports();
      await Promise.all([rollUp(store, Number.POSITIVE_INFINITY), rollUp(store, Number.POSITIVE_INFINITY)]);
      assert.deepEqual(await reports(), whole);
      assert.deepEqual(await recentQuarters(store), []);
    });

    test('rolls up a long row at once', async (t) => {
      const { store, visits } = await setting(t, engine);
      const towns = Array.from({ length: 1000 }, (_, n) =>
        event({ visitor: `v${n}`, city: `A town, number ${n}, GB` }),
      );
      await visits.recordMany(towns);
      await aggregate(store, 1000);
      await rollUp(store, NOON);
      assert.deepEqual(await recentQuarters(store), []);
      assert.equal(Object.keys((await viewsReport(store.read, 1)).cities).length, 1000);
    });

    test('adds to long lists, which have their own rows', async (t) => {
      const { store, visits } = await setting(t, engine);
      const towns = (at: number, last: number) =>
        Array.from({ length: last }, (_, n) => event({ visitor: `v${n}`, at, city: `A town, number ${n}, GB` }));
      for (const [at, last] of [
        [NOON, 200],
        [NOON + MINUTE, 100],
        [NOON + QUARTER, 201],
      ] as const) {
        await visits.recordMany(towns(at, last));
        await aggregate(store, 1000);
        await rollUp(store, Number.POSITIVE_INFINITY);
      }
      const rows = await store.read
        .selectFrom('visit_period')
        .select(['dimension', 'tier', 'start'])
        .where('dimension', '<>', SHARED)
        .orderBy('tier')
        .orderBy('start')
        .execute();
      assert.deepEqual(plain(rows), [
        { dimension: 'city', tier: TIERS.quarter, start: NOON },
        { dimension: 'city', tier: TIERS.quarter, start: NOON + QUARTER },
        { dimension: 'city', tier: TIERS.day, start: NOON - 12 * HOUR },
        { dimension: 'city', tier: TIERS.month, start: NOON - 12 * HOUR - 9 * DAY },
      ]);
      for (const [from, to] of [
        [NOON, NOON + 2 * QUARTER],
        [NOON - 12 * HOUR, NOON + 12 * HOUR],
        [NOON - 40 * DAY, NOON + 40 * DAY],
      ] as const) {
        const found = await rangeCounts(store.read, 1, PAGE, ['city', 'os'], { from, to });
        const { city, os } = Object.fromEntries(found);
        assert.equal(city!.size, 201);
        assert.deepEqual(city!.get('A town, number 99, GB'), { visits: 3, uniques: 1 });
        assert.deepEqual(city!.get('A town, number 199, GB'), { visits: 2, uniques: 1 });
        assert.deepEqual(city!.get('A town, number 200, GB'), { visits: 1, uniques: 1 });
        assert.deepEqual(os!.get('Windows'), { visits: 501, uniques: 201 });
      }
    });
  });
}
