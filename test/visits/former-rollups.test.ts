// Migration 0014 of long lists. `ranges.test.ts` compares everything else.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../contract/time.ts';
import { SHARED, TIERS } from '../../server/storage/visits/visit-periods.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';
import { rangeCounts } from '../../server/visits/read/range-counts.ts';
import { engines } from '../support/engines.ts';
import { migrateRollups, type Rollup } from './former-rollups.ts';
import { NOON, plain, setting } from './setting.ts';

const QUARTER = 15 * MINUTE;

for (const engine of engines) {
  describe(`counts of an earlier version on ${engine.name}`, () => {
    test('keep hostile keys, and get their own rows if there are many keys', async (t) => {
      const { store } = await setting(t, engine);
      const cities = (bucket: number, last: number) =>
        Array.from({ length: last }, (_, n): Rollup => [PAGE, bucket, 'city', `"Town" \\ number\n${n}, GB`, 2, 1]);
      await migrateRollups(store, [
        [PAGE, NOON, 'total', '', 400, 200],
        [PAGE, NOON, 'os', '__proto__', 400, 200],
        [PAGE, NOON + QUARTER, 'total', '', 20, 10],
        ...cities(NOON, 200),
        ...cities(NOON + QUARTER, 10),
      ]);
      const rows = await store.read
        .selectFrom('visit_period')
        .select(['dimension', 'tier', 'start'])
        .orderBy('tier')
        .orderBy('start')
        .orderBy('dimension')
        .execute();
      assert.deepEqual(plain(rows), [
        { dimension: SHARED, tier: TIERS.quarter, start: NOON },
        { dimension: 'city', tier: TIERS.quarter, start: NOON },
        { dimension: SHARED, tier: TIERS.quarter, start: NOON + QUARTER },
        { dimension: SHARED, tier: TIERS.day, start: NOON - 12 * HOUR },
        { dimension: 'city', tier: TIERS.day, start: NOON - 12 * HOUR },
        { dimension: SHARED, tier: TIERS.month, start: NOON - 12 * HOUR - 9 * DAY },
        { dimension: 'city', tier: TIERS.month, start: NOON - 12 * HOUR - 9 * DAY },
      ]);
      for (const days of [1, 40]) {
        const span = { from: NOON - (NOON % DAY), to: NOON - (NOON % DAY) + days * DAY };
        const found = await rangeCounts(store.read, 1, PAGE, ['total', 'city', 'os'], span);
        assert.equal(found.get('city')!.size, 200);
        assert.deepEqual(found.get('city')!.get('"Town" \\ number\n9, GB'), { visits: 4, uniques: 2 });
        assert.deepEqual(found.get('city')!.get('"Town" \\ number\n10, GB'), { visits: 2, uniques: 1 });
        assert.deepEqual([...found.get('total')!], [['', { visits: 420, uniques: 210 }]]);
        assert.deepEqual([...found.get('os')!], [['__proto__', { visits: 400, uniques: 200 }]]);
      }
    });
  });
}
