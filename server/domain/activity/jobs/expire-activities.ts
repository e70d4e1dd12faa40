// Deletes activities that are too old, and those of accounts that have too many.
import { limits } from '../../../../contract/limits.ts';
import { DAY, HOUR } from '../../../../contract/time.ts';
import { type Attempt, defineRecurring, type Job } from '../../../jobs/job.ts';
import { accountIdsAfter } from '../../../storage/accounts/accounts.ts';
import { deleteActivitiesUpTo, expiredActivity } from '../../../storage/accounts/activities.ts';
import type { Store } from '../../../storage/store.ts';
import type { Clock } from '../../../system/clock.ts';
import { yieldToRequests } from '../../../system/pauses.ts';

const ACCOUNTS_AT_ONCE = 200;
/** Small enough that a transaction does not block a single-writer store for long. */
const DELETED_AT_ONCE = 1000;

export function expireActivities(store: Store, clock: Clock, days: number): Job {
  async function run({ signal }: Attempt): Promise<void> {
    const now = clock();
    // Whole days: the caches of an account are not invalidated more than once a day for this.
    const before = now - (now % DAY) - days * DAY;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const ids: number[] = await accountIdsAfter(store.read, after, ACCOUNTS_AT_ONCE);
      for (const accountId of ids) {
        for (let deleted = 1; deleted > 0; ) {
          signal.throwIfAborted();
          deleted = await expire(accountId, before);
          await yieldToRequests();
        }
      }
      after = ids.at(-1);
    }
  }

  async function expire(accountId: number, before: number): Promise<number> {
    const last = await expiredActivity(store.read, accountId, before, limits.activities);
    if (!last) return 0;
    return store.write(accountId, async (tx) => {
      await store.dialect.erasing(tx);
      return deleteActivitiesUpTo(tx, accountId, last, DELETED_AT_ONCE);
    });
  }

  return defineRecurring({ name: 'expire-activities', every: 6 * HOUR, run });
}
