// Tokens in links of messages, as hashes, in better-auth's table for verifications. Each works once.
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Executor } from '../tables.ts';

export interface StoredToken {
  /** Kind and hash. */
  identifier: string;
  /** JSON. */
  value: string;
}

export async function insertToken(
  db: Executor,
  dialect: Dialect,
  { identifier, value }: StoredToken,
  { at, expiresAt }: { at: Micros; expiresAt: Micros },
): Promise<void> {
  const [id] = await dialect.allocateIds(db as never, 1);
  const now = dialect.authInstant(at);
  const row = { id: id!, identifier, value, expiresAt: dialect.authInstant(expiresAt), createdAt: now, updatedAt: now };
  await db.insertInto('auth_verification').values(row).execute();
}

/** Undefined if there is no such token, or its time is over. */
export async function findToken(
  db: Executor,
  dialect: Dialect,
  identifier: string,
  now: Micros,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', identifier)
    .where('expiresAt', '>', dialect.authInstant(now))
    .executeTakeFirst();
  return row?.value;
}

/** True for one of those who delete it. */
export async function deleteToken(db: Executor, identifier: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('auth_verification')
    .where('identifier', '=', identifier)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Tokens, challenges and the like that nobody can use any more. */
export async function deleteExpiredTokens(db: Executor, dialect: Dialect, now: Micros): Promise<void> {
  await db.deleteFrom('auth_verification').where('expiresAt', '<=', dialect.authInstant(now)).execute();
}
