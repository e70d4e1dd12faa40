import { sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { deleteJobsOf } from '../jobs.ts';
import { tableKinds } from '../table-kinds.ts';
import type { AccountRow, Executor } from '../tables.ts';
import { deleteTokensOf } from './auth-tokens.ts';
import { deleteInvitationsTo } from './invitations.ts';

export async function findAccount(db: Executor, accountId: number): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** When its page was last changed, or another part of it. */
export async function lastChangeOf(db: Executor, accountId: number): Promise<Micros | undefined> {
  const own = db.selectFrom('account').select('updated_at').where('account_id', '=', accountId);
  return (await own.executeTakeFirst())?.updated_at;
}

export async function insertAccount(db: Executor, account: AccountRow): Promise<void> {
  await db.insertInto('account').values(account).execute();
}

export type AccountValues = Partial<Omit<AccountRow, 'account_id' | 'revision' | 'email'>>;

/** Returns false if the account does not exist. */
export async function updateAccount(db: Executor, accountId: number, values: AccountValues): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the account's row for an edit of its page. Returns undefined if the account does not exist. */
export async function holdForEdit(
  db: Executor,
  accountId: number,
  at: Micros,
): Promise<Pick<AccountRow, 'public_token'> | undefined> {
  return db
    .updateTable('account')
    .set((eb) => ({ updated_at: at, revision: eb('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .returning('public_token')
    .executeTakeFirst();
}

/** Deletes everything the account owns, then the rows of the lookup tables. */
export async function deleteAccount(db: Executor, accountId: number): Promise<void> {
  const emails = await emailsOf(db, accountId);
  for (const table of tableKinds.owned) {
    await db.deleteFrom(table).where('account_id', '=', accountId).execute();
  }
  await db.deleteFrom('username').where('account_id', '=', accountId).execute();
  await db.deleteFrom('api_key_lookup').where('account_id', '=', accountId).execute();
  await db.deleteFrom('account_token').where('account_id', '=', accountId).execute();
  await db.deleteFrom('visit_exclusion_lookup').where('account_id', '=', accountId).execute();
  await db.deleteFrom('statistics_share_lookup').where('account_id', '=', accountId).execute();
  await deleteJobsOf(db, accountId);
  await deleteTokensOf(db, accountId, emails);
  await deleteInvitationsTo(db, emails);
  await db.deleteFrom('auth_user').where('id', '=', accountId).execute();
}

/** The present address, and the one that waits for its confirmation. */
async function emailsOf(db: Executor, accountId: number): Promise<string[]> {
  const account = await db
    .selectFrom('account')
    .select(['email', 'pending_email'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return [account?.email, account?.pending_email].filter((email) => typeof email === 'string');
}

/**
 * Locks the account's row until the transaction ends, as an edit of its page does. Every write to an account takes this
 * lock first, which prevents deadlocks. Returns false if the account does not exist.
 */
export async function holdAccount(db: Executor, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the row without raising the revision: for writes that an import's plan does not depend on. */
export async function holdAccountAsIs(db: Executor, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Like `holdAccount`, but returns false if the account has changed since this revision. */
export async function holdUnchangedAccount(db: Executor, accountId: number, revision: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns those of the ids that exist. */
export async function existingAccounts(
  executor: Executor,
  dialect: Dialect,
  accountIds: readonly number[],
): Promise<Set<number>> {
  const asked = dialect.jsonRows(
    accountIds.map((id) => [id]),
    { account_id: 'integer' },
  );
  const { rows } = await sql<{ account_id: number }>`
    SELECT account_id FROM account WHERE account_id IN (SELECT account_id FROM ${asked} AS asked)
      AND ${dialect.ofAccounts('account_id', accountIds)}`.execute(executor);
  return new Set(rows.map((row) => row.account_id));
}

/** Lists accounts of the whole installation after `afterId`, for the operator. */
export async function listAllAccounts(db: Executor, afterId: number, count: number): Promise<AccountRow[]> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('account_id', '>', afterId)
    .orderBy('account_id')
    .limit(count)
    .execute();
}

/** Ids of accounts of the whole installation, in their order. */
export async function accountIdsAfter(db: Executor, afterId: number, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '>', afterId)
    .orderBy('account_id')
    .limit(count)
    .execute();
  return rows.map((row) => row.account_id);
}

/** Looks up an e-mail address across all accounts. */
export async function findAccountIdByEmail(db: Executor, email: string): Promise<number | undefined> {
  const user = await db.selectFrom('auth_user').select('id').where('email', '=', email).executeTakeFirst();
  return user?.id;
}

export async function isInstallationEmpty(db: Executor): Promise<boolean> {
  const account = await db.selectFrom('account').select('account_id').limit(1).executeTakeFirst();
  return account === undefined;
}

/** The time of the latest activity of any account. */
export async function newestActivity(db: Executor): Promise<Micros | undefined> {
  const { newest } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.max<Micros | null>('last_activity_at').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? undefined;
}

export interface NewSignIn {
  id: number;
  name: string;
  email: string;
  createdAt: unknown;
  emailVerified: unknown;
  provenId: number | null;
}

/** The address is the first one of the account, so it has the account's id. */
export async function insertSignIn(db: Executor, user: NewSignIn): Promise<void> {
  await db
    .insertInto('auth_user')
    .values({ ...user, addressId: user.id, image: null, updatedAt: user.createdAt, twoFactorEnabled: null })
    .execute();
}

/** Call it in the transaction that changes the sign-in's e-mail address. Does nothing if the account does not exist. */
export async function setAccountEmail(db: Executor, accountId: number, email: string): Promise<void> {
  await db.updateTable('account').set({ email }).where('account_id', '=', accountId).execute();
}

/** Sets the password, or replaces it. */
export async function setPasswordHash(
  db: Executor,
  accountId: number,
  credential: { id: number; password: string; at: unknown },
): Promise<void> {
  await db.deleteFrom('auth_account').where('userId', '=', accountId).where('providerId', '=', 'credential').execute();
  await db
    .insertInto('auth_account')
    .values({
      id: credential.id,
      accountId: String(accountId),
      providerId: 'credential',
      userId: accountId,
      password: credential.password,
      createdAt: credential.at,
      updatedAt: credential.at,
    })
    .execute();
}

export async function countSignIn(db: Executor, accountId: number): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({ login_count: eb('login_count', '+', 1) }))
    .where('account_id', '=', accountId)
    .execute();
}

export async function touchAccount(
  db: Executor,
  accountId: number,
  activity: { at: Micros; agent: string; country: string },
): Promise<void> {
  await updateAccount(db, accountId, {
    last_activity_at: activity.at,
    last_agent: activity.agent,
    last_country: activity.country,
  });
}
