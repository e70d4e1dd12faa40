import { MINUTE } from '../../../../contract/time.ts';
import { defineRecurring, type Job } from '../../../jobs/job.ts';
import { deleteAllUnconfirmedBefore } from '../../../storage/page/unconfirmed-entries.ts';
import type { Store } from '../../../storage/store.ts';
import type { Clock } from '../../../system/clock.ts';
import { CONFIRMATION_LIFE } from '../form-confirmation.ts';

/** Deletes sign-ups whose address nobody confirmed. */
export function deleteUnconfirmedEntries(store: Store, clock: Clock): Job {
  return defineRecurring({
    name: 'unconfirmed-entries',
    every: MINUTE,
    run: () => store.note((tx) => deleteAllUnconfirmedBefore(tx, clock() - CONFIRMATION_LIFE)),
  });
}
