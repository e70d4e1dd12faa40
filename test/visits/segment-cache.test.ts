import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, HOUR } from '../../contract/time.ts';
import type { VisitDimension } from '../../contract/vocabulary.ts';
import type { Store } from '../../server/storage/store.ts';
import { createVisits } from '../../server/visits/index.ts';
import { filteredFigures } from '../../server/visits/read/filtered-counts.ts';
import { cacheSegments, columnReader } from '../../server/visits/read/segment-cache.ts';
import { ALL_PARTS, BASE_PART, partOf, TIME_PART } from '../../server/visits/segments/format.ts';
import { engines } from '../support/engines.ts';
import { visitUpkeep } from '../support/jobs.ts';
import { addLink, event, setting, TODAY } from './setting.ts';
import { compactNow, compareAll, figuresOf, history, naively, rowsIn, spans } from './visit-history.ts';

const ofGermany = { targetId: 0, span: spans[0]!, filters: new Map([['country', 'de'] as const]) };

for (const engine of engines) {
  describe(`the cache of segments on ${engine.name}`, () => {
    async function filled(t: Parameters<typeof setting>[0], all = history(1500, { days: 2 })) {
      const { store, visits, ...others } = await setting(t, engine);
      for (const id of [11, 12]) await addLink(store, { id, slug: `link-${id}` });
      await visits.recordMany(all as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      await compactNow(store, TODAY + HOUR);
      return { store, visits, all, ...others };
    }

    test('gives the same figures, and reads a row once', async (t) => {
      const { store, all } = await filled(t, history(3000, { days: 2 }));
      const figures = cacheSegments(store, 10_000_000);
      await readColumns(store);
      await compareAll(store, all);
      const first = figures();
      assert.ok(first.misses > 0);
      assert.equal(first.misses, (await rowsIn(store, 'visit_segment')).length - (await rowsOfTimes(store)));
      await compareAll(store, all);
      assert.equal(figures().misses, first.misses);
      assert.ok(figures().hits > first.hits);
      // It does not matter whether columns of a day are cached at once or one after the other.
      const atOnce = cacheSegments(store, 10_000_000);
      await compareAll(store, all);
      assert.equal(atOnce().bytes, first.bytes);
    });

    test('follows visits that arrive late, and segments that are merged', async (t) => {
      const everyone = history(1500, { days: 1 });
      const [inTime, late] = [everyone.slice(0, 1000), everyone.slice(1000)];
      const { store, visits } = await filled(t, inTime);
      const figures = cacheSegments(store, 10_000_000);
      await compareAll(store, inTime);
      await visits.recordMany(late as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      await compareAll(store, everyone);
      const before = await rowsIn(store, 'visit_segment');
      await compactNow(store, TODAY + HOUR);
      const numbers = (rows: typeof before) => [...new Set(rows.map(({ number }) => number))];
      assert.deepEqual([numbers(before), numbers(await rowsIn(store, 'visit_segment'))], [[1], [2]]);
      const { bytes } = figures();
      await compareAll(store, everyone);
      assert.ok(figures().bytes < 2 * bytes, 'rows of the replaced segment are removed');
    });

    test('is as right if segments are replaced by others with the same visits', async (t) => {
      const { store, all } = await filled(t, history(3000, { days: 2 }));
      const figures = cacheSegments(store, 10_000_000);
      await readColumn(store, 'country');
      await store.write(1, async (tx) => {
        await tx
          .updateTable('visit_segment')
          .set(({ eb }) => ({ number: eb('number', '+', 3) }))
          .execute();
      });
      const { misses } = figures();
      await readColumn(store, 'country');
      assert.equal(figures().misses, misses, 'the same visits are not read again');
      // Other columns belong to the new segments.
      await compareAll(store, all);
    });

    test('reads what is missing between days that are cached', async (t) => {
      // Enough visits of each day for a row per column.
      const days = 15;
      const { store, all } = await filled(t, history(20_000, { days }));
      const rows = await rowsIn(store, 'visit_segment');
      assert.equal(rows.filter(({ part }) => part === ALL_PARTS).length, 0);
      const figures = cacheSegments(store, 10_000_000);
      for (let ago = 1; ago <= days; ago += 1) {
        // Of three days, one is cached, another has one of the columns, and the third is missing.
        const span = { from: TODAY - ago * DAY, to: TODAY - (ago - 1) * DAY };
        if (ago % 3 === 0) await figuresOf(store, { ...ofGermany, span });
        if (ago % 3 === 1) await readColumn(store, 'browser', span);
      }
      assert.equal(figures().entries, 10);
      assert.deepEqual(await figuresOf(store, ofGermany), naively(all, ofGermany));
      assert.equal(figures().entries, days);
      const { misses } = figures();
      await figuresOf(store, ofGermany);
      assert.equal(figures().misses, misses);
    });

    test('keeps the columns of reads that run at the same time', async (t) => {
      const { store, all } = await filled(t, history(3000, { days: 2 }));
      const figures = cacheSegments(store, 10_000_000);
      const read = () => Promise.all(columns.map((dimension) => readColumn(store, dimension)));
      await read();
      const { misses } = figures();
      await read();
      assert.equal(figures().misses, misses);
      await compareAll(store, all);
    });

    test('knows a column without any value once it was read', async (t) => {
      const { store, all } = await filled(t, history(3000, { days: 2 }));
      cacheSegments(store, 10_000_000);
      await readColumn(store, 'country');
      const parts = [ALL_PARTS, BASE_PART, partOf('app')];
      const cachedOf = () => columnReader(store.read, { accountId: 1, targetId: 0 }, parts).cachedValues(TODAY - DAY);
      const visits = all.filter(({ at, targetId }) => targetId === 0 && at >= TODAY - DAY).length;
      assert.equal(cachedOf(), 2 * visits);
      await readColumn(store, 'app');
      assert.equal(cachedOf(), 3 * visits);
    });

    test('forgets segments that are past their retention', async (t) => {
      const { store, clock, geography, all } = await filled(t);
      const figures = cacheSegments(store, 10_000_000);
      await compareAll(store, all);
      let hours = 0;
      const monotonicClock = () => ++hours * 3_600_000;
      const logger = { error: () => {}, info: () => {} };
      const visits = createVisits({ store, clock: () => clock.now, geography, logger });
      const upkeep = visitUpkeep({ store, visits, clock: () => clock.now, monotonicClock });
      clock.now = TODAY - DAY + 90 * DAY;
      await upkeep();
      const left = naively(all, { ...ofGermany, span: { from: TODAY - DAY, to: TODAY } });
      assert.deepEqual((await figuresOf(store, ofGermany)).counts, left.counts);
      clock.now = TODAY + 90 * DAY;
      await upkeep();
      for (const targetId of [0, -1]) {
        assert.deepEqual((await figuresOf(store, { ...ofGermany, targetId })).counts, {});
      }
      assert.deepEqual([figures().entries, figures().bytes], [0, 0]);
    });

    test('stays below its limit, and is as right without room', async (t) => {
      const { store, all } = await filled(t);
      const figures = cacheSegments(store, 20_000);
      for (let time = 0; time < 2; time += 1) {
        await compareAll(store, all);
        const { bytes, entries } = figures();
        assert.ok(bytes <= 20_000 && entries > 0, `${bytes} bytes`);
      }
    });

    test('does not cache a day that is larger than the cache', async (t) => {
      const { store, all } = await filled(t, history(1500, { days: 1 }));
      const { length } = (await rowsIn(store, 'visit_segment')).map(({ data }) => data).join('');
      // A read of one column fits, and further columns of the same day do not.
      for (const size of [1000, length / 4, length / 2, length]) {
        const figures = cacheSegments(store, Math.floor(size));
        for (let time = 0; time < 2; time += 1) {
          await readColumns(store);
          await compareAll(store, all);
        }
        assert.ok(figures().bytes <= size, `${figures().bytes} of ${size} bytes`);
      }
    });

    test('notices that the database lost its last segments', async (t) => {
      const { store, visits, all } = await filled(t);
      cacheSegments(store, 10_000_000);
      await compareAll(store, all);
      // Another segment with the same number: with fewer visits, of nobody from Germany.
      await store.write(1, async (tx) => {
        for (const table of ['visit_segment', 'visit_event_count'] as const) await tx.deleteFrom(table).execute();
      });
      const others = Array.from({ length: 300 }, (_, number) =>
        event({ at: TODAY - 2 * DAY + number, visitor: `another ${number}`, country: 'fr' }),
      );
      await visits.recordMany(others);
      await visits.aggregateAll();
      await compactNow(store, TODAY + HOUR);
      assert.deepEqual((await figuresOf(store, ofGermany)).counts, {});
      assert.deepEqual((await figuresOf(store, { ...ofGermany, filters: new Map() })).counts.country, [
        ['fr', [300, 300]],
      ]);
    });
  });
}

const columns = ['country', 'browser', 'device', 'referrer', 'utm_term'] as const;

/** One column in each read, and the one that every read needs. */
async function readColumns(store: Store): Promise<void> {
  for (const dimension of columns) await readColumn(store, dimension);
}

async function readColumn(store: Store, dimension: VisitDimension, span = ofGermany.span): Promise<void> {
  const query = { accountId: 1, targetId: 0, span, filters: new Map([[dimension, null]]) };
  await filteredFigures(store.read, query, { dimensions: [], quarters: false, links: false });
}

/** The times of visits are columns that filters do not read. */
async function rowsOfTimes(store: Store): Promise<number> {
  return (await rowsIn(store, 'visit_segment')).filter(({ part }) => part === TIME_PART).length;
}
