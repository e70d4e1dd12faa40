import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../contract/errors.ts';
import { DAY } from '../../contract/time.ts';
import type { Store } from '../../server/storage/store.ts';
import { forgetWritersBefore } from '../../server/storage/visits/visit-queue.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { readEvents } from '../../server/visits/record/events.ts';
import { createJournal, type Journal, MAX_WAITING } from '../../server/visits/record/journal.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { event, NOON, setting } from './setting.ts';

const logger = { error: () => {}, info: () => {} };
const journalOn = (store: Store, recorded = () => {}): Journal =>
  createJournal({ store, clock: () => NOON, logger, recorded, maxGatheringMs: 10_000 });

const recordedBy = async (store: Store) => {
  const batches = await store.read.selectFrom('visit_batch').select('events').execute();
  return batches
    .flatMap(({ events }) => readEvents(events))
    .map(({ visitor }) => visitor)
    .sort();
};

/** A store that counts transactions and fails on demand. */
function instrumented(
  store: Store,
  fail: (transaction: number, step: 'before' | 'commit') => Error | undefined = () => undefined,
) {
  const seen = { transactions: 0 };
  const watching: Store = {
    ...store,
    async enqueue(work) {
      seen.transactions += 1;
      const transaction = seen.transactions;
      const before = fail(transaction, 'before');
      if (before) throw before;
      const result = await store.enqueue(work);
      const late = fail(transaction, 'commit');
      if (late) throw late;
      return result;
    },
    isUnavailable: (error) => (error as Error).message === 'away',
  };
  return { seen, watching };
}

const refused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unavailable' && error.headers['Retry-After'] === '1';

