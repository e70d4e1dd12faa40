// Which link has which slug. A former slug still leads to its link, so it is taken as well.

import type { Executor } from '../tables.ts';
import { hasCounts } from './links.ts';

export interface SlugHolder {
  slug: string;
  linkId: number;
  /** The link's current slug. */
  current: string;
  isDeleted: boolean;
  /** Whether visits to it have been counted. */
  wasFollowed: boolean;
}

export async function slugHolders(
  executor: Executor,
  accountId: number,
  slugs: readonly string[],
): Promise<Map<string, SlugHolder>> {
  if (slugs.length === 0) return new Map();
  const links = executor
    .selectFrom('link')
    .select((is) => [
      'link.id as linkId',
      'link.slug as current',
      'link.deleted_at as deletedAt',
      hasCounts(is, accountId).as('wasFollowed'),
    ])
    .where('link.account_id', '=', accountId);
  const current = await links.where('link.slug', 'in', slugs).execute();
  const former = await links
    .innerJoin('link_former_slug', (join) =>
      join
        .onRef('link_former_slug.account_id', '=', 'link.account_id')
        .onRef('link_former_slug.link_id', '=', 'link.id'),
    )
    .select('link_former_slug.slug')
    .where('link_former_slug.slug', 'in', slugs)
    .execute();
  const holders = [...current.map((row) => ({ ...row, slug: row.current })), ...former];
  return new Map(
    holders.map(({ slug, linkId, current: now, deletedAt, wasFollowed }) => [
      slug,
      // SQLite returns 0 and 1.
      { slug, linkId, current: now, isDeleted: deletedAt !== null, wasFollowed: Boolean(wasFollowed) },
    ]),
  );
}

/** All slugs of the account: of live and deleted links, current and former. */
export async function takenSlugs(executor: Executor, accountId: number): Promise<Set<string>> {
  const present = executor.selectFrom('link').select('slug').where('account_id', '=', accountId);
  const former = executor.selectFrom('link_former_slug').select('slug').where('account_id', '=', accountId);
  return new Set((await present.unionAll(former).execute()).map(({ slug }) => slug));
}

/** Former slugs by link id, in alphabetical order. */
export async function formerSlugs(
  executor: Executor,
  accountId: number,
  linkIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (linkIds.length === 0) return new Map();
  const rows = await executor
    .selectFrom('link_former_slug')
    .select(['link_id', 'slug'])
    .where('account_id', '=', accountId)
    .where('link_id', 'in', linkIds)
    .orderBy('slug')
    .execute();
  const byLink = Map.groupBy(rows, (row) => row.link_id);
  return new Map([...byLink].map(([id, own]) => [id, own.map(({ slug }) => slug)]));
}

export async function insertFormerSlugs(
  tx: Executor,
  accountId: number,
  linkId: number,
  slugs: readonly string[],
): Promise<void> {
  if (slugs.length === 0) return;
  await tx
    .insertInto('link_former_slug')
    .values(slugs.map((slug) => ({ account_id: accountId, slug, link_id: linkId })))
    .execute();
}

export async function deleteFormerSlugs(tx: Executor, accountId: number, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return;
  await tx.deleteFrom('link_former_slug').where('account_id', '=', accountId).where('slug', 'in', slugs).execute();
}
