import type { Micros } from '../../../contract/time.ts';
import type { SessionRow } from '../people-tables.ts';
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

export async function insertSession(db: Executor, session: SessionRow): Promise<void> {
  await db.insertInto('session').values(session).execute();
}

/** The one look-up by token across people. */
export async function findSessionOwner(db: Executor, tokenHash: string): Promise<SessionOwner | undefined> {
  return db
    .selectFrom('session')
    .select(['id as sessionId', 'person_id as accountId'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Undefined if it was ended. */
export async function readSession(
  db: Executor,
  { accountId, sessionId }: SessionOwner,
): Promise<SessionIdentity | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('person', 'person.person_id', 'session.person_id')
    .select(['session.expires_at', 'session.fresh_at', 'session.seen_at', 'person.is_active'])
    .where('session.id', '=', sessionId)
    .where('session.person_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { expires_at: expiresAt, fresh_at: freshAt, seen_at: seenAt, is_active } = row;
  return { accountId, sessionId, expiresAt, freshAt, seenAt, isActive: is_active === 1 };
}

/** Sessions that have not expired, most recently used first. */
export async function listSessions(db: Executor, personId: number, now: Micros, count: number): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
}

export async function hasSession(db: Executor, personId: number, id: number): Promise<boolean> {
  const own = db.selectFrom('session').select('id').where('person_id', '=', personId).where('id', '=', id);
  return (await own.executeTakeFirst()) !== undefined;
}

/** How many there were. */
export async function deleteSessions(
  db: Executor,
  personId: number,
  which: { id: number } | { except: number } | 'all',
): Promise<number> {
  let own = db.deleteFrom('session').where('person_id', '=', personId);
  if (which !== 'all') own = 'id' in which ? own.where('id', '=', which.id) : own.where('id', '<>', which.except);
  return Number((await own.executeTakeFirst()).numDeletedRows);
}

/** Those that were used least recently. */
export async function deleteOldestSessions(db: Executor, personId: number, keep: number): Promise<void> {
  const newest = db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keep);
  await db.deleteFrom('session').where('person_id', '=', personId).where('id', 'not in', newest).execute();
}

/** When it was seen and expires, or when somebody has confirmed who they are. False if it was ended. */
export async function updateSession(
  db: Executor,
  { accountId, sessionId }: SessionOwner,
  values: Partial<Pick<SessionRow, 'seen_at' | 'expires_at' | 'fresh_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set(values)
    .where('person_id', '=', accountId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sessions that nobody can use any more, of all people. */
export async function deleteExpiredSessions(db: Executor, now: Micros): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute();
}
