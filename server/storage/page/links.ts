// Links that a visitor can follow, found by their slugs.
import { type ExpressionBuilder, sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import type { Executor, LinkRow, Tables } from '../tables.ts';

const MAX_SLUG = 255;
const LINKS_AT_ONCE = 1000;

/** No stored slug can look different, and PostgreSQL would reject the query. */
function canBeSlug(slug: string): boolean {
  return slug.length <= MAX_SLUG && !slug.includes('\0') && slug.isWellFormed();
}

/** Whether visits to the link have been counted. */
export function hasCounts(is: ExpressionBuilder<Tables, 'link'>, accountId: number) {
  const [rolledUp, recent] = (['visit_total', 'visit_fresh'] as const).map((table) =>
    is.exists(
      is
        .selectFrom(table)
        .select(`${table}.target_id`)
        .where(sql.ref<number>(`${table}.account_id`), '=', accountId)
        .whereRef(`${table}.target_id`, '=', 'link.id'),
    ),
  );
  return is.or([rolledUp!, recent!]);
}

/** Finds links by current or former slug. As a subquery, so that both tables use their index. */
function idsBySlug(db: Executor, accountId: number, slug: string) {
  const present = db
    .selectFrom('link as present')
    .select('present.id')
    .where('present.account_id', '=', accountId)
    .where('present.slug', '=', slug);
  const former = db
    .selectFrom('link_former_slug as former')
    .select('former.link_id as id')
    .where('former.account_id', '=', accountId)
    .where('former.slug', '=', slug);
  return present.unionAll(former);
}

/** A deleted link is found as long as it has counts. */
export async function findLinkBySlug(
  executor: Executor,
  accountId: number,
  slug: string,
): Promise<LinkRow | undefined> {
  if (!canBeSlug(slug)) return undefined;
  return executor
    .selectFrom('link')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', idsBySlug(executor, accountId, slug))
    .where((is) => is.or([is('deleted_at', 'is', null), hasCounts(is, accountId)]))
    .executeTakeFirst();
}

export interface StoredLink {
  id: number;
  slug: string;
  url: string;
  deletedAt: Micros | null;
  /** The settings of the link's item, as JSON. */
  settings: string | null;
  /** The settings of the item's block, as JSON. */
  blockSettings: string | null;
}

/** For visitors. Deleted links are found too, to tell the visitor that they are gone. */
export async function findStoredLink(db: Executor, accountId: number, slug: string): Promise<StoredLink | undefined> {
  if (!canBeSlug(slug)) return undefined;
  return db
    .selectFrom('link')
    .leftJoin('block_item', (join) =>
      join.onRef('block_item.account_id', '=', 'link.account_id').onRef('block_item.id', '=', 'link.id'),
    )
    .leftJoin('block', (join) =>
      join.onRef('block.account_id', '=', 'block_item.account_id').onRef('block.id', '=', 'block_item.block_id'),
    )
    .select(['link.id', 'link.slug', 'link.url', 'link.deleted_at as deletedAt'])
    .select(['block_item.settings', 'block.settings as blockSettings'])
    .where('link.account_id', '=', accountId)
    .where('link.id', 'in', idsBySlug(db, accountId, slug))
    .where((is) => is.or([is('link.deleted_at', 'is', null), is('link.deleted_at', '>=', 0)]))
    .executeTakeFirst();
}

/**
 * The slugs of all live links, by link id, which is also the item's id. Reads some at a time, because SQLite reads block
 * the event loop. It does not pause inside a transaction, to keep that short.
 */
export async function slugsOf(executor: Executor, accountId: number): Promise<Map<number, string>> {
  const slugs = new Map<number, string>();
  for (let last: number | undefined = 0; last !== undefined; ) {
    const rows: Pick<LinkRow, 'id' | 'slug'>[] = await executor
      .selectFrom('link')
      .select(['id', 'slug'])
      .where('account_id', '=', accountId)
      .where('id', '>', last)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(LINKS_AT_ONCE)
      .execute();
    for (const { id, slug } of rows) slugs.set(id, slug);
    last = rows.length === LINKS_AT_ONCE ? rows.at(-1)!.id : undefined;
    if (last !== undefined && !executor.isTransaction) await yieldToRequests();
  }
  return slugs;
}

export async function findLinks(executor: Executor, accountId: number, ids: readonly number[]): Promise<LinkRow[]> {
  if (ids.length === 0) return [];
  return executor.selectFrom('link').selectAll().where('account_id', '=', accountId).where('id', 'in', ids).execute();
}

export async function insertLinks(
  tx: Executor,
  accountId: number,
  links: readonly Omit<LinkRow, 'account_id'>[],
): Promise<void> {
  for (let start = 0; start < links.length; start += LINKS_AT_ONCE) {
    const some = links.slice(start, start + LINKS_AT_ONCE);
    await tx
      .insertInto('link')
      .values(some.map((link) => ({ account_id: accountId, ...link })))
      .execute();
  }
}

export async function updateLink(
  tx: Executor,
  accountId: number,
  linkId: number,
  values: Partial<Omit<LinkRow, 'account_id' | 'id'>>,
): Promise<void> {
  await tx.updateTable('link').set(values).where('account_id', '=', accountId).where('id', '=', linkId).execute();
}

/** Links that are already deleted keep their deletion time. */
export async function markLinksDeleted(
  tx: Executor,
  accountId: number,
  ids: readonly number[],
  at: Micros,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('link')
    .set({ deleted_at: at })
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Deletes links and their former slugs permanently, even if they have counts. */
export async function forgetLinks(tx: Executor, accountId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('link_former_slug').where('account_id', '=', accountId).where('link_id', 'in', ids).execute();
  await tx.deleteFrom('link').where('account_id', '=', accountId).where('id', 'in', ids).execute();
}

/** If more than `limit` deleted links have no counts, returns those that were deleted first. */
export async function surplusDeletedLinks(executor: Executor, accountId: number, limit: number): Promise<number[]> {
  const rows = await executor
    .selectFrom('link')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is not', null)
    .where((is) => is.not(hasCounts(is, accountId)))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LINKS_AT_ONCE)
    .offset(limit)
    .execute();
  return rows.map(({ id }) => id);
}
