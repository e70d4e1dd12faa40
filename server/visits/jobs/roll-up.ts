import { SECOND } from '../../../contract/time.ts';
import { defineRecurring, type Job } from '../../jobs/job.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import { rollUp } from '../count/roll-up.ts';

/** Adds recent counts to the totals. */
export function rollUpVisits(store: Store, clock: Clock): Job {
  return defineRecurring({
    name: 'roll-up-visits',
    every: 30 * SECOND,
    run: ({ signal }) => rollUp(store, clock(), signal),
  });
}
