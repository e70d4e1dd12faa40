// Erases what can no longer be restored: deleted blocks and items with their form entries, and old versions of pages. One
// process does it for all. Each run looks at a limited number of accounts, and the next one continues there.
import { limits } from '../../../../contract/limits.ts';
import { DAY } from '../../../../contract/time.ts';
import { holdAccountAsIs } from '../../../storage/accounts/accounts.ts';
import { accountsWithHistory, deleteOldVersions, hasOldVersions } from '../../../storage/page/page-versions.ts';
import { findTrash, oldTrash } from '../../../storage/page/trash.ts';
import type { Store } from '../../../storage/store.ts';
import type { Clock } from '../../../system/clock.ts';
import { eraseTrash } from '../trash/trash.ts';

const ACCOUNTS_AT_ONCE = 100;
const ERASED_AT_ONCE = 100;

export function createHistoryExpiry(store: Store, clock: Clock): () => Promise<void> {
  let after = 0;

  return async () => {
    const now = clock();
    const ids = await accountsWithHistory(store.read, after, ACCOUNTS_AT_ONCE);
    const accounts = { after, last: ids.at(-1) ?? after };
    const before = now - limits.trashDays * DAY;
    const old = await oldTrash(store.read, accounts, before, ERASED_AT_ONCE);
    for (const { account_id: accountId, id } of old) await erase(accountId, id, before);
    const oldest = now - limits.versionDays * DAY;
    if (await hasOldVersions(store.read, accounts, oldest)) {
      await store.note(async (tx) => {
        await store.dialect.erasing(tx);
        await deleteOldVersions(tx, accounts, oldest);
      });
    }
    if (old.length === ERASED_AT_ONCE) return;
    after = ids.length < ACCOUNTS_AT_ONCE ? 0 : accounts.last;
  };

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
}
