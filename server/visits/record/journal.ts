// Writes visits to the store with group commit. Visits of one event-loop turn share a commit, and those that arrive
// during a commit share the next. A request is answered after its commit, so an acknowledged visit is recorded.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import type { Store } from '../../storage/store.ts';
import type { VisitBatchRow } from '../../storage/visit-tables.ts';
import { insertBatches } from '../../storage/visits/visit-queue.ts';
import type { Clock } from '../../system/clock.ts';
import { throttleLog } from '../../system/log-throttle.ts';
import type { VisitLogger } from '../logger.ts';
import { type RecordedVisit, writeEvents } from './events.ts';
import type { Spool } from './spool.ts';

/** The maximum number of events that wait for a commit. Further ones are rejected. */
export const MAX_WAITING = 20_000;
const MAX_PER_COMMIT = 2000;
const MAX_GATHERING_MS = 2;
const RETRY_DELAYS_MS = [50, 250];
/** A store that does not answer is slow to time out. Do not wait for that more than once. */
const MAX_RETRY_MS = 1000;
const DRAIN_AFTER_MS = 500;
const MAX_BACK_OFF_MS = 4000;

/** The store may still commit a batch after this timeout. Its number prevents duplicates. */
const STORE_TIMEOUT_MS = 3000;

/** Database and spool both failed. */
class SpoolFailed extends Error {}
class NoAnswer extends Error {}

export interface Journal {
  /** Resolves after the commit; with false if database and spool both failed. */
  append(visit: RecordedVisit): Promise<boolean>;
  /** Resolves after the last commit. If it rejects, earlier visits may have been recorded. */
  appendMany(visits: readonly RecordedVisit[]): Promise<boolean>;
  waiting(): number;
  figures(): Readonly<JournalFigures>;
  /** Imports visits from the spool, including those of ended processes. */
  drain(): Promise<void>;
  /** Rejects new visits and resolves when all waiting ones are done. */
  close(): Promise<void>;
}

export interface JournalFigures {
  /** Committed visits. */
  recorded: number;
  /** Rejected visits: the queue was full (or closed), or the store failed. */
  refused: { queue: number; store: number };
}

/** Visits that share a commit, and its outcome. */
interface Batch extends PromiseWithResolvers<boolean> {
  visits: RecordedVisit[];
}

