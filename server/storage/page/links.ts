// Links that a visitor can follow, each by its slug.
import type { ExpressionBuilder } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Executor, LinkRow, Tables } from '../tables.ts';

const MAX_SLUG = 255;
const LINKS_AT_ONCE = 1000;

/** No link can have another, and PostgreSQL would refuse the question. */
function canBeSlug(slug: string): boolean {
  return slug.length <= MAX_SLUG && !slug.includes('\0') && slug.isWellFormed();
}

/** Whether visits to it have been counted. */
export function hasCounts(is: ExpressionBuilder<Tables, 'link'>) {
  const [settled, fresh] = (['visit_total', 'visit_fresh'] as const).map((table) =>
    is.exists(
      is
        .selectFrom(table)
        .select(`${table}.target_id`)
        .whereRef(`${table}.account_id`, '=', 'link.account_id')
        .whereRef(`${table}.target_id`, '=', 'link.id'),
    ),
  );
  return is.or([settled!, fresh!]);
}

/** The one whose slug it is, or was; asked for by itself, so that both are looked up and neither is searched for. */
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

/** A deleted link is found for as long as it has counts. */
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
    .where((is) => is.or([is('deleted_at', 'is', null), hasCounts(is)]))
    .executeTakeFirst();
}

export interface StoredLink {
  id: number;
  slug: string;
  url: string;
  deletedAt: Micros | null;
  /** Those of its item, as JSON. */
  settings: string | null;
}

/** As a visitor asks for it: deleted ones are found, so that they can be told of. */
export async function findStoredLink(db: Executor, accountId: number, slug: string): Promise<StoredLink | undefined> {
  if (!canBeSlug(slug)) return undefined;
  return db
    .selectFrom('link')
    .leftJoin('block_item', (join) =>
      join.onRef('block_item.account_id', '=', 'link.account_id').onRef('block_item.id', '=', 'link.id'),
    )
    .select(['link.id', 'link.slug', 'link.url', 'link.deleted_at as deletedAt', 'block_item.settings'])
    .where('link.account_id', '=', accountId)
    .where('link.id', 'in', idsBySlug(db, accountId, slug))
    .where((is) => is.or([is('link.deleted_at', 'is', null), is('link.deleted_at', '>=', 0)]))
    .executeTakeFirst();
}

/** The slug of every link that can be followed, by the link's id, which is its item's. */
export async function slugsOf(executor: Executor, accountId: number): Promise<Map<number, string>> {
  const rows = await executor
    .selectFrom('link')
    .select(['id', 'slug'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, slug }) => [id, slug]));
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

/** Those that are deleted already keep the time at which they were. */
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

/** As if they had never been. Counts are not looked at. */
export async function forgetLinks(tx: Executor, accountId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('link_former_slug').where('account_id', '=', accountId).where('link_id', 'in', ids).execute();
  await tx.deleteFrom('link').where('account_id', '=', accountId).where('id', 'in', ids).execute();
}

/** The longest deleted of those that nobody ever followed, where there are more than `most` of them. */
export async function surplusDeletedLinks(executor: Executor, accountId: number, most: number): Promise<number[]> {
  const rows = await executor
    .selectFrom('link')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is not', null)
    .where((is) => is.not(hasCounts(is)))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LINKS_AT_ONCE)
    .offset(most)
    .execute();
  return rows.map(({ id }) => id);
}
