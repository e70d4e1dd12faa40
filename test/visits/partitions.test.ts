// The partitions of the visit queue: aggregations of different partitions do not wait for each other, and nothing is
// counted twice.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Store } from '../../server/storage/store.ts';
import { lockCountsOf } from '../../server/storage/visits/visit-queue.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { viewsReport } from '../../server/visits/read/report.ts';
import { writeEvents } from '../../server/visits/record/events.ts';
import { type Engine, engines } from '../support/engines.ts';
import { enqueueBatches, event, NOON, setting } from './setting.ts';

const [, postgres] = engines as [Engine, Engine];
const views = async (store: Store, accountId: number) =>
  (await viewsReport(store.read, accountId)).getviews as { visits: number; unique: number };
const batches = async ({ read }: Store) => (await read.selectFrom('visit_batch').select('lane').execute()).length;

describe('partitions on postgres', () => {
  test('are aggregated while another process holds one of them', async (t) => {
    const { store, visits, another } = await setting(t, postgres);
    const other = await another();
    await visits.recordMany([event({ accountId: 1 }), event({ accountId: 2 })]);
    assert.equal(await batches(store), 2, 'the accounts are in different partitions');
    await other.store.dialect.write.transaction().execute(async (tx) => {
      await lockCountsOf(tx, other.store.dialect, [1]);
      const { visits, busy } = await aggregate(store, 100);
      assert.deepEqual([visits, busy], [1, true]);
      assert.deepEqual(await views(store, 2), { visits: 1, unique: 1 });
      assert.deepEqual(await views(store, 1), { visits: 0, unique: 0 });
    });
    assert.equal((await aggregate(store, 100)).visits, 1);
    assert.deepEqual(await views(store, 1), { visits: 1, unique: 1 });
  });

  test('keep batches of all accounts behind a locked partition', async (t) => {
    const { store, another } = await setting(t, postgres);
    const other = await another();
    const events = writeEvents([event({ accountId: 2 })]);
    await enqueueBatches(store, { at: NOON, writer: 'of another version', seq: 1, count: 1, events });
    await other.store.dialect.write.transaction().execute(async (tx) => {
      await lockCountsOf(tx, other.store.dialect, [1]);
      assert.deepEqual((await aggregate(store, 100)).busy, true);
    });
    assert.equal((await aggregate(store, 100)).visits, 1);
  });
});

for (const engine of engines) {
  describe(`an aggregation on ${engine.name}`, () => {
    test('that ends before deleting its batches does not cause double counting', async (t) => {
      const { store, visits } = await setting(t, engine);
      await visits.recordMany([event({ visitor: 'ann' }), event({ visitor: 'bob' })]);
      const killed: Store = {
        ...store,
        finishAggregation: () => Promise.reject(new Error('killed')),
      };
      await assert.rejects(aggregate(killed, 100), /killed/);
      assert.equal(await batches(store), 1);
      await visits.recordMany([event({ visitor: 'cid' })]);
      await visits.aggregateAll();
      assert.deepEqual(await views(store, 1), { visits: 3, unique: 3 });
      assert.equal(await batches(store), 0);
    });

    test('counts batches in partitions of another engine', async (t) => {
      const { store, visits } = await setting(t, engine);
      const events = writeEvents([event({})]);
      await store.enqueue((executor) =>
        sql`INSERT INTO visit_batch (lane, at, writer, seq, count, events)
            VALUES (2, ${NOON}, 'w', 1, 1, ${events}), (16, ${NOON}, 'w', 1, 1, ${events})`.execute(executor),
      );
      await visits.aggregateAll();
      assert.deepEqual(await views(store, 1), { visits: 2, unique: 1 });
      assert.equal(await batches(store), 0);
    });
  });
}
