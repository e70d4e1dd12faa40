import { SECOND } from '../../../contract/time.ts';
import { defineRecurring, type Job } from '../../jobs/job.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import { type Compact, compactAll } from '../segments/compaction.ts';

/** Turns texts of individual visits into segments. */
export function compactVisits(store: Store, clock: Clock, compact: Compact): Job {
  return defineRecurring({
    name: 'compact-visits',
    every: 30 * SECOND,
    run: ({ signal }) => compactAll(store, clock(), compact, signal),
  });
}
