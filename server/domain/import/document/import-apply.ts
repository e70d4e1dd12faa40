// Writes what an import planned: all of it or nothing. On SQLite everybody waits for a transaction that writes, so the one
// that makes a large change visible has as little to do as possible. New rows are written ahead of it, a few at a time and
// hidden; it publishes them; and what it took out of sight is removed after it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { holdUnchangedAccount, updateAccount } from '../../../storage/accounts/accounts.ts';
import { deleteFormEntries } from '../../../storage/page/form-entries.ts';
import type { PageChanges } from '../../../storage/page/page-changes.ts';
import {
  forgetImport,
  isImportNoted,
  noteImport,
  publish,
  removeHiddenRows,
} from '../../../storage/page/pending-rows.ts';
import {
  applyChanges,
  insertRows,
  removesFollowedLinks,
  type StagedChanges,
  stageChanges,
} from '../../../storage/page/row-changes.ts';
import type { Store } from '../../../storage/store.ts';
import { logActivity } from '../../activity/activity.ts';
import type { EditRequest } from '../../page/page-edit.ts';
import { createPauses } from './pauses.ts';

/** How long statements of the transaction may follow each other before other requests get a turn. */
const MAX_TURN_MS = 5;

type ImportContext = Pick<EditRequest, 'accountId' | 'actor' | 'at'>;

export interface PlannedWrites {
  revision: number;
  changes: PageChanges;
  removedForms: readonly number[];
  /** For the activity log; undefined where nothing changes. */
  message: string | undefined;
}

class Outdated extends Error {}

/** False where something of the account changed since it was planned: then nothing is written. */
export async function applyImport(store: Store, request: ImportContext, planned: PlannedWrites): Promise<boolean> {
  const { accountId, at } = request;
  const { changes } = planned;
  const hidesRows = changes.leavesRows || changes.ahead.some(({ count }) => count > 0);
  if (hidesRows) {
    if (await isImportNoted(store.read, accountId)) await removeHiddenRows(store, accountId);
    await store.note((tx) => noteImport(tx, accountId, at));
  }
  let isClean = !hidesRows;
  try {
    await writeAhead(store, changes);
    const staged = await stageChanges(store.dialect, changes);
    try {
      await writeRest(store, request, planned, staged);
      isClean = !changes.leavesRows;
      return true;
    } finally {
      await staged.release();
    }
  } catch (error) {
    // Another import of the account in another process may have removed what was written ahead, and written the same.
    if (error instanceof Outdated || store.dialect.isDuplicate(error)) return false;
    throw error;
  } finally {
    // What cannot be removed now is found later (`unfinished-imports.ts`): the import is over in any case.
    if (!isClean) await removeHiddenRows(store, accountId).catch(() => {});
  }
}

async function writeAhead(store: Store, { ahead }: PageChanges): Promise<void> {
  for (const rows of ahead) {
    for (const part of rows.parts) {
      await nextTurn();
      const { sources } = await store.dialect.stageRows([part], rows.columns);
      await store.note((tx) => insertRows(tx, rows, sources[0]!));
    }
  }
}

async function writeRest(
  store: Store,
  { accountId, actor, at }: ImportContext,
  { revision, changes, removedForms, message }: PlannedWrites,
  staged: StagedChanges,
): Promise<void> {
  await store.write(accountId, async (tx) => {
    if (!(await holdUnchangedAccount(tx, accountId, revision))) throw new Outdated();
    // Visits are counted without changing the account, and what has counts is never removed.
    if (await removesFollowedLinks(tx, accountId, staged)) throw new Outdated();
    await updateAccount(tx, accountId, { ...changes.account, updated_at: at });
    for (const form of removedForms) await deleteFormEntries(tx, accountId, form);
    const pause = createPauses(MAX_TURN_MS);
    await applyChanges(tx, accountId, staged, pause);
    await pause();
    const [items, links] = changes.ahead;
    if (items!.count + links!.count > 0) {
      const published = await publish(tx, accountId, changes.newIds, pause);
      if (published.items < items!.count || published.links < links!.count) throw new Outdated();
      if (!changes.leavesRows) await forgetImport(tx, accountId);
    }
    if (message === undefined) return;
    const subject = { kind: 'page', id: accountId } as const;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'page_imported', subject, message, at });
  });
}
