import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, MINUTE, type Micros, SECOND } from '../../contract/time.ts';
import { type VisitDimension, visitDimensions } from '../../contract/vocabulary.ts';
import { deleteAccount } from '../../server/storage/accounts/accounts.ts';
import type { Store } from '../../server/storage/store.ts';
import { deleteEventsBefore } from '../../server/storage/visits/visit-events.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import type { Count } from '../../server/visits/count/counts.ts';
import { readKept, writeKept } from '../../server/visits/count/kept-events.ts';
import { rollUp } from '../../server/visits/count/roll-up.ts';
import { createVisits } from '../../server/visits/index.ts';
import type { Span } from '../../server/visits/read/cover.ts';
import { pageOfEvents } from '../../server/visits/read/event-report.ts';
import { filteredFigures } from '../../server/visits/read/filtered-counts.ts';
import { clicksReport, viewsReport } from '../../server/visits/read/report.ts';
import { selectedFigures } from '../../server/visits/read/selection.ts';
import { uncountedEvent } from '../../server/visits/record/events.ts';
import { engines } from '../support/engines.ts';
import { generator } from '../support/random.ts';
import { addLink, event, NOON, setting, TODAY } from './setting.ts';

const EVER: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };
const QUARTER = 15 * MINUTE;

const rolledUp = (store: Store) =>
  store.read.selectFrom('visit_event').selectAll().orderBy('account_id').orderBy('at').orderBy('target_id').execute();
const waiting = (store: Store) =>
  store.read.selectFrom('visit_fresh').select(['bucket', 'events']).where('events', '<>', '').execute();
const counted = async (store: Store) => {
  const rows = await store.read
    .selectFrom('visit_event_count')
    .selectAll()
    .orderBy('account_id')
    .orderBy('length')
    .execute();
  return rows.map(({ account_id, target_id, length, start, count }) => [account_id, target_id, length, start, count]);
};
const timesOf = async (store: Store, query: { from?: Micros; to?: Micros; targetId?: number } = {}, page = 1) => {
  const asked = { accountId: 1, ...EVER, ...query, filters: new Map() };
  const { rows, total } = await pageOfEvents(store.read, asked, { page, size: 10 });
  return { times: rows.map(({ at }) => at), total };
};

/** Views, clicks, repeats and non-visits around two midnights. */
function mixed(count: number) {
  const random = generator(20260310);
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]!;
  return Array.from({ length: count }, () => {
    const at = TODAY + one([0, DAY]) + Math.floor((random() - 0.5) * 40 * MINUTE);
    const targetId = one([0, 0, 11, 12]);
    if (random() < 0.2) return uncountedEvent(1, targetId, at, one(['bot', 'preview', 'prefetch', 'head'] as const));
    const person = Math.floor(random() * 30);
    const traits = {
      device: one(['Phone', 'Computer']),
      edition: 'first',
      ...(random() < 0.5 ? { referrer: one(['news.example', 'a|b.example']) } : {}),
      ...(random() < 0.3 ? { utm_term: one(['50 % off', 'line\nbreak', '']) } : {}),
    };
    const visitor = `person ${person} on day ${Math.floor(at / DAY)}`;
    return event({ at, targetId, visitor, country: one(['de', 'gb']), browser: `Browser ${person % 3}`, traits });
  });
}

test('keeps in a line everything a visit was counted by', () => {
  const hostile = { country: '', city: 'a|b%7C\n\0\u0085, GB', os: '"\\', browser: '🦊', traits: { utm_content: '%' } };
  const kept = readKept(writeKept(event(hostile), true, false), 0);
  assert.deepEqual(
    (['country', 'city', 'os', 'browser', 'device', 'utm_content'] as const).map((name) => kept.of(name)),
    ['', 'a|b%7C\n\0\u0085, GB', '"\\', '🦊', undefined, '%'],
  );
  assert.deepEqual([kept.at, kept.kind, kept.isUnique], [NOON, 'counted', true]);
  assert.equal(readKept(writeKept(event({ city: 'half \ud83e' }), false, true), 0).of('city'), 'half \ufffd');
  const written = writeKept(event({ ...hostile, visitor: 'somebody' }), true, true);
  assert.doesNotMatch(written, /somebody|\n|\0/);
});

