import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, HOUR } from '../../contract/time.ts';
import { type VisitDimension, visitDimensions } from '../../contract/vocabulary.ts';
import { linesIn } from '../../server/visits/count/kept-events.ts';
import { createVisits } from '../../server/visits/index.ts';
import { pageOfEvents } from '../../server/visits/read/event-report.ts';
import { filteredFigures } from '../../server/visits/read/filtered-counts.ts';
import { compactAll, compactDay } from '../../server/visits/segments/compaction.ts';
import { lineReader } from '../../server/visits/segments/segment-lines.ts';
import { segmentsIn } from '../../server/visits/segments/segment-reader.ts';
import { segmentOf } from '../../server/visits/segments/segment-writer.ts';
import { engines } from '../support/engines.ts';
import { visitUpkeep } from '../support/jobs.ts';
import { addLink, event, setting, TODAY } from './setting.ts';
import {
  compactNow,
  compareAll,
  everything,
  figuresOf,
  history,
  naively,
  QUARTER,
  rowsIn,
  spans,
} from './visit-history.ts';

test('a segment has exactly the lines that it was made of', () => {
  const day = TODAY - DAY;
  const of = (count: number, line: (number: number) => string) => {
    const lines = Array.from({ length: count }, (_, number) => {
      const at = day + Math.floor((number * DAY) / count);
      return { at, targetId: number % 3 === 0 ? 0 : number % 4000, line: `${at}|${line(number)}` };
    });
    const rows = segmentOf(lines).map((part) => ({ ...part, target_id: -1, day, number: 1 }));
    const [segment] = segmentsIn(rows.reverse());
    assert.deepEqual(lineReader(segment!)(0, count), lines);
    return rows.length;
  };
  assert.equal(
    of(1, () => 'bot'),
    1,
  );
  // One, two, four, nine, 95, 9,025 and more distinct values.
  assert.equal(
    of(500, (n) => `${n % 2}|de|${n % 3}|${n % 4}|${n % 5}|${n % 9}|${n % 10}`),
    1,
  );
  assert.equal(
    of(9100, (n) => `3|${n % 94}|${n % 95}|${n % 96}|${n % 9025}|${n % 9026}|||${n}`),
    9,
  );
  assert.equal(
    of(5000, () => 'head'),
    3,
  );
});

