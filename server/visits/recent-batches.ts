// Batches that this process recorded a moment ago: when it counts them soon after, it need not read them back. One that is
// not here is in the store, as they all are.
import type { BatchKey } from '../storage/visit-batches.ts';
import type { RecordedVisit } from './events.ts';

const MOST_VISITS = 10_000;

export interface RecentBatches {
  add(key: BatchKey, visits: readonly RecordedVisit[]): void;
  find(key: BatchKey): readonly RecordedVisit[] | undefined;
  /** They are counted. */
  forget(keys: readonly BatchKey[]): void;
  /** Also those that another process has counted. */
  forgetAll(): void;
}

export function createRecentBatches(): RecentBatches {
  const kept = new Map<string, readonly RecordedVisit[]>();
  let count = 0;
  return {
    add(key, visits) {
      if (count + visits.length > MOST_VISITS) return;
      kept.set(batchName(key), visits);
      count += visits.length;
    },
    find: (key) => kept.get(batchName(key)),
    forget(keys) {
      for (const key of keys) {
        const name = batchName(key);
        count -= kept.get(name)?.length ?? 0;
        kept.delete(name);
      }
    },
    forgetAll() {
      kept.clear();
      count = 0;
    },
  };
}

export function batchName({ writer, seq }: BatchKey): string {
  return `${writer} ${seq}`;
}
