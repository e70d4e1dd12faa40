// What an account is signed in with besides passkeys: its password, and accounts at other providers.
import type { Executor } from '../tables.ts';

export const PASSWORD = 'credential';

export async function findPasswordHash(db: Executor, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth_account')
    .select('password')
    .where('userId', '=', accountId)
    .where('providerId', '=', PASSWORD)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Deletes the password if it was set with an id from this one on. Returns whether it was. */
export async function deletePasswordFrom(db: Executor, accountId: number, from: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('auth_account')
    .where('userId', '=', accountId)
    .where('providerId', '=', PASSWORD)
    .where('id', '>=', from)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The ids of the other providers that lead to the account. */
export async function listProviders(db: Executor, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('auth_account')
    .select('providerId')
    .distinct()
    .where('userId', '=', accountId)
    .where('providerId', '<>', PASSWORD)
    .orderBy('providerId')
    .limit(20)
    .execute();
  return rows.map(({ providerId }) => providerId);
}

/** The account of somebody at a provider. */
export async function findProviderOwner(
  db: Executor,
  providerId: string,
  identity: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('auth_account')
    .select('userId')
    .where('providerId', '=', providerId)
    .where('accountId', '=', identity)
    .executeTakeFirst();
  return row?.userId;
}

/** How many identities at the provider do not begin with this text, of all accounts. */
export async function countOtherIdentities(db: Executor, providerId: string, start: string): Promise<number> {
  const { count } = await db
    .selectFrom('auth_account')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('providerId', '=', providerId)
    .where(({ eb, fn, lit }) => eb(fn('substr', ['accountId', lit(1), lit(start.length)]), '<>', start))
    .executeTakeFirstOrThrow();
  return count;
}
