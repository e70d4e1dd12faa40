// Usernames are unique across accounts, so they have their own table. A former username leads to its account forever.
import { usernameSkeleton } from '../../../contract/lookalikes.ts';
import type { Executor } from '../tables.ts';

export interface UsernameOwner {
  account_id: number;
  former: number;
}

export async function findUsername(db: Executor, username: string): Promise<UsernameOwner | undefined> {
  return db.selectFrom('username').select(['account_id', 'former']).where('username', '=', username).executeTakeFirst();
}

/** Whether another account has a name that looks like this one. */
export async function isLookalike(db: Executor, username: string, accountId?: number): Promise<boolean> {
  const owners = await db
    .selectFrom('username')
    .select('account_id')
    .where('skeleton', '=', usernameSkeleton(username))
    .where('username', '<>', username)
    .limit(20)
    .execute();
  return owners.some(({ account_id }) => account_id !== accountId);
}

/** Lists former usernames of the account. */
export async function formerUsernames(db: Executor, accountId: number, count: number): Promise<string[]> {
  const names = await db
    .selectFrom('username')
    .select('username')
    .where('account_id', '=', accountId)
    .where('former', '=', 1)
    .orderBy('username')
    .limit(count)
    .execute();
  return names.map(({ username }) => username);
}

export interface PageOwner {
  accountId: number;
  /** The current username, even if the account was found by a former one. */
  username: string;
  isActive: boolean;
  /** The token in cookies of browsers that are not counted. Null if there are none. */
  exclusion: string | null;
  /** The page options as they are stored. */
  pageOptions: string;
  /** The theme of the page as it is stored, for notices that belong to it. */
  customize: string;
  background: string;
}

export async function readPageOwner(db: Executor, accountId: number): Promise<PageOwner | undefined> {
  const account = await db
    .selectFrom('account')
    .leftJoin('visit_exclusion', 'visit_exclusion.account_id', 'account.account_id')
    .select([
      'account.username',
      'account.is_active',
      'account.deletes_at',
      'account.page_options',
      'account.customize',
      'account.background',
      'visit_exclusion.token',
    ])
    .where('account.account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) return undefined;
  const { is_active, deletes_at, page_options: pageOptions, token: exclusion, ...shown } = account;
  return { accountId, ...shown, isActive: is_active === 1 && deletes_at === null, exclusion, pageOptions };
}

/** Fails as a duplicate if the username is taken. If several accounts claim it at once, one wins. */
export async function claimUsername(db: Executor, accountId: number, username: string): Promise<void> {
  await db.updateTable('username').set({ former: 1 }).where('account_id', '=', accountId).execute();
  const own = await db
    .updateTable('username')
    .set({ former: 0 })
    .where('account_id', '=', accountId)
    .where('username', '=', username)
    .executeTakeFirst();
  if (own.numUpdatedRows > 0n) return;
  await db
    .insertInto('username')
    .values({ username, account_id: accountId, former: 0, skeleton: usernameSkeleton(username) })
    .execute();
}
