import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Store } from '../../server/storage/store.ts';
import { createAggregationLoop } from '../../server/visits/count/aggregation-loop.ts';
import { createAggregationThread } from '../../server/visits/count/aggregation-thread.ts';
import { createVisits } from '../../server/visits/index.ts';
import { viewsReport } from '../../server/visits/read/report.ts';
import { writeEvents } from '../../server/visits/record/events.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { enqueueBatches, event, NOON, setting } from './setting.ts';

const postgres = engines.find(({ name }) => name === 'postgres')!;

for (const engine of engines) {
  describe(`the aggregation loop on ${engine.name}`, () => {
    const views = async (store: Store) => (await viewsReport(store.read, 1)).getviews.visits;

    test('counts recorded visits', async (t) => {
      const { store, visits } = await setting(t, engine);
      visits.start();
      await visits.recordMany([event({}), event({})]);
      await eventually('two views', 60_000, async () => (await views(store)) === 2);
      await visits.recordMany([event({})]);
      await eventually('one more', 60_000, async () => (await views(store)) === 3);
    });

    test('counts many visits in a worker thread and invalidates caches in this one', async (t) => {
      const { store, visits, databaseUrl, clock } = await setting(t, engine);
      const real = createAggregationThread(databaseUrl);
      const count = t.mock.fn(real.count);
      const aggregationLoop = createAggregationLoop({
        store,
        clock: () => clock.now,
        logger: { error: (details) => assert.fail(JSON.stringify(details)), info: () => {} },
        observeAggregation: undefined,
        keptSince: () => 0,
        thread: { ...real, count },
      });
      const stamps = [1, 2].map((accountId) => store.freshness.stamp(accountId));
      // Three commits, each as large as an aggregation; the first is aggregated here.
      for (const commit of [1, 2, 3]) {
        const visitors = Array.from({ length: 1000 }, (_, index) => `visitor ${commit} ${index}`);
        await visits.recordMany(visitors.map((visitor) => event({ visitor })));
      }
      aggregationLoop.start();
      try {
        await eventually('all of them', 160_000, async () => (await views(store)) === 3000);
      } finally {
        await aggregationLoop.stop();
      }
      assert.equal(aggregationLoop.figures().aggregated, 3000);
      assert.equal(count.mock.callCount(), 2);
      assert.deepEqual(
        [1, 2].map((accountId, index) => store.freshness.isFresh(stamps[index]!, accountId, 'visits')),
        [false, true],
      );
    });

    test('counts visits recorded by a process that died', async (t) => {
      const { store, visits, another } = await setting(t, engine);
      const dead = await another();
      await dead.visits.recordMany([event({})]);
      await dead.visits.stop();
      visits.start();
      await eventually('the view of the other process', 60_000, async () => (await views(store)) === 1);
    });

    test('logs a store failure and retries', async (t) => {
      const { store, clock, geography } = await setting(t, engine);
      let failures = 2;
      const complaints: string[] = [];
      const failing: Store = {
        ...store,
        get read() {
          if (failures > 0) {
            failures -= 1;
            throw new Error('away');
          }
          return store.read;
        },
      };
      const logger = { error: (_details: object, message: string) => complaints.push(message), info: () => {} };
      const visits = createVisits({ store: failing, clock: () => clock.now, geography, logger });
      t.after(() => visits.stop());
      await visits.recordMany([event({})]);
      visits.start();
      await eventually('one view', 60_000, async () => (await views(store)) === 1);
      assert.ok(complaints.length >= 1);
    });

    test('counts a backlog of many commits without pause', async (t) => {
      const { store, clock } = await setting(t, engine);
      let looks = 0;
      const looksBefore: number[] = [];
      const watched: Store = {
        ...store,
        get read() {
          looks += 1;
          return store.read;
        },
        writeVisits(work) {
          looksBefore.push(looks);
          return store.writeVisits(work);
        },
      };
      const batch = { at: NOON, writer: 'w', count: 1, events: writeEvents([event({})]) };
      await enqueueBatches(store, ...Array.from({ length: 130 }, (_, index) => ({ ...batch, seq: index + 1 })));
      const logger = { error: () => {}, info: () => {} };
      const keptSince = () => 0;
      const now = () => clock.now;
      const aggregationLoop = createAggregationLoop({
        store: watched,
        clock: now,
        logger,
        observeAggregation: undefined,
        keptSince,
      });
      aggregationLoop.start();
      await eventually('all of them', 60_000, async () => (await views(store)) === 130);
      await aggregationLoop.stop();
      // One query for the partitions, and one per aggregation for the partition's batches.
      assert.deepEqual(looksBefore.slice(0, 3), [2, 3, 4]);
    });

    test('counts nothing after a stop and loses nothing', async (t) => {
      const { store, visits, another } = await setting(t, engine);
      visits.start();
      await Promise.all([visits.recordMany([event({})]), visits.stop()]).catch(() => {});
      const counted = await views(store);
      const waiting = (await store.read.selectFrom('visit_batch').select('count').execute()).length;
      await (await another()).visits.aggregateAll();
      assert.equal(await views(store), counted + waiting);
    });
  });
}

describe('the aggregation loop on a cluster with a server that does not answer', () => {
  test('counts the visits on the other servers, and the rest when it answers again', async (t) => {
    const { store, visits, clock } = await setting(t, postgres);
    const views = async (accountId: number) => (await viewsReport(store.read, accountId)).getviews.visits;
    const partition = store.dialect.partitions.of(1);
    // The order of partitions is random. Now the first one is always that of the server.
    t.mock.method(Math, 'random', () => 0);
    let isAway = true;
    const tryLock: Store['dialect']['tryLock'] = async (tx, name) => {
      if (isAway && name === `fold ${partition}`) throw new Error('no connection to the worker');
      return store.dialect.tryLock(tx, name);
    };
    const dialect = Object.create(store.dialect, { isDistributed: { value: true }, tryLock: { value: tryLock } });
    const complaints: string[] = [];
    const aggregationLoop = createAggregationLoop({
      store: { ...store, dialect },
      clock: () => clock.now,
      logger: { error: (_details, message) => complaints.push(message), info: () => {} },
      observeAggregation: undefined,
      keptSince: () => 0,
    });
    await visits.recordMany([event({ accountId: 1 }), event({ accountId: 2 })]);
    aggregationLoop.start();
    t.after(() => aggregationLoop.stop());
    await eventually('the first visit on another server', 60_000, async () => (await views(2)) === 1);
    await eventually('a complaint', 60_000, () => complaints.length > 0);
    await visits.recordMany([event({ accountId: 1 }), event({ accountId: 2, visitor: 'somebody else' })]);
    await eventually('the second one', 60_000, async () => (await views(2)) === 2);
    assert.equal(await views(1), 0);
    isAway = false;
    await eventually('the others', 60_000, async () => (await views(1)) === 2);
    clock.now += 1;
    await eventually('that all is counted', 60_000, () => aggregationLoop.figures().aggregatedAt === clock.now);
  });
});
