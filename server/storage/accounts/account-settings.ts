// Settings of accounts, and when their weekly summary is due.
import type { Micros } from '../../../contract/time.ts';
import type { AccountSettingsRow } from '../account-tables.ts';
import type { Executor } from '../tables.ts';

export async function readAccountSettings(db: Executor, accountId: number): Promise<AccountSettingsRow | undefined> {
  return db.selectFrom('account_settings').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

export async function storeAccountSettings(
  db: Executor,
  accountId: number,
  settings: Omit<AccountSettingsRow, 'account_id'>,
): Promise<void> {
  await db
    .insertInto('account_settings')
    .values({ account_id: accountId, ...settings })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(settings))
    .execute();
}

export type DueSummary = Pick<AccountSettingsRow, 'account_id' | 'timezone' | 'language'> & { summary_at: Micros };

/** The weekly summaries of the installation that are due. */
export async function listAllDueSummaries(db: Executor, now: Micros, count: number): Promise<DueSummary[]> {
  const rows = await db
    .selectFrom('account_settings')
    .select(['account_id', 'timezone', 'language', 'summary_at'])
    .where('summary_at', 'is not', null)
    .where('summary_at', '<=', now)
    .orderBy('account_id')
    .limit(count)
    .execute();
  return rows as DueSummary[];
}

/** Returns false if another process was faster, or the settings have changed. */
export async function scheduleSummary(
  db: Executor,
  { account_id, summary_at }: Pick<DueSummary, 'account_id' | 'summary_at'>,
  next: Micros,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_settings')
    .set({ summary_at: next })
    .where('account_id', '=', account_id)
    .where('summary_at', '=', summary_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
