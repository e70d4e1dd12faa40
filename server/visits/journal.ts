// Visits on their way into the store. Those of one turn of the event loop share a commit, and those that arrive during
// a commit share the next; whoever waits is answered when theirs is done. What was answered is recorded.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../contract/errors.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../storage/store.ts';
import { insertBatch } from '../storage/visits.ts';
import { type RecordedVisit, writeEvents } from './events.ts';

/** How many events may wait for a commit; one more is refused rather than kept waiting. */
export const MOST_WAITING = 20_000;
const MOST_PER_COMMIT = 2000;
const RETRY_DELAYS_MS = [50, 250];

export interface Journal {
  /** Resolves after the commit. */
  append(visit: RecordedVisit): Promise<void>;
  /** Resolves after the last commit. Where it rejects, those before may have been recorded. */
  appendMany(visits: readonly RecordedVisit[]): Promise<void>;
  waiting(): number;
  figures(): Readonly<JournalFigures>;
  /** Takes nothing more and resolves when all that waited is done. */
  close(): Promise<void>;
}

export interface JournalFigures {
  /** Visits that were committed. */
  recorded: number;
  /** Visits that were not, for too many waited (or we are closing), or for the store's sake. */
  refused: { queue: number; store: number };
}

interface Entry {
  visits: readonly RecordedVisit[];
  done: () => void;
  failed: (error: unknown) => void;
}

export function createJournal({
  store,
  clock,
  recorded,
}: {
  store: Store;
  clock: Clock;
  /** Called after each commit that recorded visits. */
  recorded: () => void;
}): Journal {
  let writer = randomUUID();
  let seq = 0;
  const figures: JournalFigures = { recorded: 0, refused: { queue: 0, store: 0 } };
  let queue: Entry[] = [];
  let waiting = 0;
  let flushing: Promise<void> | undefined;
  let closed = false;

  function enqueue(visits: readonly RecordedVisit[]): Promise<void> {
    const { length } = visits;
    if (length === 0) return Promise.resolve();
    if (closed || waiting + length > MOST_WAITING) {
      figures.refused.queue += length;
      return Promise.reject(new Refusal('unavailable'));
    }
    waiting += length;
    const committed = new Promise<void>((done, failed) => queue.push({ visits, done, failed }));
    flushing ??= flush();
    return committed;
  }

  async function flush(): Promise<void> {
    // The rest of this turn's requests are to be on board.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const batch = takeBatch();
      try {
        await commit(batch);
        for (const entry of batch) entry.done();
        figures.recorded += sizeOf(batch);
        recorded();
      } catch (error) {
        const reason = store.isUnavailable(error) ? new Refusal('unavailable', undefined, { cause: error }) : error;
        figures.refused.store += sizeOf(batch);
        for (const entry of batch) entry.failed(reason);
      }
      waiting -= sizeOf(batch);
    }
    // Here and not when the promise settles: whoever was just answered may be back with more before that.
    flushing = undefined;
  }

  function takeBatch(): Entry[] {
    let size = 0;
    let count = 0;
    while (count < queue.length && (count === 0 || size < MOST_PER_COMMIT)) size += queue[count++]!.visits.length;
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  }

  async function commit(batch: Entry[]): Promise<void> {
    const visits = batch.flatMap((entry) => entry.visits);
    seq += 1;
    const row = { at: clock(), writer, seq, count: visits.length, events: writeEvents(visits) };
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await store.writeVisits(async (tx) => {
          // A commit whose answer was lost may have taken place, and been counted: what is there already is left alone.
          await insertBatch(tx, row);
          // Nothing is counted yet: the fold tells of that.
          return { result: undefined, changed: [] };
        });
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        if (delay === undefined || !store.isUnavailable(error)) {
          // Whether it is there after all is not known, so nothing may follow on it.
          [writer, seq] = [randomUUID(), 0];
          throw error;
        }
        await sleep(delay);
      }
    }
  }

  return {
    append: (visit) => enqueue([visit]),
    async appendMany(visits) {
      for (let start = 0; start < visits.length; start += MOST_PER_COMMIT) {
        await enqueue(visits.slice(start, start + MOST_PER_COMMIT));
      }
    },
    waiting: () => waiting,
    figures: () => figures,
    async close() {
      closed = true;
      await flushing;
    },
  };
}

function sizeOf(batch: readonly Entry[]): number {
  return batch.reduce((sum, entry) => sum + entry.visits.length, 0);
}
