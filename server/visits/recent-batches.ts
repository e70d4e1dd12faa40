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

/** Those of one writer, which numbers them, so that a number tells a place. */
export function createRecentBatches(): RecentBatches {
  let writer = '';
  let first = 0;
  let batches: (readonly RecordedVisit[] | undefined)[] = [];
  let count = 0;

  function forgetAll(): void {
    batches = [];
    count = 0;
  }

  function find(key: BatchKey): readonly RecordedVisit[] | undefined {
    return key.writer === writer ? batches[key.seq - first] : undefined;
  }

  return {
    add(key, visits) {
      // Where another process counts them, nobody here takes the first ones away.
      if (key.writer !== writer || key.seq - first >= MOST_VISITS) forgetAll();
      if (batches.length === 0) [writer, first] = [key.writer, key.seq];
      // One that went to the spool instead leaves its place empty.
      while (first + batches.length < key.seq) batches.push(undefined);
      const isRoom = count + visits.length <= MOST_VISITS;
      batches.push(isRoom ? visits : undefined);
      if (isRoom) count += visits.length;
    },
    find,
    forget(keys) {
      for (const key of keys) {
        const visits = find(key);
        if (!visits) continue;
        batches[key.seq - first] = undefined;
        count -= visits.length;
      }
      const next = batches.findIndex((visits) => visits !== undefined);
      const gone = next < 0 ? batches.length : next;
      batches.splice(0, gone);
      first += gone;
    },
    forgetAll,
  };
}
