import { MINUTE } from '../../../../contract/time.ts';
import { defineRecurring, type Job } from '../../../jobs/job.ts';
import { deleteExpiredLimits } from '../../../storage/shared-limits.ts';
import type { Store } from '../../../storage/store.ts';
import { FORGOTTEN_AFTER } from '../throttle.ts';

/** Deletes what limits and failed attempts have counted, once it no longer matters. */
export function forgetLimits({ dialect }: Store): Job {
  return defineRecurring({
    name: 'expired-limits',
    every: MINUTE,
    run: () => dialect.queue.transaction().execute((tx) => deleteExpiredLimits(tx, dialect, FORGOTTEN_AFTER)),
  });
}
