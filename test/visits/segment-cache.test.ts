import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, HOUR } from '../../contract/time.ts';
import { createVisits } from '../../server/visits/index.ts';
import { filteredFigures } from '../../server/visits/read/filtered-counts.ts';
import { cacheSegments } from '../../server/visits/read/segment-cache.ts';
import { TIME_PART } from '../../server/visits/segments/format.ts';
import { engines } from '../support/engines.ts';
import { addLink, event, setting, TODAY } from './setting.ts';
import { compactNow, compareAll, figuresOf, history, naively, rowsIn, spans } from './visit-history.ts';

const ofGermany = { targetId: 0, span: spans[0]!, filters: new Map([['country', 'de'] as const]) };

for (const engine of engines) {
  describe(`the cache of segments on ${engine.name}`, () => {
    async function filled(t: Parameters<typeof setting>[0], all = history(1500, { days: 2 })) {
      const { store, visits, ...others } = await setting(t, engine);
      for (const id of [11, 12]) await addLink(store, { id, slug: `link-${id}` });
      await visits.recordMany(all as ReturnType<typeof event>[]);
      await visits.foldAll();
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
      await visits.foldAll();
      await compareAll(store, everyone);
      const before = await rowsIn(store, 'visit_segment');
      await compactNow(store, TODAY + HOUR);
      const numbers = (rows: typeof before) => [...new Set(rows.map(({ number }) => number))];
      assert.deepEqual([numbers(before), numbers(await rowsIn(store, 'visit_segment'))], [[1], [2]]);
      const { bytes } = figures();
      await compareAll(store, everyone);
      assert.ok(figures().bytes < 2 * bytes, 'rows of the replaced segment are removed');
    });

    test('forgets segments that are past their retention', async (t) => {
      const { store, clock, geography, all } = await filled(t);
      const figures = cacheSegments(store, 10_000_000);
      await compareAll(store, all);
      let hours = 0;
      const monotonicClock = () => ++hours * 3_600_000;
      const logger = { error: () => {}, info: () => {} };
      const visits = createVisits({ store, clock: () => clock.now, geography, logger, monotonicClock });
      clock.now = TODAY - DAY + 90 * DAY;
      await visits.upkeep();
      const left = naively(all, { ...ofGermany, span: { from: TODAY - DAY, to: TODAY } });
      assert.deepEqual((await figuresOf(store, ofGermany)).counts, left.counts);
      clock.now = TODAY + 90 * DAY;
      await visits.upkeep();
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
      await visits.foldAll();
      await compactNow(store, TODAY + HOUR);
      assert.deepEqual((await figuresOf(store, ofGermany)).counts, {});
      assert.deepEqual((await figuresOf(store, { ...ofGermany, filters: new Map() })).counts.country, [
        ['fr', [300, 300]],
      ]);
    });
  });
}

/** One column in each read, and the one that every read needs. */
async function readColumns(store: Parameters<typeof rowsIn>[0]): Promise<void> {
  const wanted = { dimensions: [], quarters: false, links: false };
  for (const dimension of ['country', 'browser', 'device', 'referrer', 'utm_term'] as const) {
    const query = { accountId: 1, ...ofGermany, filters: new Map([[dimension, null] as const]) };
    await filteredFigures(store.read, query, wanted);
  }
}

/** The times of visits are columns that filters do not read. */
async function rowsOfTimes(store: Parameters<typeof rowsIn>[0]): Promise<number> {
  return (await rowsIn(store, 'visit_segment')).filter(({ part }) => part === TIME_PART).length;
}
