import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE } from '../../contract/time.ts';
import type { Store } from '../../server/storage/store.ts';
import { fold } from '../../server/visits/count/fold.ts';
import { settle } from '../../server/visits/count/settle.ts';
import { clicksReport, viewsReport } from '../../server/visits/read/report.ts';
import { engines } from '../support/engines.ts';
import { addLink, event, NOON, plain, setting } from './setting.ts';

const QUARTER = 15 * MINUTE;

const bucketsIn = async (store: Store, table: 'visit_fresh' | 'visit_rollup') =>
  [...new Set((await store.read.selectFrom(table).select('bucket').execute()).map(({ bucket }) => bucket))].sort();

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
      await fold(store, 100);
      await visits.recordMany([
        event({ visitor: 'ann', at: NOON + MINUTE }),
        event({ visitor: 'cat', at: NOON + QUARTER, ...hostile }),
        event({ visitor: 'cat', at: NOON + QUARTER, targetId: 11 }),
      ]);
      await fold(store, 100);
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
      assert.deepEqual(await bucketsIn(store, 'visit_fresh'), [NOON, NOON + QUARTER]);

      await settle(store, NOON + 20 * MINUTE);
      assert.deepEqual(await bucketsIn(store, 'visit_fresh'), [NOON + QUARTER], 'the past quarter-hour is settled');
      assert.deepEqual(await bucketsIn(store, 'visit_rollup'), [NOON]);
      assert.deepEqual(await reports(), before);

      await visits.recordMany([event({ visitor: 'late', at: NOON + 2 * MINUTE })]);
      await fold(store, 100);
      assert.deepEqual((await viewsReport(store.read, 1)).getviews, { visits: 5, unique: 4 });
      const whole = await reports();
      await Promise.all([settle(store, Number.POSITIVE_INFINITY), settle(store, Number.POSITIVE_INFINITY)]);
      assert.deepEqual(await reports(), whole);
      assert.deepEqual(await bucketsIn(store, 'visit_fresh'), []);
    });

    test('settles a long row at once', async (t) => {
      const { store, visits } = await setting(t, engine);
      const towns = Array.from({ length: 1000 }, (_, n) =>
        event({ visitor: `v${n}`, city: `A town, number ${n}, GB` }),
      );
      await visits.recordMany(towns);
      await fold(store, 1000);
      await settle(store, NOON);
      assert.deepEqual(await bucketsIn(store, 'visit_fresh'), []);
      assert.equal(Object.keys((await viewsReport(store.read, 1)).cities).length, 1000);
    });
  });
}