for (const engine of engines) {
  describe(`single visits on ${engine.name}`, () => {
    test('add up to the counts, whichever process counts them and however late they arrive', async (t) => {
      const { store, visits, another } = await setting(t, engine);
      const other = await another();
      for (const id of [11, 12]) await addLink(store, { id, slug: `link-${id}` });
      const all = mixed(1200);
      for (const [index, process] of [visits, other.visits, visits, other.visits].entries()) {
        await process.recordMany(all.slice(index * 300, (index + 1) * 300) as ReturnType<typeof event>[]);
        await Promise.all([aggregate(store, 100), aggregate(other.store, 100)]);
        // Some of the next visits arrive after settling.
        if (index === 1) await rollUp(store, TODAY + DAY);
      }
      for (let more = true; more; ) more = (await aggregate(store, 1000)).visits > 0;
      const scannedCounts = async (targetId: number, dimension: VisitDimension, span: Span) => {
        const query = { accountId: 1, targetId, span, filters: new Map() };
        const wanted = { dimensions: [dimension], quarters: false, links: false };
        return (await filteredFigures(store.read, query, wanted)).counts.get(dimension) ?? new Map();
      };
      const storedCounts = async (targetId: number, dimension: VisitDimension, span?: Span) => {
        const wanted = { dimensions: [dimension], quarters: false };
        const { counts } = await selectedFigures(store.read, 1, targetId, wanted, { span, filters: new Map() });
        return counts.get(dimension) ?? new Map<string, Count>();
      };
      const sumOf = (counts: Map<string, Count>) => [...counts.values()].reduce((sum, { visits }) => sum + visits, 0);
      const compareAll = async () => {
        for (const targetId of [0, 11, 12]) {
          for (const dimension of visitDimensions) {
            const scanned = await scannedCounts(targetId, dimension, EVER);
            const expected = await storedCounts(targetId, dimension);
            assert.deepEqual(scanned, expected, `${targetId} ${dimension}`);
            if (dimension !== 'browser' && dimension !== 'kind') continue;
            const days = await Promise.all(
              [-1, 0, 1].map(async (day) => {
                const span = { from: TODAY + day * DAY, to: TODAY + (day + 1) * DAY };
                const ofDay = await storedCounts(targetId, dimension, span);
                const scannedOfDay = await scannedCounts(targetId, dimension, span);
                assert.deepEqual(scannedOfDay, ofDay, `${targetId} ${dimension} on day ${day}`);
                return sumOf(ofDay);
              }),
            );
            assert.equal(days[0]! + days[1]! + days[2]!, sumOf(expected));
            assert.ok(days.every((visits) => visits > 0));
          }
        }
        // Paging returns each visit once, as many as the total says.
        for (const asked of [{}, { targetId: 11 }, { from: TODAY, to: TODAY + DAY }]) {
          const query = { accountId: 1, ...EVER, filters: new Map(), ...asked };
          const expected = all.filter(({ at, targetId }) => {
            return at >= query.from && at < query.to && targetId === (query.targetId ?? targetId);
          });
          const times: Micros[] = [];
          for (let page = 1; page <= Math.ceil(expected.length / 70); page += 1) {
            const { rows, total } = await pageOfEvents(store.read, query, { page, size: 70 });
            assert.equal(total, expected.length);
            times.push(...rows.map(({ at }) => at));
          }
          assert.deepEqual(
            times,
            expected.map(({ at }) => at).sort((a, b) => b - a),
          );
        }
      };
      await compareAll();
      assert.ok((await waiting(store)).length > 0 && (await rolledUp(store)).length > 0, 'some wait, others do not');
      await Promise.all([rollUp(store, Number.POSITIVE_INFINITY), rollUp(other.store, Number.POSITIVE_INFINITY)]);
      await compareAll();
      assert.deepEqual(await waiting(store), []);

      // Counted from the 1200 visits above: each visitor once a day.
      assert.deepEqual((await viewsReport(store.read, 1)).getviews, { visits: 506, unique: 89 });
      assert.deepEqual((await clicksReport(store.read, 1)).insight, { visits: 452, unique: 88 });
      const rows = await rolledUp(store);
      const linesOf = (ofTarget: number) =>
        rows.filter((row) => row.target_id === ofTarget).flatMap(({ events }) => events.split('\n'));
      const flagged = (lines: string[], flags: RegExp) => lines.filter((line) => flags.test(line)).length;
      const summary = [0, 11, 12].map((target) => {
        const lines = linesOf(target);
        return [target, lines.length, flagged(lines, /^\d+\|\d/), flagged(lines, /^\d+\|[13]/)];
      });
      // All requests, visits and new visitors.
      assert.deepEqual(summary, [
        [0, 633, 506, 89],
        [11, 267, 207, 82],
        [12, 300, 245, 80],
      ]);
      assert.equal(flagged([...linesOf(11), ...linesOf(12)], /^\d+\|[23]/), 88, 'new to all links');
      assert.deepEqual(
        rows.map(({ count }) => count),
        rows.map(({ events }) => events.split('\n').length),
      );
    });

    test('wait next to the counts while they are few, and are returned in order of time', async (t) => {
      const { store, visits } = await setting(t, engine);
      await visits.recordMany([event({ at: NOON + 5 * SECOND })]);
      await aggregate(store, 100);
      assert.deepEqual([(await waiting(store)).length, (await rolledUp(store)).length], [1, 0]);
      // Earlier than the existing visits: it becomes the first of its row.
      const many = Array.from({ length: 40 }, (_, n) => event({ at: NOON + n * SECOND + 1 }));
      await visits.recordMany(many);
      await aggregate(store, 100);
      assert.deepEqual(await waiting(store), []);
      const [row, ...others] = await rolledUp(store);
      assert.deepEqual([row!.at, row!.count, others], [NOON + 1, 41, []]);
      assert.deepEqual(await timesOf(store, {}, 5), { times: [NOON + 1], total: 41 });
      assert.deepEqual((await timesOf(store, {}, 4)).times.slice(3, 7), [
        NOON + 6 * SECOND + 1,
        NOON + 5 * SECOND + 1,
        NOON + 5 * SECOND,
        NOON + 4 * SECOND + 1,
      ]);
      // An existing row under the key absorbs new visits.
      await visits.recordMany([event({ at: NOON + 1, visitor: 'late' }), event({ at: NOON + 2, targetId: 11 })]);
      await aggregate(store, 100);
      await rollUp(store, Number.POSITIVE_INFINITY);
      assert.deepEqual(
        (await rolledUp(store)).map(({ at, target_id, count }) => [at, target_id, count]),
        [
          [NOON + 1, 0, 42],
          [NOON + 2, 11, 1],
        ],
      );
      assert.deepEqual((await timesOf(store, {}, 5)).times, [NOON + 2, NOON + 1, NOON + 1]);
      assert.deepEqual(await timesOf(store, { targetId: 11 }), { times: [NOON + 2], total: 1 });
      assert.deepEqual(await timesOf(store, { from: TODAY + DAY }), { times: [], total: 0 });

      // Enough that they are read in steps of ten seconds.
      const times = async () =>
        (await Promise.all([1, 4].map((page) => timesOf(store, {}, page)))).map(({ times }) => times);
      const before = await times();
      await store.note(async (tx) => {
        await tx.updateTable('visit_event_count').set({ count: 900_000 }).where('target_id', '=', 0).execute();
      });
      assert.deepEqual(await times(), before);
      const query = { accountId: 1, targetId: 0, span: EVER, filters: new Map() };
      const wanted = { dimensions: ['browser'] as const, quarters: false, links: false };
      const { counts } = await filteredFigures(store.read, query, wanted);
      assert.deepEqual([...counts.get('browser')!], [['Chrome', { visits: 42, uniques: 2 }]]);
    });

    test('are kept for the configured days and deleted with their account', async (t) => {
      const { store, visits, clock, geography } = await setting(t, engine);
      const old = NOON - 90 * DAY;
      await visits.recordMany([event({ at: old - 1 }), event({ at: old }), event({ accountId: 2 })]);
      await visits.aggregateAll();
      assert.deepEqual(
        (await rolledUp(store)).map(({ account_id, at }) => [account_id, at]),
        [
          [1, old],
          [2, NOON],
        ],
      );
      clock.now += DAY;
      assert.deepEqual(await counted(store), [
        [1, 0, QUARTER, old, 1],
        [1, 0, DAY, old - DAY / 2, 1],
        [2, 0, QUARTER, NOON, 1],
        [2, 0, DAY, TODAY, 1],
      ]);
      const forget = (before: Micros) =>
        store.writeVisits(async (tx) => ({
          result: await deleteEventsBefore(tx, store.dialect, 1, before, 10),
          changed: [],
        }));
      assert.equal(await forget(old + QUARTER - 1), 0, 'a quarter-hour is removed as a whole');
      assert.equal(await forget(old + QUARTER), 1);
      assert.deepEqual(await counted(store), [
        [2, 0, QUARTER, NOON, 1],
        [2, 0, DAY, TODAY, 1],
      ]);
      await visits.recordMany([event({ accountId: 2, at: clock.now })]);
      await aggregate(store, 10);
      await store.write(2, (tx) => deleteAccount(tx, 2));
      await visits.aggregateAll();
      assert.deepEqual([await rolledUp(store), await waiting(store), await counted(store)], [[], [], []]);

      const logger = { error: () => {}, info: () => {} };
      const forgetful = createVisits({ store, clock: () => clock.now, geography, logger, eventDays: 0 });
      await forgetful.recordMany([event({ at: clock.now })]);
      await forgetful.aggregateAll();
      await forgetful.stop();
      assert.deepEqual(await rolledUp(store), [], 'none if retention is off');
      assert.deepEqual((await viewsReport(store.read, 1)).getviews, { visits: 3, unique: 2 });
    });
  });
}
