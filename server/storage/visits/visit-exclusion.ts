import type { VisitExclusionRow } from '../sharing-tables.ts';
import type { Executor } from '../tables.ts';

export async function readExclusion(db: Executor, accountId: number): Promise<VisitExclusionRow | undefined> {
  return db.selectFrom('visit_exclusion').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** The only lookup by token across accounts. */
export async function findExclusionOwner(db: Executor, token: string): Promise<number | undefined> {
  const owner = await db
    .selectFrom('visit_exclusion_lookup')
    .select('account_id')
    .where('token', '=', token)
    .executeTakeFirst();
  return owner?.account_id;
}

/** Replaces the account's token, if there is one. */
export async function storeExclusion(
  db: Executor,
  accountId: number,
  exclusion: Omit<VisitExclusionRow, 'account_id'>,
): Promise<void> {
  await db
    .insertInto('visit_exclusion')
    .values({ account_id: accountId, ...exclusion })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(exclusion))
    .execute();
  const { token } = exclusion;
  await db.deleteFrom('visit_exclusion_lookup').where('account_id', '=', accountId).execute();
  await db.insertInto('visit_exclusion_lookup').values({ token, account_id: accountId }).execute();
}
