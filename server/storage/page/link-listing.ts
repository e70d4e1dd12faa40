// Links as their owner sees them, each with its item and its former slugs.

import type { BlockItemRow, Executor, LinkRow } from '../tables.ts';
import { formerSlugs } from './link-slugs.ts';
import { hasCounts } from './links.ts';
import { type Page, type PageRequest, readPage } from './page.ts';

export interface ListedLink extends LinkRow {
  formerSlugs: string[];
  /** Undefined if the link is deleted. */
  item: ListedItem | undefined;
}

interface ListedItem extends Pick<BlockItemRow, 'block_id' | 'content' | 'settings' | 'created_at' | 'updated_at'> {
  blockSettings: string | null;
}

/** Deleted links are listed as long as they have counts. */
export async function pageOfLinks(db: Executor, accountId: number, request: PageRequest): Promise<Page<ListedLink>> {
  const own = listed(db, accountId);
  const { rows, total } = await readPage(own, own.selectAll().orderBy('id'), request);
  return { rows: await withItems(db, accountId, rows), total };
}

export async function findListedLink(db: Executor, accountId: number, linkId: number): Promise<ListedLink | undefined> {
  const rows = await listed(db, accountId).selectAll().where('id', '=', linkId).execute();
  return (await withItems(db, accountId, rows))[0];
}

function listed(db: Executor, accountId: number) {
  return db
    .selectFrom('link')
    .where('account_id', '=', accountId)
    .where((is) => is.or([is('deleted_at', 'is', null), hasCounts(is, accountId)]));
}

async function withItems(db: Executor, accountId: number, links: LinkRow[]): Promise<ListedLink[]> {
  if (links.length === 0) return [];
  const ids = links.map(({ id }) => id);
  const former = await formerSlugs(db, accountId, ids);
  const rows = await db
    .selectFrom('block_item')
    .leftJoin('block', (join) =>
      join.onRef('block.account_id', '=', 'block_item.account_id').onRef('block.id', '=', 'block_item.block_id'),
    )
    .select(['block_item.id', 'block_item.block_id', 'block_item.content', 'block_item.settings'])
    .select(['block_item.created_at', 'block_item.updated_at', 'block.settings as blockSettings'])
    .where('block_item.account_id', '=', accountId)
    .where('block_item.id', 'in', ids)
    .execute();
  const items = new Map(rows.map((row) => [row.id, row]));
  return links.map((link) => ({
    ...link,
    formerSlugs: former.get(link.id) ?? [],
    // An item without its link may still exist.
    item: link.deleted_at === null ? items.get(link.id) : undefined,
  }));
}
