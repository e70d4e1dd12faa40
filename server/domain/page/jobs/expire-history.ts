// Erases what can no longer be restored: deleted blocks and items with their form entries, and old versions of pages.
import { limits } from '../../../../contract/limits.ts';
import { DAY, HOUR } from '../../../../contract/time.ts';
import { type Attempt, defineRecurring, type Job } from '../../../jobs/job.ts';
import { holdAccountAsIs } from '../../../storage/accounts/accounts.ts';
import { accountsWithHistory, deleteOldVersions, hasOldVersions } from '../../../storage/page/page-versions.ts';
import { findTrash, oldTrash } from '../../../storage/page/trash.ts';
import type { Store } from '../../../storage/store.ts';
import type { Clock } from '../../../system/clock.ts';
import { yieldToRequests } from '../../../system/pauses.ts';
import { eraseTrash } from '../trash/trash.ts';

const ACCOUNTS_AT_ONCE = 100;
const ERASED_AT_ONCE = 100;

export function expireHistory(store: Store, clock: Clock): Job {
  async function run({ signal }: Attempt): Promise<void> {
    const now = clock();
    const before = now - limits.trashDays * DAY;
    const oldest = now - limits.versionDays * DAY;
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const last = (await accountsWithHistory(store.read, after, ACCOUNTS_AT_ONCE)).at(-1);
      if (last === undefined) return;
      const accounts = { after, last };
      const old = await oldTrash(store.read, accounts, before, ERASED_AT_ONCE);
      for (const { account_id: accountId, id } of old) await erase(accountId, id, before);
      if (await hasOldVersions(store.read, accounts, oldest)) {
        await store.note(async (tx) => {
          await store.dialect.erasing(tx);
          await deleteOldVersions(tx, accounts, oldest);
        });
      }
      if (old.length < ERASED_AT_ONCE) after = last;
      await yieldToRequests();
    }
  }

  /** Under the lock of the account: it may be restored at the same time. */
  function erase(accountId: number, id: number, before: number): Promise<void> {
    return store.note(async (tx) => {
      if (!(await holdAccountAsIs(tx, accountId))) return;
      const row = await findTrash(tx, accountId, id);
      if (!row || row.deleted_at >= before) return;
      await store.dialect.erasing(tx);
      await eraseTrash(tx, accountId, id);
    });
  }

  return defineRecurring({ name: 'expire-history', every: HOUR, run });
}
