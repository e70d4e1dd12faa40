import type { Micros } from '../../../contract/time.ts';
import { type Page, type PageRequest, readPage } from '../page/page.ts';
import type { StatisticsShareRow } from '../sharing-tables.ts';
import type { Executor } from '../tables.ts';

export interface ShareOwner {
  accountId: number;
  shareId: number;
}

export interface ShareIdentity extends ShareOwner {
  /** Null for all statistics of the account. */
  linkId: number | null;
  expiresAt: Micros | null;
  isActive: boolean;
}

/** The only lookup by hash across accounts. The share itself is then read from its account. */
export async function findShareOwner(db: Executor, tokenHash: string): Promise<ShareOwner | undefined> {
  const owner = await db
    .selectFrom('statistics_share_lookup')
    .select(['account_id', 'share_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return owner && { accountId: owner.account_id, shareId: owner.share_id };
}

/** Returns undefined if the share was deleted. */
export async function readShare(db: Executor, { accountId, shareId }: ShareOwner): Promise<ShareIdentity | undefined> {
  const share = await db
    .selectFrom('statistics_share')
    .innerJoin('account', 'account.account_id', 'statistics_share.account_id')
    .select(['statistics_share.link_id', 'statistics_share.expires_at', 'account.is_active', 'account.deletes_at'])
    .where('statistics_share.account_id', '=', accountId)
    .where('statistics_share.id', '=', shareId)
    .executeTakeFirst();
  if (!share) return undefined;
  const isActive = share.is_active === 1 && share.deletes_at === null;
  return { accountId, shareId, linkId: share.link_id, expiresAt: share.expires_at, isActive };
}

export async function insertShare(
  db: Executor,
  accountId: number,
  share: Omit<StatisticsShareRow, 'account_id'>,
  tokenHash: string,
): Promise<void> {
  await db
    .insertInto('statistics_share')
    .values({ account_id: accountId, ...share })
    .execute();
  await db
    .insertInto('statistics_share_lookup')
    .values({ token_hash: tokenHash, account_id: accountId, share_id: share.id })
    .execute();
}

export async function countShares(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('statistics_share')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function pageOfShares(
  db: Executor,
  accountId: number,
  request: PageRequest,
): Promise<Page<StatisticsShareRow>> {
  const own = db.selectFrom('statistics_share').where('account_id', '=', accountId);
  return readPage(own, own.selectAll().orderBy('id', 'desc'), request);
}

export async function findShare(
  db: Executor,
  accountId: number,
  shareId: number,
): Promise<StatisticsShareRow | undefined> {
  return db
    .selectFrom('statistics_share')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', shareId)
    .executeTakeFirst();
}

export async function deleteShare(db: Executor, accountId: number, shareId: number): Promise<void> {
  await db.deleteFrom('statistics_share').where('account_id', '=', accountId).where('id', '=', shareId).execute();
  await db
    .deleteFrom('statistics_share_lookup')
    .where('account_id', '=', accountId)
    .where('share_id', '=', shareId)
    .execute();
}
