// Deletes activities that are too old, and those of accounts that have too many. One process does it for all. Each run
// looks at a limited number of accounts for a limited time, and the next one continues there.
import { limits } from '../../../contract/limits.ts';
import { DAY } from '../../../contract/time.ts';
import { accountIdsAfter } from '../../storage/accounts/accounts.ts';
import { deleteActivitiesUpTo, expiredActivity } from '../../storage/accounts/activities.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import { yieldToRequests } from '../../system/pauses.ts';

const ACCOUNTS_AT_ONCE = 200;
/** Small enough that a transaction does not block a single-writer store for long. */
const DELETED_AT_ONCE = 1000;
const MAX_MS = 5000;

export function createActivityExpiry(store: Store, clock: Clock, days: number): () => Promise<void> {
  let after = 0;

  return async () => {
    const deadline = performance.now() + MAX_MS;
    const now = clock();
    // Whole days: the caches of an account are not invalidated more than once a day for this.
    const before = now - (now % DAY) - days * DAY;
    const ids = await accountIdsAfter(store.read, after, ACCOUNTS_AT_ONCE);
    for (const accountId of ids) {
      for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
        if (performance.now() > deadline) return;
        deleted = await expire(accountId, before);
        await yieldToRequests();
      }
      after = accountId;
    }
    if (ids.length < ACCOUNTS_AT_ONCE) after = 0;
  };

  async function expire(accountId: number, before: number): Promise<number> {
    const last = await expiredActivity(store.read, accountId, before, limits.activities);
    if (!last) return 0;
    return store.write(accountId, async (tx) => {
      await store.dialect.erasing(tx);
      return deleteActivitiesUpTo(tx, accountId, last, DELETED_AT_ONCE);
    });
  }
}
