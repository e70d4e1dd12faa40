// Links that a visitor can follow, each by its slug.
import type { Micros } from '../../contract/time.ts';
import type { Executor, LinkRow } from './tables.ts';

const LONGEST_SLUG = 255;

/** No link can have another, and PostgreSQL would refuse the question. */
function canBeSlug(slug: string): boolean {
  return slug.length <= LONGEST_SLUG && !slug.includes('\0') && slug.isWellFormed();
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
    .where('slug', '=', slug)
    .where((is) =>
      is.or([
        is('deleted_at', 'is', null),
        is.exists(
          is
            .selectFrom('visit_total')
            .select('visit_total.key')
            .whereRef('visit_total.account_id', '=', 'link.account_id')
            .whereRef('visit_total.target_id', '=', 'link.id'),
        ),
      ]),
    )
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
    .where('link.slug', '=', slug)
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
