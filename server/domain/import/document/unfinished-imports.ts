// What imports left behind that were killed: rows that nobody sees.
import { MINUTE, type Micros } from '../../../../contract/time.ts';
import { removeHiddenRows, unfinishedImports } from '../../../storage/page/pending-rows.ts';
import type { Store } from '../../../storage/store.ts';

/** None takes that long. Where one does, it begins anew. */
const OVERDUE: Micros = 2 * MINUTE;
const ACCOUNTS_AT_ONCE = 100;

export async function removeUnfinishedImports(store: Store, now: Micros): Promise<void> {
  for (const accountId of await unfinishedImports(store.read, now - OVERDUE, ACCOUNTS_AT_ONCE)) {
    await removeHiddenRows(store, accountId);
  }
}
