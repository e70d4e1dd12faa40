// Sessions of people who are signed in. better-auth makes them; the rest is done here.
import type { Micros } from '../../../contract/time.ts';
import type { AuthSessionRow } from '../auth-tables.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Executor } from '../tables.ts';

export interface SessionOwner {
  accountId: number;
  sessionId: number;
}

export interface SessionIdentity extends SessionOwner {
  expiresAt: Micros;
  freshAt: Micros;
  seenAt: Micros;
  isActive: boolean;
}

/** The one look-up by token across accounts. */
export async function findSessionOwner(db: Executor, tokenHash: string): Promise<SessionOwner | undefined> {
  const row = await db
    .selectFrom('auth_session')
    .select(['id', 'userId'])
    .where('token', '=', tokenHash)
    .executeTakeFirst();
  return row && { accountId: row.userId, sessionId: row.id };
}

/** Undefined if it was ended. */
export async function readSession(
  db: Executor,
  { accountId, sessionId }: SessionOwner,
): Promise<SessionIdentity | undefined> {
  const row = await db
    .selectFrom('auth_session')
    .innerJoin('account', 'account.account_id', 'auth_session.userId')
    .select(['auth_session.expiresAt', 'auth_session.freshAt', 'auth_session.seenAt', 'account.is_active'])
    .where('auth_session.id', '=', sessionId)
    .where('account.account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { expiresAt, freshAt, seenAt } = row;
  return { accountId, sessionId, expiresAt: authMicros(expiresAt), freshAt, seenAt, isActive: row.is_active === 1 };
}

/** Sessions that have not expired, most recently used first. */
export async function listSessions(
  db: Executor,
  dialect: Dialect,
  accountId: number,
  now: Micros,
  count: number,
): Promise<AuthSessionRow[]> {
  return db
    .selectFrom('auth_session')
    .selectAll()
    .where('userId', '=', accountId)
    .where('expiresAt', '>', dialect.authInstant(now))
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
}

export async function hasSession(db: Executor, accountId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('auth_session')
    .select('id')
    .where('userId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many there were. */
export async function deleteSessions(
  db: Executor,
  accountId: number,
  which: { id: number } | { except: number } | 'all',
): Promise<number> {
  let own = db.deleteFrom('auth_session').where('userId', '=', accountId);
  if (which !== 'all') own = 'id' in which ? own.where('id', '=', which.id) : own.where('id', '<>', which.except);
  return Number((await own.executeTakeFirst()).numDeletedRows);
}

/** Makes room for one more: those that were used least recently go. */
export async function deleteOldestSessions(db: Executor, accountId: number, keep: number): Promise<void> {
  const newest = db
    .selectFrom('auth_session')
    .select('id')
    .where('userId', '=', accountId)
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(keep);
  await db.deleteFrom('auth_session').where('userId', '=', accountId).where('id', 'not in', newest).execute();
}

export async function extendSession(
  db: Executor,
  dialect: Dialect,
  { accountId, sessionId }: SessionOwner,
  { seenAt, expiresAt }: { seenAt: Micros; expiresAt: Micros },
): Promise<void> {
  await db
    .updateTable('auth_session')
    .set({ seenAt, expiresAt: dialect.authInstant(expiresAt) })
    .where('userId', '=', accountId)
    .where('id', '=', sessionId)
    .execute();
}

/** False if the session was ended. */
export async function refreshSession(
  db: Executor,
  { accountId, sessionId }: SessionOwner,
  freshAt: Micros,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth_session')
    .set({ freshAt })
    .where('userId', '=', accountId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sessions that nobody can use any more, of all accounts. */
export async function deleteExpiredSessions(db: Executor, dialect: Dialect, now: Micros): Promise<void> {
  await db.deleteFrom('auth_session').where('expiresAt', '<=', dialect.authInstant(now)).execute();
}

/** A time as better-auth's tables have it. */
export function authMicros(value: unknown): Micros {
  return (value instanceof Date ? value.getTime() : Date.parse(String(value))) * 1000;
}
