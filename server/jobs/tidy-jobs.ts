import { DAY, MINUTE } from '../../contract/time.ts';
import { clearFailedPayloads, deleteFinished, type StoreTime } from '../storage/jobs.ts';
import type { Store } from '../storage/store.ts';
import { defineRecurring, type Job } from './job.ts';

const kept = [
  { state: 'done', age: 7 * DAY, most: 10_000 },
  { state: 'failed', age: 90 * DAY, most: 10_000 },
] as const;

/** The longest time for which a link in a mail works. Without its payload, a job cannot be tried again. */
const PAYLOAD_KEPT = 14 * DAY;

/** Deletes jobs that finished long ago. */
export function tidyJobs(store: Store, time: StoreTime): Job {
  return defineRecurring({
    name: 'tidy-jobs',
    every: 10 * MINUTE,
    run: () =>
      store.note(async (tx) => {
        await store.dialect.erasing(tx);
        for (const each of kept) await deleteFinished(tx, time, each);
        await clearFailedPayloads(tx, time, PAYLOAD_KEPT);
      }),
  });
}
