import { MINUTE } from '../../../../contract/time.ts';
import { defineRecurring, type Job } from '../../../jobs/job.ts';
import { deleteExpiredTokens } from '../../../storage/people/one-time-tokens.ts';
import { deleteExpiredSessions } from '../../../storage/people/sessions.ts';
import type { Store } from '../../../storage/store.ts';
import type { Clock } from '../../../system/clock.ts';

/** Deletes sessions, and tokens of links, that have expired. */
export function deleteExpiredSignIns(store: Store, clock: Clock): Job {
  return defineRecurring({
    name: 'expired-sign-ins',
    every: MINUTE,
    run: () =>
      store.note(async (tx) => {
        const now = clock();
        await deleteExpiredSessions(tx, now);
        await deleteExpiredTokens(tx, now);
      }),
  });
}
