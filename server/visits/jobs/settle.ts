import { SECOND } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { defineRecurring, type Job } from '../../jobs/job.ts';
import type { Store } from '../../storage/store.ts';
import { settle } from '../count/settle.ts';

/** Adds recent counts to the totals. */
export function settleVisits(store: Store, clock: Clock): Job {
  return defineRecurring({
    name: 'settle-visits',
    every: 30 * SECOND,
    run: ({ signal }) => settle(store, clock(), signal),
  });
}
