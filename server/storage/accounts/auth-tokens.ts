// Tokens in links of messages, as hashes, in better-auth's table for verifications. Each works once, and only as long as
// its account has the generation that the token was made for.
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Executor } from '../tables.ts';

export interface TokenOwner {
  accountId: number;
  /** As it was read together with what the token is based on. */
  generation: number;
  /** Recoveries through later addresses of the account keep the token. Undefined: every recovery ends it. */
  addressId?: number | undefined;
}

export interface StoredToken {
  /** Kind and hash. */
  identifier: string;
  /** JSON. */
  value: string;
}

export async function insertToken(
  db: Executor,
  dialect: Dialect,
  { accountId, generation, addressId }: TokenOwner,
  { identifier, value }: StoredToken,
  { at, expiresAt }: { at: Micros; expiresAt: Micros },
): Promise<void> {
  const [id] = await dialect.allocateIds(db, 1);
  const now = dialect.authInstant(at);
  const dates = { expiresAt: dialect.authInstant(expiresAt), createdAt: now, updatedAt: now };
  await db
    .insertInto('auth_verification')
    .values({ id: id!, identifier, value, ...dates, accountId, generation, addressId: addressId ?? null })
    .execute();
}

export interface FoundToken {
  value: string;
  accountId: number;
  generation: number;
  addressId: number | null;
}

/** Undefined if there is no such token, its time is over, or its account was recovered since. */
export async function findToken(
  db: Executor,
  dialect: Dialect,
  identifier: string,
  now: Micros,
): Promise<FoundToken | undefined> {
  return db
    .selectFrom('auth_verification')
    .innerJoin('auth_user', (join) =>
      join
        .onRef('auth_user.id', '=', 'auth_verification.accountId')
        .onRef('auth_user.generation', '=', 'auth_verification.generation'),
    )
    .select([
      'auth_verification.value',
      'auth_verification.addressId',
      'auth_user.id as accountId',
      'auth_user.generation',
    ])
    .where('auth_verification.identifier', '=', identifier)
    .where('auth_verification.expiresAt', '>', dialect.authInstant(now))
    .executeTakeFirst();
}

/** True for one of those who delete it, if it is still valid. The account must be held. */
export async function deleteToken(db: Executor, identifier: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('auth_verification')
    .where('identifier', '=', identifier)
    .where('generation', '=', (eb) =>
      eb
        .selectFrom('auth_user')
        .select('auth_user.generation')
        .whereRef('auth_user.id', '=', 'auth_verification.accountId'),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * After a recovery through an address: tokens of earlier addresses belong to the new generation. All others are deleted,
 * also those that an earlier recovery has ended.
 */
export async function endTokens(
  db: Executor,
  accountId: number,
  { generation, through }: { generation: number; through: number },
): Promise<void> {
  await db
    .updateTable('auth_verification')
    .set({ generation })
    .where('accountId', '=', accountId)
    .where('generation', '=', generation - 1)
    .where('addressId', '<', through)
    .execute();
  await db
    .deleteFrom('auth_verification')
    .where('accountId', '=', accountId)
    .where('generation', '<', generation)
    .execute();
}

/** Tokens, challenges and the like that nobody can use any more. */
export async function deleteExpiredTokens(db: Executor, dialect: Dialect, now: Micros): Promise<void> {
  await db.deleteFrom('auth_verification').where('expiresAt', '<=', dialect.authInstant(now)).execute();
}

const ROWS_AT_ONCE = 1000;

/** Everything that names the account or its addresses, also what better-auth stores: challenges, pending sign-ins. */
export async function deleteTokensOf(db: Executor, accountId: number, emails: readonly string[]): Promise<void> {
  // Links that undo changes name earlier addresses.
  await db.deleteFrom('auth_verification').where('accountId', '=', accountId).execute();
  const names = [String(accountId), ...emails];
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('auth_verification')
      .select(['id', 'identifier', 'value'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    const own = rows.filter(({ identifier, value }) => isAbout(value, names) || namesOne(identifier, names));
    const ids = own.map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom('auth_verification').where('id', 'in', ids).execute();
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}

/** A value is an id or an address, or JSON with one of them. Numbers that are no ids mean something else. */
function isAbout(value: string, names: readonly string[]): boolean {
  let isFound = names.includes(value);
  try {
    JSON.parse(value, (key, part: unknown) => {
      const isName = typeof part === 'string' || (typeof part === 'number' && /id$/i.test(key));
      if (isName) isFound ||= names.includes(String(part));
      return part;
    });
  } catch {
    // Not every value is JSON.
  }
  return isFound;
}

/** Our own tokens have a kind and a hash, in which an id would be found by chance. */
const HASHED = /:[\w-]{43}$/;
const PART_OF_NAME = /[\w.@+]/;

function namesOne(identifier: string, names: readonly string[]): boolean {
  if (HASHED.test(identifier)) return false;
  return names.some((name) => {
    const start = identifier.indexOf(name);
    const around = [identifier.at(start + name.length) ?? '', start > 0 ? identifier.at(start - 1)! : ''];
    return start >= 0 && !around.some((character) => PART_OF_NAME.test(character));
  });
}
