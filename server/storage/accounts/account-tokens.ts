// Public tokens replace account ids in the URLs of pictures and uploads. Each account has one.
import type { Executor } from '../tables.ts';

export interface PublicAccount {
  accountId: number;
  isActive: boolean;
  username: string;
  name: string;
  bio: string;
  /** The path of an upload, or null. */
  avatar: string | null;
  /** As they are stored. */
  customize: string;
  background: string;
  pageOptions: string;
}

export async function insertAccountToken(db: Executor, accountId: number, token: string): Promise<void> {
  await db.insertInto('account_token').values({ token, account_id: accountId }).execute();
}

/** The only lookup by token across accounts. */
export async function findTokenOwner(db: Executor, token: string): Promise<number | undefined> {
  const owner = await db.selectFrom('account_token').select('account_id').where('token', '=', token).executeTakeFirst();
  return owner?.account_id;
}

export async function readPublicAccount(db: Executor, accountId: number): Promise<PublicAccount | undefined> {
  const account = await db
    .selectFrom('account')
    .select(['is_active', 'deletes_at', 'username', 'name', 'bio', 'avatar', 'customize', 'background', 'page_options'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) return undefined;
  const { is_active, deletes_at, page_options: pageOptions, ...shown } = account;
  return { accountId, isActive: is_active === 1 && deletes_at === null, ...shown, pageOptions };
}

export async function readPublicToken(db: Executor, accountId: number): Promise<string | undefined> {
  const account = await db
    .selectFrom('account')
    .select('public_token')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return account?.public_token;
}
