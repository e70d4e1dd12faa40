// Links that a visitor can follow, each by its slug.
import type { Executor, LinkRow } from './tables.ts';

const LONGEST_SLUG = 255;

/** A deleted link is found for as long as it has counts. */
export async function findLinkBySlug(
  executor: Executor,
  accountId: number,
  slug: string,
): Promise<LinkRow | undefined> {
  // No link can have such a slug, and PostgreSQL would refuse the question.
  if (slug.length > LONGEST_SLUG || slug.includes('\0') || !slug.isWellFormed()) return undefined;
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
