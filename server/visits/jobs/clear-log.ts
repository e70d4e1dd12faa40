import { MINUTE } from '../../../contract/time.ts';
import { defineRecurring, type Job } from '../../jobs/job.ts';
import type { Store } from '../../storage/store.ts';

/** Deleted addresses are gone from the log of the database after a few minutes. */
export function clearLog({ dialect }: Store): Job {
  return defineRecurring({ name: 'clear-log', every: 5 * MINUTE, run: () => dialect.clearLog() });
}
