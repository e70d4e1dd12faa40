// Removes the hidden rows of imports that were killed.
import { MINUTE, type Micros } from '../../../../contract/time.ts';
import { removeHiddenRows, unfinishedImports } from '../../../storage/page/pending-rows.ts';
import type { Store } from '../../../storage/store.ts';

/** No import takes that long. One that does starts again. */
const OVERDUE: Micros = 2 * MINUTE;
const ACCOUNTS_AT_ONCE = 100;

export async function removeUnfinishedImports(store: Store, now: Micros): Promise<void> {
  for (const accountId of await unfinishedImports(store.read, now - OVERDUE, ACCOUNTS_AT_ONCE)) {
    await removeHiddenRows(store, accountId);
  }
}
