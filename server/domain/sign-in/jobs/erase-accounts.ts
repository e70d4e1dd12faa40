import { SECOND } from '../../../../contract/time.ts';
import { defineRecurring, type Job } from '../../../jobs/job.ts';
import { listAllDueDeletions } from '../../../storage/accounts/accounts.ts';
import type { Clock } from '../../../system/clock.ts';
import { type ErasureServices, eraseAccount } from '../account-deletion.ts';

const ERASED_AT_ONCE = 20;

/** Erases accounts whose owners deleted them 14 days ago. */
export function eraseAccounts(services: ErasureServices, clock: Clock): Job {
  return defineRecurring({
    name: 'erase-accounts',
    every: 30 * SECOND,
    async run({ signal }) {
      const failures: unknown[] = [];
      for (const accountId of await listAllDueDeletions(services.store.read, clock(), ERASED_AT_ONCE)) {
        signal.throwIfAborted();
        // One whose files cannot be removed must not keep the others.
        await eraseAccount(services, accountId).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  });
}
