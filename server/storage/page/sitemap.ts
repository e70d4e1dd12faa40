// The accounts in the sitemap, in bounded batches.
import type { AccountRow, Executor } from '../tables.ts';

/** Across all accounts: the id of the account `count` positions after `afterId`; undefined if there are fewer. */
export async function accountIdFurtherOn(db: Executor, afterId: number, count: number): Promise<number | undefined> {
  const account = await db
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '>', afterId)
    .orderBy('account_id')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return account?.account_id;
}

export type ListedAccount = Pick<AccountRow, 'account_id' | 'username' | 'seo' | 'updated_at'>;

/** Lists active accounts of the whole installation with ids above `afterId` and up to `lastId`. */
export async function listAllActiveAccounts(
  db: Executor,
  afterId: number,
  lastId: number,
  count: number,
): Promise<ListedAccount[]> {
  return db
    .selectFrom('account')
    .select(['account_id', 'username', 'seo', 'updated_at'])
    .where('account_id', '>', afterId)
    .where('account_id', '<=', lastId)
    .where('is_active', '=', 1)
    .where('deletes_at', 'is', null)
    .orderBy('account_id')
    .limit(count)
    .execute();
}
