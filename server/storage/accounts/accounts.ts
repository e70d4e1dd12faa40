import { sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { deleteJobsOf } from '../jobs.ts';
import { deletePerson } from '../people/people.ts';
import { tableKinds } from '../table-kinds.ts';
import type { AccountRow, Executor } from '../tables.ts';
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
  // Before the jobs: a sign-in may add one as long as the person is there.
  await deletePerson(db, accountId);
  await deleteJobsOf(db, accountId);
  await deleteInvitationsTo(db, emails);
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

export async function setPendingEmail(db: Executor, accountId: number, email: string | null): Promise<void> {
  await db.updateTable('account').set({ pending_email: email }).where('account_id', '=', accountId).execute();
}

/** The accounts of the installation that are due to be erased. */
export async function listAllDueDeletions(db: Executor, now: Micros, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('account_id')
    .where('deletes_at', 'is not', null)
    .where('deletes_at', '<=', now)
    .orderBy('account_id')
    .limit(count)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

export interface LastActivity {
  at: Micros;
  agent: string;
  country: string;
}

/** Does not raise the revision. */
export async function countSignIn(db: Executor, accountId: number): Promise<void> {
  const own = db.updateTable('account').where('account_id', '=', accountId);
  await own.set((eb) => ({ login_count: eb('login_count', '+', 1) })).execute();
}

/** A later activity stays the last one. Does not raise the revision. */
export async function touchAccountLate(db: Executor, accountId: number, activity: LastActivity): Promise<void> {
  const own = db.updateTable('account').where('account_id', '=', accountId);
  await own.set(valuesOf(activity)).where('last_activity_at', '<=', activity.at).execute();
}

export async function touchAccount(db: Executor, accountId: number, activity: LastActivity): Promise<void> {
  await updateAccount(db, accountId, valuesOf(activity));
}

function valuesOf({ at, agent, country }: LastActivity): AccountValues {
  return { last_activity_at: at, last_agent: agent, last_country: country };
}
