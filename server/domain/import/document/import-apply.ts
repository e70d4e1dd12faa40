// Writes a planned import, all or nothing. On SQLite a write transaction blocks all other writes, so the one that makes a
// large change visible is kept short: new rows are written before it, hidden and in small batches; it publishes them; the
// rows that it hides are deleted after it.

import { holdUnchangedAccount, updateAccount } from '../../../storage/accounts/accounts.ts';
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
import { deleteTrash } from '../../../storage/page/trash.ts';
import type { Store } from '../../../storage/store.ts';
import type { BlockRow } from '../../../storage/tables.ts';
import { createPauses, yieldToRequests } from '../../../system/pauses.ts';
import { logActivity } from '../../activity/activity.ts';
import { keepAnswerOf, type Once } from '../../idempotency.ts';
import { type NewVersion, putVersion } from '../../page/history/page-version.ts';
import type { EditRequest } from '../../page/page-edit.ts';
import { trashBlock } from '../../page/trash/trash.ts';

/** With `once`, its key and the answer of the plan are stored in the transaction of the import. */
export type ImportContext = Pick<EditRequest, 'accountId' | 'actor' | 'at' | 'quotas'> & {
  once?: Once | undefined;
};

export interface PlannedWrites {
  revision: number;
  changes: PageChanges;
  removedForms: readonly BlockRow[];
  revived: readonly number[];
  version: (NewVersion & { id: number }) | undefined;
  /** For the activity log; undefined if nothing changes. */
  message: string | undefined;
  activity: 'page_imported' | 'page_restored';
  /** The response body, for an idempotent import. */
  answer?: Uint8Array;
}

class Outdated extends Error {}

/** Returns false and writes nothing if the account changed since the plan was made. */
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
    // An import of the same account in another process may have removed our hidden rows and written the same ones.
    if (error instanceof Outdated || store.dialect.isDuplicate(error)) return false;
    throw error;
  } finally {
    // If this fails, `unfinished-imports.ts` removes the rows later.
    if (!isClean) await removeHiddenRows(store, accountId).catch(() => {});
  }
}

async function writeAhead(store: Store, { ahead }: PageChanges): Promise<void> {
  for (const rows of ahead) {
    for (const part of rows.parts) {
      await yieldToRequests();
      const { sources } = await store.dialect.stageRows([part], rows.columns);
      await store.note((tx) => insertRows(tx, rows, sources[0]!));
    }
  }
}

async function writeRest(
  store: Store,
  { accountId, actor, at, quotas, once }: ImportContext,
  { revision, changes, removedForms, revived, version, message, activity, answer }: PlannedWrites,
  staged: StagedChanges,
): Promise<void> {
  await store.write(accountId, async (tx) => {
    if (!(await holdUnchangedAccount(tx, accountId, revision))) throw new Outdated();
    // Counting visits does not change the revision of the account, and a link with counts is never deleted.
    if (await removesFollowedLinks(tx, accountId, staged)) throw new Outdated();
    await updateAccount(tx, accountId, { ...changes.account, updated_at: at });
    if (once && answer) await keepAnswerOf(tx, accountId, once, Buffer.from(answer).toString());
    if (version) await putVersion(tx, accountId, version);
    await deleteTrash(tx, accountId, revived);
    for (const form of removedForms) await trashBlock({ tx, accountId, at, quotas }, { ...form, items: [] });
    const pause = createPauses();
    await applyChanges(tx, accountId, staged, pause);
    const [items, links] = changes.ahead;
    if (items!.count + links!.count > 0) {
      const published = await publish(tx, accountId, changes.newIds, pause);
      if (published.items < items!.count || published.links < links!.count) throw new Outdated();
      if (!changes.leavesRows) await forgetImport(tx, accountId);
    }
    if (message === undefined) return;
    const subject = { kind: 'page', id: accountId } as const;
    await logActivity(tx, store.dialect, accountId, actor, { type: activity, subject, message, at });
  });
}