for (const engine of engines) {
  describe(`the journal on ${engine.name}`, () => {
    test('resolves once a visit is visible to others', async (t) => {
      const { store, another } = await setting(t, engine);
      const other = await another();
      await journalOn(store).append(event({ visitor: 'ann' }));
      assert.deepEqual(await recordedBy(other.store), ['ann']);
    });

    test('commits concurrent visits together, and later ones in the next batch', async (t) => {
      const { store } = await setting(t, engine);
      let recordings = 0;
      const late: Promise<boolean>[] = [];
      const { seen, watching } = instrumented(store, (transaction, step) => {
        if (transaction === 1 && step === 'before') late.push(...['f', 'g'].map(appended));
        return undefined;
      });
      const journal = journalOn(watching, () => {
        recordings += 1;
      });
      const appended = (visitor: string) => journal.append(event({ visitor }));
      const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
      const turn = nextTurn();
      const first = ['a', 'b', 'c'].map(appended);
      assert.equal(journal.waiting(), 3);
      await turn;
      first.push(appended('d'));
      await nextTurn();
      first.push(appended('e'));
      await Promise.all(first);
      assert.equal(late.length, 2);
      await Promise.all(late);
      assert.equal(seen.transactions, 2);
      assert.equal(recordings, 2);
      assert.equal(journal.waiting(), 0);
      assert.deepEqual(await recordedBy(store), ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
      const batches = await store.read.selectFrom('visit_batch').select('count').orderBy('seq').execute();
      assert.deepEqual(
        batches.map(({ count }) => count),
        [5, 2],
      );
    });

    test('rejects visits while it is full, and accepts them afterwards', async (t) => {
      const { store } = await setting(t, engine);
      const journal = journalOn(store);
      const most = Promise.all(
        Array.from({ length: MAX_WAITING }, (_, n) => journal.append(event({ visitor: `v${n}` }))),
      );
      await assert.rejects(journal.append(event({ visitor: 'one too many' })), refused);
      await assert.rejects(journal.appendMany([event({})]), refused);
      await most;
      await journal.append(event({ visitor: 'welcome again' }));
      assert.equal((await recordedBy(store)).length, MAX_WAITING + 1);
    });

    test('accepts more at once than may wait, in pieces', async (t) => {
      const { store } = await setting(t, engine);
      const many = Array.from({ length: MAX_WAITING + 10 }, (_, n) => event({ visitor: `v${n}` }));
      await journalOn(store).appendMany(many);
      assert.equal((await recordedBy(store)).length, MAX_WAITING + 10);
    });

    test('retries after a short outage of the store', async (t) => {
      const { store } = await setting(t, engine);
      const { seen, watching } = instrumented(store, (n, step) =>
        n <= 2 && step === 'before' ? new Error('away') : undefined,
      );
      await journalOn(watching).append(event({ visitor: 'ann' }));
      assert.equal(seen.transactions, 3);
      assert.deepEqual(await recordedBy(store), ['ann']);
    });

    test('rejects visits if the outage lasts', async (t) => {
      const { store } = await setting(t, engine);
      const { watching } = instrumented(store, (_n, step) => (step === 'before' ? new Error('away') : undefined));
      const journal = journalOn(watching);
      await assert.rejects(journal.append(event({})), refused);
      assert.equal(journal.waiting(), 0);
    });

    test('records a batch once if the answer to its commit was lost, aggregated or not', async (t) => {
      const { store } = await setting(t, engine);
      for (const isCounted of [false, true]) {
        const { seen, watching } = instrumented(store, (n, step) =>
          n === 1 && step === 'commit' ? new Error('away') : undefined,
        );
        const recorded = journalOn(watching).append(event({ visitor: 'ann' }));
        if (isCounted) {
          await eventually('the first commit', 20_000, async () => (await recordedBy(store)).length === 1);
          assert.equal((await aggregate(store, 100)).visits, 1);
        }
        await recorded;
        assert.equal(seen.transactions, 2);
        assert.equal((await aggregate(store, 100)).visits, isCounted ? 0 : 1);
      }
    });

    test('rejects a batch of unknown outcome and records later ones', async (t) => {
      const { store } = await setting(t, engine);
      const { watching } = instrumented(store, (n, step) =>
        n <= 3 && step === 'commit' ? new Error('away') : undefined,
      );
      const journal = journalOn(watching);
      await assert.rejects(journal.append(event({ visitor: 'ann' })), refused);
      await journal.append(event({ visitor: 'bob' }));
      assert.deepEqual(await recordedBy(store), ['ann', 'bob']);
    });

    test('accepts a batch once', async (t) => {
      const { store } = await setting(t, engine);
      const replay: Store = {
        ...store,
        enqueue: async (work) => {
          await store.enqueue(work);
          return store.enqueue(work);
        },
      };
      await journalOn(replay).appendMany([event({ visitor: 'ann' }), event({ visitor: 'ann' })]);
      assert.deepEqual(await recordedBy(store), ['ann', 'ann']);
    });

    test('records visits after its writer row was removed for inactivity', async (t) => {
      const { store } = await setting(t, engine);
      const clock = { now: NOON };
      const journal = createJournal({ store, clock: () => clock.now, logger, recorded: () => {} });
      await journal.append(event({ visitor: 'ann' }));
      clock.now += 40 * DAY;
      await store.writeVisits(async (tx) => {
        await forgetWritersBefore(tx, clock.now - 35 * DAY);
        return { result: undefined, changed: [] };
      });
      await journal.append(event({ visitor: 'bob' }));
      await journal.append(event({ visitor: 'cy' }));
      assert.deepEqual(await recordedBy(store), ['ann', 'bob', 'cy']);
    });

    test('finishes waiting visits before it closes, and accepts none after', async (t) => {
      const { store } = await setting(t, engine);
      const journal = journalOn(store);
      const waiting = journal.append(event({ visitor: 'ann' }));
      await journal.close();
      assert.deepEqual(await recordedBy(store), ['ann']);
      await waiting;
      await assert.rejects(journal.append(event({})), refused);
    });

    test('continues after other failures', async (t) => {
      const { store } = await setting(t, engine);
      const { watching } = instrumented(store, (n, step) =>
        n === 1 && step === 'before' ? new Error('broken') : undefined,
      );
      const journal = journalOn(watching);
      await assert.rejects(journal.append(event({})), /broken/);
      await journal.append(event({ visitor: 'ann' }));
      assert.deepEqual(await recordedBy(store), ['ann']);
    });
  });
}