export function createJournal({
  store,
  clock,
  logger,
  spool,
  recorded,
  maxWaitMs = STORE_TIMEOUT_MS,
  maxGatheringMs = MAX_GATHERING_MS,
}: {
  store: Store;
  clock: Clock;
  logger: VisitLogger;
  /** For visits while the store is unavailable. Without it, they are rejected. */
  spool?: Spool | undefined;
  /** Called after each commit that recorded visits. */
  recorded: () => void;
  /** How long to wait for the store before a visit goes to the spool. */
  maxWaitMs?: number;
  /** How long a commit may be delayed while more visits arrive. */
  maxGatheringMs?: number;
}): Journal {
  let writer = randomUUID();
  let seq = 0;
  let at: Micros = Number.NEGATIVE_INFINITY;
  const figures: JournalFigures = { recorded: 0, refused: { queue: 0, store: 0 } };
  const queue: Batch[] = [];
  let waiting = 0;
  let flushing: Promise<void> | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let draining: Promise<void> | undefined;
  const logSpoolFailure = throttleLog((count, error: unknown) => {
    logger.error({ err: error, count }, 'Could not record visits: database and spool both failed');
  });

  function append(visit: RecordedVisit): Promise<boolean> {
    if (closed || waiting >= MAX_WAITING) {
      figures.refused.queue += 1;
      return Promise.reject(new ApiError('unavailable'));
    }
    waiting += 1;
    let batch = queue.at(-1);
    if (!batch || batch.visits.length >= MAX_PER_COMMIT) {
      batch = { visits: [], ...Promise.withResolvers<boolean>() };
      queue.push(batch);
    }
    batch.visits.push(visit);
    flushing ??= flush();
    return batch.promise;
  }

  async function flush(): Promise<void> {
    await gather();
    let committing = commitNext();
    while (committing) {
      const rollUp = await committing;
      committing = commitNext();
      // PostgreSQL works on the next batch while the responses to this one are written.
      if (committing) await nextTurn();
      rollUp();
    }
    // Here, not when the promise settles: a client that was just answered may send its next visit before that.
    flushing = undefined;
  }

  /** Resolves with a function that tells the outcome to the callers, and never rejects. */
  function commitNext(): Promise<() => void> | undefined {
    const batch = queue.shift();
    if (!batch) return undefined;
    const { visits, resolve, reject } = batch;
    return commit(visits).then(
      (isRecorded) => () => {
        waiting -= visits.length;
        if (isRecorded) figures.recorded += countedIn(visits);
        else figures.refused.store += visits.length;
        resolve(isRecorded);
        recorded();
      },
      (error) => () => {
        waiting -= visits.length;
        figures.refused.store += visits.length;
        reject(store.isUnavailable(error) ? new ApiError('unavailable', undefined, { cause: error }) : error);
      },
    );
  }

  /** Group commit: wait until an event-loop turn adds no more visits. */
  async function gather(): Promise<void> {
    const began = performance.now();
    for (let before = 0; waiting > before && performance.now() - began < maxGatheringMs; ) {
      before = waiting;
      await nextTurn();
    }
  }

  async function commit(visits: readonly RecordedVisit[]): Promise<boolean> {
    // Batches are counted in time order, and those of a writer in order of their numbers. If the clock goes back, a new
    // writer starts.
    const now = clock();
    if (now < at) [writer, seq] = [randomUUID(), 0];
    at = now;
    seq += 1;
    const partitions = Map.groupBy(visits, ({ accountId }) => store.dialect.partitions.of(accountId));
    const rows = [...partitions].map(([partition, some]): VisitBatchRow => {
      return { lane: partition, at, writer, seq, count: some.length, events: writeEvents(some) };
    });
    try {
      if (spool?.isInUse() && (await appendToSpool(spool, rows))) return true;
      await appendToStore(rows);
      return true;
    } catch (error) {
      if (spool && isStoreDown(error) && (await trySpool(spool, rows, error))) return true;
      // The outcome is unknown, so no other batch may follow under this writer.
      [writer, seq] = [randomUUID(), 0];
      if (spool && (error instanceof SpoolFailed || isStoreDown(error))) return false;
      throw error;
    }
  }

  function isStoreDown(error: unknown): boolean {
    return error instanceof NoAnswer || store.isUnavailable(error);
  }

  /** Returns false if the spool has become empty. */
  async function appendToSpool(spool: Spool, rows: readonly VisitBatchRow[]): Promise<boolean> {
    try {
      return await spool.append(rows);
    } catch (error) {
      logSpoolFailure(error);
      throw new SpoolFailed();
    }
  }

  async function trySpool(spool: Spool, rows: readonly VisitBatchRow[], reason: unknown): Promise<boolean> {
    try {
      if (!(await spool.append(rows))) {
        await writeBatches(rows);
        return true;
      }
    } catch (error) {
      logSpoolFailure(error);
      return false;
    }
    logger.error({ err: reason }, 'Database unavailable: writing visits to the spool');
    drainLater(DRAIN_AFTER_MS);
    return true;
  }

  async function appendToStore(rows: readonly VisitBatchRow[]): Promise<void> {
    const began = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      try {
        // If the answer to a commit was lost, the batch may already be stored and even counted. Existing batches are
        // skipped.
        return await (spool ? withTimeout(writeBatches(rows), maxWaitMs) : writeBatches(rows));
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        const isLast = delay === undefined || performance.now() - began > MAX_RETRY_MS;
        if (isLast || !isStoreDown(error)) throw error;
        await sleep(delay);
      }
    }
  }

  function writeBatches(rows: readonly VisitBatchRow[]): Promise<void> {
    return store.enqueue((executor) => insertBatches(executor, store.dialect, rows));
  }

  function drainLater(delay: number): void {
    if (closed) return;
    timer = setTimeout(() => {
      drain().catch(() => drainLater(Math.min(2 * delay, MAX_BACK_OFF_MS)));
    }, delay).unref();
  }

  /** Concurrent calls share one run. */
  function drain(): Promise<void> {
    draining ??= drainSpool().finally(() => {
      draining = undefined;
    });
    return draining;
  }

  async function drainSpool(): Promise<void> {
    if (!spool) return;
    const { visits } = spool.figures();
    await spool.drain(writeBatches);
    recorded();
    if (visits > 0) logger.info({ visits }, 'Database available again: imported visits from the spool');
  }

  return {
    append,
    async appendMany(visits) {
      let areRecorded = true;
      for (let start = 0; start < visits.length; start += MAX_PER_COMMIT) {
        const outcomes = await Promise.all(visits.slice(start, start + MAX_PER_COMMIT).map(append));
        areRecorded &&= !outcomes.includes(false);
      }
      return areRecorded;
    },
    waiting: () => waiting,
    figures: () => figures,
    drain,
    async close() {
      closed = true;
      clearTimeout(timer);
      await flushing;
      await drain().catch(() => {});
      spool?.close();
    },
  };
}

async function withTimeout(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`No answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function countedIn(visits: readonly RecordedVisit[]): number {
  let count = 0;
  for (const { uncounted } of visits) if (!uncounted) count += 1;
  return count;
}
