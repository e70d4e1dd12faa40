// Batches that this process recorded a moment ago: when it counts them soon after, it need not read them back. One that is
// not here is in the queue, as they all are.
import type { BatchKey } from '../storage/visit-queue.ts';
import type { RecordedVisit } from './events.ts';

const MAX_VISITS = 10_000;

export interface RecentBatches {
  add(key: BatchKey, visits: readonly RecordedVisit[]): void;
  find(key: BatchKey): readonly RecordedVisit[] | undefined;
  /** They are counted. */
  forget(keys: readonly BatchKey[]): void;
  /** Also those that another process has counted. */
  forgetAll(): void;
}

export function createRecentBatches(): RecentBatches {
  const batches = new Map<string, readonly RecordedVisit[]>();
  let count = 0;

  return {
    add(key, visits) {
      if (count + visits.length > MAX_VISITS) return;
      batches.set(nameOf(key), visits);
      count += visits.length;
    },
    find: (key) => batches.get(nameOf(key)),
    forget(keys) {
      for (const key of keys) {
        const name = nameOf(key);
        count -= batches.get(name)?.length ?? 0;
        batches.delete(name);
      }
    },
    forgetAll() {
      batches.clear();
      count = 0;
    },
  };
}

function nameOf({ lane, writer, seq }: BatchKey): string {
  return `${lane} ${writer} ${seq}`;
}