for (const engine of engines) {
  describe(`segments of visits on ${engine.name}`, () => {
    test('give the same figures as the visits, in texts and in segments', async (t) => {
      const { store, visits } = await setting(t, engine);
      for (const id of [11, 12]) await addLink(store, { id, slug: `link-${id}` });
      // One day has more views than the 512 that a single row holds.
      const all = [...history(600), ...history(1300, { days: 1 })].sort((a, b) => a.at - b.at);
      await visits.recordMany(all as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      await compareAll(store, all);
      assert.deepEqual(await rowsIn(store, 'visit_segment'), []);

      const pages = async () => {
        const asked = { accountId: 1, from: 0, to: Number.MAX_SAFE_INTEGER };
        const lists = [{}, { targetId: 11 }, { filters: new Map([['country', 'de'] as const]) }].map((given) => ({
          filters: new Map<VisitDimension, string>(),
          ...asked,
          ...given,
        }));
        return Promise.all(
          lists.flatMap((query) =>
            [1, 2, 7].map(async (page) => {
              const { rows, ...rest } = await pageOfEvents(store.read, query, { page, size: 50 });
              const shown = rows.map(({ of, ...row }) => ({
                ...row,
                ...visitDimensions.map((name) => of(name as 'os')),
              }));
              return { ...rest, shown };
            }),
          ),
        );
      };
      const listed = await pages();
      const counted = () =>
        store.read
          .selectFrom('visit_event_count')
          .select(['target_id', 'length', 'start', 'count'])
          .orderBy('target_id')
          .orderBy('length')
          .orderBy('start')
          .execute();
      const counts = await counted();
      await compactNow(store, TODAY + HOUR);
      assert.deepEqual(await rowsIn(store, 'visit_event'), []);
      const parts = (await rowsIn(store, 'visit_segment')).map(({ part }) => part);
      assert.ok(parts.includes(0) && parts.includes(1), 'in one row, and in a row for each column');
      await compareAll(store, all);
      assert.deepEqual(await pages(), listed);
      assert.deepEqual(await counted(), counts);
    });

    test('take up late visits, and days that are not over', async (t) => {
      const { store, visits } = await setting(t, engine);
      for (const id of [11, 12]) await addLink(store, { id, slug: `link-${id}` });
      const all = history(900, { days: 1 });
      const late = all.filter((_, index) => index % 3 === 0);
      const inTime = all.filter((_, index) => index % 3 !== 0);
      // Uniqueness is decided in order of arrival.
      const arrived = [...inTime, ...late];
      await visits.recordMany(inTime as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      await compactNow(store, TODAY - HOUR);
      assert.equal((await rowsIn(store, 'visit_segment')).length, 0, 'few visits of a day wait until it is over');
      await compactNow(store, TODAY + HOUR);
      assert.equal((await rowsIn(store, 'visit_segment')).length, 2, 'views and clicks');
      await visits.recordMany(late.slice(0, 20) as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      await compactNow(store, TODAY + HOUR);
      const few = (await rowsIn(store, 'visit_event')).flatMap(({ events }) => linesIn(events));
      assert.equal(few.length, 20, 'few late visits stay texts');
      await compareAll(store, [...inTime, ...late.slice(0, 20)]);
      await visits.recordMany(late.slice(20) as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      await compactNow(store, TODAY + HOUR);
      assert.deepEqual(await rowsIn(store, 'visit_event'), []);
      assert.equal((await rowsIn(store, 'visit_segment')).length, 2, 'small segments are merged');
      await compareAll(store, arrived);
    });

    test('are deleted with their whole day when it is past its retention', async (t) => {
      const { store, clock, geography } = await setting(t, engine);
      let hours = 0;
      const monotonicClock = () => ++hours * 3_600_000;
      const logger = { error: () => {}, info: () => {} };
      const visits = createVisits({ store, clock: () => clock.now, geography, logger });
      const upkeep = visitUpkeep({ store, visits, clock: () => clock.now, monotonicClock });
      for (const id of [11, 12]) await addLink(store, { id, slug: `link-${id}` });
      const all = history(1200);
      await visits.recordMany(all as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      clock.now = TODAY + HOUR;
      await upkeep();
      assert.deepEqual(await rowsIn(store, 'visit_event'), [], 'maintenance compacts');
      // Retention is 90 days: the first of the three days has ended, the second has not.
      clock.now = TODAY - DAY + 90 * DAY - 1;
      await upkeep();
      const days = (await rowsIn(store, 'visit_segment')).map(({ day }) => day);
      assert.deepEqual([...new Set(days)].sort(), [TODAY - 2 * DAY, TODAY - DAY]);
      const left = all.filter(({ at }) => at >= TODAY - 2 * DAY);
      const counts = await store.read.selectFrom('visit_event_count').selectAll().execute();
      const expected = new Map<string, number>();
      for (const { at, targetId } of left) {
        for (const target of targetId === 0 ? [0] : [targetId, -1]) {
          for (const length of [QUARTER, DAY]) {
            const name = `${target} ${length} ${at - (at % length)}`;
            expected.set(name, (expected.get(name) ?? 0) + 1);
          }
        }
      }
      const found = counts.map((row) => [`${row.target_id} ${row.length} ${row.start}`, row.count] as const);
      assert.deepEqual(new Map([...found].sort()), new Map([...expected].sort()));
      assert.ok(counts.every(({ loose }) => loose === 0));
      const query = { targetId: 0, span: spans[0]!, filters: new Map() };
      assert.deepEqual((await figuresOf(store, query)).counts.kind, naively(left, query).counts.kind);
      const { since } = await filteredFigures(store.read, { accountId: 1, ...query }, everything);
      assert.equal(since, left[0]!.at);
      clock.now = TODAY + 90 * DAY;
      await upkeep();
      for (const table of ['visit_segment', 'visit_event_count'] as const) {
        assert.deepEqual(await store.read.selectFrom(table).selectAll().execute(), []);
      }
    });

    test('are not written if a text changes in the meantime', async (t) => {
      const { store, visits } = await setting(t, engine);
      const at = TODAY - 3 * HOUR;
      const some = Array.from({ length: 70 }, (_, number) => event({ at: at + number, visitor: `visitor ${number}` }));
      await visits.recordMany(some);
      await visits.aggregateAll();
      const late = event({ at, visitor: 'late' });
      const raced = {
        ...store,
        writeVisits: async <T>(work: Parameters<typeof store.writeVisits<T>>[0]) => {
          await visits.recordMany([late]);
          await visits.aggregateAll();
          return store.writeVisits(work);
        },
      };
      const moved: number[] = [];
      await compactAll(store, TODAY + HOUR, async (step) => {
        moved.push(await compactDay(raced, step));
        return moved.at(-1)!;
      });
      assert.deepEqual(moved, [0]);
      assert.deepEqual(await rowsIn(store, 'visit_segment'), []);
      await compactNow(store, TODAY + HOUR);
      assert.deepEqual(await rowsIn(store, 'visit_event'), []);
      const query = { targetId: 0, span: spans[0]!, filters: new Map() };
      assert.deepEqual((await figuresOf(store, query)).counts.total, [['', [71, 71]]]);
    });

    test('are read once by readers that run at the same time, in another process too', async (t) => {
      const { store, visits, another } = await setting(t, engine);
      const other = await another();
      const all = history(2000, { days: 10 });
      await visits.recordMany(all as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      const query = { targetId: 0, span: spans[0]!, filters: new Map() };
      const expected = naively(all, query);
      let isDone = false;
      const compacting = compactNow(store, TODAY + HOUR).finally(() => {
        isDone = true;
      });
      let reads = 0;
      for (; !isDone; reads += 1) assert.deepEqual(await figuresOf(other.store, query), expected);
      await compacting;
      assert.ok(reads > 1);
      assert.deepEqual(await figuresOf(store, query), expected);
    });
  });
}
