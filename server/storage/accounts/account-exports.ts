// Exports of all data of an account. Each account has at most one.
import type { Micros } from '../../../contract/time.ts';
import type { AccountExportRow } from '../account-tables.ts';
import type { Executor } from '../tables.ts';

export async function findExport(db: Executor, accountId: number): Promise<AccountExportRow | undefined> {
  return db.selectFrom('account_export').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Replaces an earlier one. */
export async function insertExport(
  db: Executor,
  accountId: number,
  row: Pick<AccountExportRow, 'id' | 'created_at' | 'total'>,
): Promise<void> {
  const nothing = { bytes: null, finished_at: null, expires_at: null };
  const values = { ...row, ...nothing, state: 'waiting' as const, done: 0 };
  await db
    .insertInto('account_export')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** Returns false if it is ready already, or has been replaced or deleted. */
export async function updateExport(
  db: Executor,
  accountId: number,
  id: number,
  values: Partial<Omit<AccountExportRow, 'account_id' | 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_export')
    .set(values)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '<>', 'ready')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteExport(db: Executor, accountId: number, id: number): Promise<void> {
  await db.deleteFrom('account_export').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Ends the export that is being made, and the address of the one that is ready: its file is deleted with the expired ones. */
export async function endExports(db: Executor, accountId: number, at: Micros): Promise<void> {
  await db.deleteFrom('account_export').where('account_id', '=', accountId).where('state', '<>', 'ready').execute();
  await db
    .updateTable('account_export')
    .set({ expires_at: at })
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
    .execute();
}

/** The exports of the installation whose time is over. */
export async function listAllExpiredExports(db: Executor, now: Micros, count: number): Promise<AccountExportRow[]> {
  return db
    .selectFrom('account_export')
    .selectAll()
    .where('expires_at', '<=', now)
    .orderBy('account_id')
    .limit(count)
    .execute();
}
