import { DAY, MINUTE } from '../../contract/time.ts';
import { deleteFinished, type StoreTime } from '../storage/jobs.ts';
import type { Store } from '../storage/store.ts';
import { defineRecurring, type Job } from './job.ts';

const kept = [
  { state: 'done', age: 7 * DAY, most: 10_000 },
  { state: 'failed', age: 90 * DAY, most: 10_000 },
] as const;

/** Deletes jobs that finished long ago. */
export function tidyJobs(store: Store, time: StoreTime): Job {
  return defineRecurring({
    name: 'tidy-jobs',
    every: 10 * MINUTE,
    run: () =>
      store.note(async (tx) => {
        await store.dialect.erasing(tx);
        for (const each of kept) await deleteFinished(tx, time, each);
      }),
  });
}
