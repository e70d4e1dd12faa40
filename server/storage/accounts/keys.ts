import type { Micros } from '../../../contract/time.ts';
import type { KeyScope } from '../../../contract/vocabulary.ts';
import { type Page, type PageRequest, readPage } from '../page/page.ts';
import type { ApiKeyRow, Executor } from '../tables.ts';

const KEYS_AT_ONCE = 1000;

export interface KeyOwner {
  accountId: number;
  keyId: number;
}

export interface KeyIdentity extends KeyOwner {
  scope: KeyScope;
  expiresAt: Micros | null;
  lastUsedAt: Micros | null;
  isActive: boolean;
}

/** The only lookup by hash across accounts. The key itself is then read from its account. */
export async function findKeyOwner(db: Executor, keyHash: string): Promise<KeyOwner | undefined> {
  const owner = await db
    .selectFrom('api_key_lookup')
    .select(['account_id', 'key_id'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return owner && { accountId: owner.account_id, keyId: owner.key_id };
}

/** Returns undefined if the key was revoked. */
export async function readKey(db: Executor, { accountId, keyId }: KeyOwner): Promise<KeyIdentity | undefined> {
  const key = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.account_id', 'api_key.account_id')
    .select(['api_key.scope', 'api_key.expires_at', 'api_key.last_used_at', 'account.is_active'])
    .where('api_key.account_id', '=', accountId)
    .where('api_key.id', '=', keyId)
    .where('api_key.revoked_at', 'is', null)
    .executeTakeFirst();
  if (!key) return undefined;
  return {
    accountId,
    keyId,
    scope: key.scope,
    expiresAt: key.expires_at,
    lastUsedAt: key.last_used_at,
    isActive: key.is_active === 1,
  };
}

export async function insertKey(db: Executor, accountId: number, key: Omit<ApiKeyRow, 'account_id'>, keyHash: string) {
  await db
    .insertInto('api_key')
    .values({ account_id: accountId, ...key })
    .execute();
  await db.insertInto('api_key_lookup').values({ key_hash: keyHash, account_id: accountId, key_id: key.id }).execute();
}

/** Keys that work at that time. */
export async function countActiveKeys(db: Executor, accountId: number, at: Micros): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Expired ones too. */
export async function countUnrevokedKeys(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes revoked and expired keys, all but the newest. */
export async function deleteEndedKeys(db: Executor, accountId: number, at: Micros, kept: number): Promise<void> {
  const surplus = await db
    .selectFrom('api_key')
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', at)]))
    .orderBy('id', 'desc')
    .limit(KEYS_AT_ONCE)
    .offset(kept)
    .execute();
  if (surplus.length === 0) return;
  const ids = surplus.map(({ id }) => id);
  await db.deleteFrom('api_key').where('account_id', '=', accountId).where('id', 'in', ids).execute();
  await db.deleteFrom('api_key_lookup').where('account_id', '=', accountId).where('key_id', 'in', ids).execute();
}

export async function findKey(db: Executor, accountId: number, id: number): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lists the account's keys after `afterId`, including revoked ones. */
export async function listKeys(db: Executor, accountId: number, afterId: number, count: number): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(count)
    .execute();
}

export async function pageOfKeys(db: Executor, accountId: number, request: PageRequest): Promise<Page<ApiKeyRow>> {
  const own = db.selectFrom('api_key').where('account_id', '=', accountId);
  return readPage(own, own.selectAll().orderBy('id', 'desc'), request);
}

/** Returns false if there was no active key to revoke. */
export async function revokeKey(db: Executor, accountId: number, keyId: number, at: Micros): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  await db.deleteFrom('api_key_lookup').where('account_id', '=', accountId).where('key_id', '=', keyId).execute();
  return numUpdatedRows > 0n;
}

export async function noteKeyUse(db: Executor, accountId: number, keyId: number, at: Micros): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', keyId)
    .execute();
}
