// What works once: links in mails, pending sign-ins, challenges. A token is stored as its hash. It is valid until it is
// spent or expires, and only as long as its person has the generation that it was made for.
import { type SqlBool, sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { OneTimeTokenRow } from '../people-tables.ts';
import type { Executor } from '../tables.ts';

export interface TokenOwner {
  accountId: number;
  /** As it was read together with what the token is based on. */
  generation: number;
  /** Recoveries through later addresses of the person keep the token. Undefined: every recovery ends it. */
  addressId?: number | undefined;
}

export async function insertToken(db: Executor, token: OneTimeTokenRow): Promise<void> {
  await db.insertInto('one_time_token').values(token).execute();
}

/** Of nobody, or of a person who was not recovered since. */
const isOfGeneration = sql<SqlBool>`(one_time_token.person_id IS NULL OR one_time_token.generation =
  (SELECT person.generation FROM person WHERE person.person_id = one_time_token.person_id))`;

export async function findToken(
  db: Executor,
  kind: string,
  tokenHash: string,
  now: Micros,
): Promise<OneTimeTokenRow | undefined> {
  return db
    .selectFrom('one_time_token')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .where(isOfGeneration)
    .executeTakeFirst();
}

/** True for one of those who spend it, if it is still valid. Its person, if any, must be held. */
export async function deleteToken(db: Executor, kind: string, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_token')
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where(isOfGeneration)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * After a recovery through an address: tokens of earlier addresses belong to the new generation. All others are deleted,
 * also those that an earlier recovery has ended.
 */
export async function endTokens(
  db: Executor,
  personId: number,
  { generation, through }: { generation: number; through: number },
): Promise<void> {
  await db
    .updateTable('one_time_token')
    .set({ generation })
    .where('person_id', '=', personId)
    .where('generation', '=', generation - 1)
    .where('address_id', '<', through)
    .execute();
  await db
    .deleteFrom('one_time_token')
    .where('person_id', '=', personId)
    .where('generation', '<', generation)
    .execute();
}

/** Whether a token of this kind is valid, of whomever it is. Several may have the same contents. */
export async function isAddressHeld(db: Executor, contents: string, now: Micros): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_token')
    .select('token_hash')
    // As text: SQLite uses the index only if the statement has what the index has.
    .where(sql<SqlBool>`kind = 'held-address'`)
    .where('contents', '=', contents)
    .where('expires_at', '>', now)
    .where(isOfGeneration)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Tokens that nobody can use any more. */
export async function deleteExpiredTokens(db: Executor, now: Micros): Promise<void> {
  await db.deleteFrom('one_time_token').where('expires_at', '<=', now).execute();
}
