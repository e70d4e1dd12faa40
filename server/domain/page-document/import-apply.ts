// Writes what an import planned, in one transaction: all of it or nothing. The rows are brought to the store ahead of it,
// so that where there is one writer at a time the others wait for the writing alone.
import { holdUnchangedAccount, updateAccount } from '../../storage/accounts.ts';
import { deleteFormEntries } from '../../storage/form-entries.ts';
import type { PageChanges } from '../../storage/page-rows.ts';
import { applyChanges, deletesFollowedLinks, stageChanges } from '../../storage/row-changes.ts';
import type { Store } from '../../storage/store.ts';
import { logActivity } from '../activity.ts';
import type { EditRequest } from '../page-edit.ts';
import { createPauses } from './pauses.ts';

/** How long statements of the transaction may follow each other before other requests get a turn. */
const MAX_TURN_MS = 8;

export interface PlannedWrites {
  revision: number;
  changes: PageChanges;
  removedForms: readonly number[];
  /** For the activity log; undefined where nothing changes. */
  message: string | undefined;
}

class Outdated extends Error {}

/** False where something of the account changed since it was planned: then nothing is written. */
export async function applyImport(
  store: Store,
  { accountId, actor, at }: EditRequest,
  { revision, changes, removedForms, message }: PlannedWrites,
): Promise<boolean> {
  const staged = await stageChanges(store.dialect, changes.tables);
  try {
    await store.write(accountId, async (tx) => {
      if (!(await holdUnchangedAccount(tx, accountId, revision))) throw new Outdated();
      // Visits are counted without changing the account. What has counts is never deleted.
      if (await deletesFollowedLinks(tx, accountId, staged)) throw new Outdated();
      await updateAccount(tx, accountId, { ...changes.account, updated_at: at });
      for (const form of removedForms) await deleteFormEntries(tx, accountId, form);
      await applyChanges(tx, accountId, staged, createPauses(MAX_TURN_MS));
      if (message === undefined) return;
      await logActivity(tx, store.dialect, accountId, actor, { type: 'page_imported', message, at });
    });
    return true;
  } catch (error) {
    if (error instanceof Outdated) return false;
    throw error;
  } finally {
    await staged.release();
  }
}
