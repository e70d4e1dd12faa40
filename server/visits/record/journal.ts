// Visits on their way into the store. Those of one turn of the event loop share a commit, and those that arrive during
// a commit share the next; whoever waits is answered when theirs is done. What was answered is recorded.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { throttleLog } from '../../log-throttle.ts';
import type { Store } from '../../storage/store.ts';
import type { VisitBatchRow } from '../../storage/tables.ts';
import { insertBatches, laneOf } from '../../storage/visits/visit-queue.ts';
import type { VisitLogger } from '../logger.ts';
import { type RecordedVisit, writeEvents } from './events.ts';
import type { Spool } from './spool.ts';

/** How many events may wait for a commit; one more is refused rather than kept waiting. */
export const MAX_WAITING = 20_000;
const MAX_PER_COMMIT = 2000;
const MAX_GATHERING_MS = 2;
const RETRY_DELAYS_MS = [50, 250];
/** A store that is silent takes long to be given up: nobody is to wait for that more than once. */
const MAX_TRIES_MS = 1000;
const DRAIN_AFTER_MS = 500;
const MAX_PAUSE_MS = 4000;

/** The store may still take it, and then has it once: a number tells. */
const MAX_WAIT_MS = 3000;

/** Neither in the store nor in the spool. */
class NoRoom extends Error {}
class NoAnswer extends Error {}

export interface Journal {
  /** Resolves after the commit; with false where neither the store nor the spool could take it. */
  append(visit: RecordedVisit): Promise<boolean>;
  /** Resolves after the last commit. Where it rejects, those before may have been recorded. */
  appendMany(visits: readonly RecordedVisit[]): Promise<boolean>;
  waiting(): number;
  figures(): Readonly<JournalFigures>;
  /** Brings what waits in the spool to the store, that of processes that are no more included. */
  drain(): Promise<void>;
  /** Takes nothing more and resolves when all that waited is done. */
  close(): Promise<void>;
}

export interface JournalFigures {
  /** Visits that were committed. */
  recorded: number;
  /** Visits that were not, for too many waited (or we are closing), or for the store's sake. */
  refused: { queue: number; store: number };
}

/** What shares a commit, and its outcome. */
interface Batch extends PromiseWithResolvers<boolean> {
  visits: RecordedVisit[];
}

export function createJournal({
  store,
  clock,
  logger,
  spool,
  recorded,
  longestWaitMs = MAX_WAIT_MS,
  longestGatheringMs = MAX_GATHERING_MS,
}: {
  store: Store;
  clock: Clock;
  logger: VisitLogger;
  /** Where visits go while the store is away; without one they are refused. */
  spool?: Spool | undefined;
  /** Called after each commit that recorded visits. */
  recorded: () => void;
  /** How long the store may take before a visit goes to the spool. */
  longestWaitMs?: number;
  /** How long a commit may be put off while more and more come. */
  longestGatheringMs?: number;
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
  const logNoRoom = throttleLog((count, error: unknown) => {
    logger.error({ err: error, count }, 'Could not record visits: database and spool both failed');
  });

  function append(visit: RecordedVisit): Promise<boolean> {
    if (closed || waiting >= MAX_WAITING) {
      figures.refused.queue += 1;
      return Promise.reject(new Refusal('unavailable'));
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
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const { visits, resolve, reject } = batch;
      try {
        const isRecorded = await commit(visits);
        resolve(isRecorded);
        if (isRecorded) figures.recorded += countedIn(visits);
        else figures.refused.store += visits.length;
        recorded();
      } catch (error) {
        figures.refused.store += visits.length;
        reject(store.isUnavailable(error) ? new Refusal('unavailable', undefined, { cause: error }) : error);
      }
      waiting -= visits.length;
    }
    // Here and not when the promise settles: whoever was just answered may be back with more before that.
    flushing = undefined;
  }

  /** Those who come at the same time are to be on board: until a turn of the event loop brings nobody more. */
  async function gather(): Promise<void> {
    const began = performance.now();
    for (let before = 0; waiting > before && performance.now() - began < longestGatheringMs; ) {
      before = waiting;
      await nextTurn();
    }
  }

  async function commit(visits: readonly RecordedVisit[]): Promise<boolean> {
    // Batches are counted in the order of their times, those of a writer in the order of their numbers: after a clock is set
    // back, a new writer begins.
    const now = clock();
    if (now < at) [writer, seq] = [randomUUID(), 0];
    at = now;
    seq += 1;
    const lanes = Map.groupBy(visits, ({ accountId }) => laneOf(store.dialect, accountId));
    const rows = [...lanes].map(([lane, some]): VisitBatchRow => {
      return { lane, at, writer, seq, count: some.length, events: writeEvents(some) };
    });
    try {
      if (spool?.isInUse() && (await appendToSpool(spool, rows))) return true;
      await appendToStore(rows);
      return true;
    } catch (error) {
      if (spool && isAway(error) && (await trySpool(spool, rows, error))) return true;
      // Whether it is there after all is not known, so nothing may follow on it.
      [writer, seq] = [randomUUID(), 0];
      if (spool && (error instanceof NoRoom || isAway(error))) return false;
      throw error;
    }
  }

  function isAway(error: unknown): boolean {
    return error instanceof NoAnswer || store.isUnavailable(error);
  }

  /** False where the spool is empty by now. */
  async function appendToSpool(spool: Spool, rows: readonly VisitBatchRow[]): Promise<boolean> {
    try {
      return await spool.append(rows);
    } catch (error) {
      logNoRoom(error);
      throw new NoRoom();
    }
  }

  async function trySpool(spool: Spool, rows: readonly VisitBatchRow[], reason: unknown): Promise<boolean> {
    try {
      if (!(await spool.append(rows))) {
        await writeBatches(rows);
        return true;
      }
    } catch (error) {
      logNoRoom(error);
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
        // A commit whose answer was lost may have taken place, and been counted: what is there already is left alone.
        return await (spool ? inTime(writeBatches(rows), longestWaitMs) : writeBatches(rows));
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        const isEnough = delay === undefined || performance.now() - began > MAX_TRIES_MS;
        if (isEnough || !isAway(error)) throw error;
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
      drain().catch(() => drainLater(Math.min(2 * delay, MAX_PAUSE_MS)));
    }, delay).unref();
  }

  /** One at a time. */
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

async function inTime(work: Promise<void>, ms: number): Promise<void> {
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
