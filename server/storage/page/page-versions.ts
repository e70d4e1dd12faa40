// Earlier versions of pages.
import { sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { PageVersionRow } from '../history-tables.ts';
import type { Executor } from '../tables.ts';
import { type Page, type PageRequest, readPage } from './page.ts';

export type VersionHead = Omit<PageVersionRow, 'account_id' | 'content' | 'uploads'>;

const headColumns = ['id', 'changed_at', 'stored_at', 'blocks', 'items'] as const;

/** Newest first, without their contents. */
export async function pageOfVersions(
  db: Executor,
  accountId: number,
  request: PageRequest,
): Promise<Page<VersionHead>> {
  const own = db.selectFrom('page_version').where('account_id', '=', accountId);
  return readPage(own, own.select([...headColumns]).orderBy('id', 'desc'), request);
}

export async function findVersionHead(db: Executor, accountId: number, id: number): Promise<VersionHead | undefined> {
  const own = db
    .selectFrom('page_version')
    .select([...headColumns])
    .where('account_id', '=', accountId);
  return own.where('id', '=', id).executeTakeFirst();
}

export async function versionContent(db: Executor, accountId: number, id: number): Promise<string | undefined> {
  const own = db.selectFrom('page_version').select('content').where('account_id', '=', accountId);
  return (await own.where('id', '=', id).executeTakeFirst())?.content;
}

export async function insertVersion(
  db: Executor,
  accountId: number,
  version: Omit<PageVersionRow, 'account_id'>,
): Promise<void> {
  await db
    .insertInto('page_version')
    .values({ account_id: accountId, ...version })
    .execute();
}

/** Newest first. */
export async function versionSizes(db: Executor, accountId: number): Promise<{ id: number; bytes: number }[]> {
  return db
    .selectFrom('page_version')
    .select(['id', sql<number>`octet_length(content)`.as('bytes')])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
}

/** Deletes a version and all older ones. */
export async function deleteVersionsUpTo(db: Executor, accountId: number, id: number): Promise<void> {
  await db.deleteFrom('page_version').where('account_id', '=', accountId).where('id', '<=', id).execute();
}

/** Accounts of the whole installation, by id. */
interface AccountRange {
  after: number;
  last: number;
}

/** Whether any of the accounts has a version that was stored before that time: for maintenance. */
export async function hasOldVersions(db: Executor, { after, last }: AccountRange, before: Micros): Promise<boolean> {
  const old = db
    .selectFrom('page_version')
    .select('id')
    .where('account_id', '>', after)
    .where('account_id', '<=', last);
  return (await old.where('stored_at', '<', before).limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteOldVersions(db: Executor, { after, last }: AccountRange, before: Micros): Promise<void> {
  await db
    .deleteFrom('page_version')
    .where('account_id', '>', after)
    .where('account_id', '<=', last)
    .where('stored_at', '<', before)
    .execute();
}

/** Accounts of the whole installation after `afterId` that have something to restore: for maintenance. */
export async function accountsWithHistory(db: Executor, afterId: number, count: number): Promise<number[]> {
  const trash = db.selectFrom('trash').select('account_id').where('account_id', '>', afterId);
  const versions = db.selectFrom('page_version').select('account_id').where('account_id', '>', afterId);
  const rows = await trash.distinct().orderBy('account_id').limit(count).execute();
  const others = await versions.distinct().orderBy('account_id').limit(count).execute();
  const all = new Set([...rows, ...others].map((row) => row.account_id));
  return [...all].sort((a, b) => a - b).slice(0, count);
}
