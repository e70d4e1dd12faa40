import { type Page, type PageRequest, readPage } from './page.ts';
import type { BlockItemRow, BlockRow, Executor, LinkRow } from './tables.ts';

export type BlockWithItems = BlockRow & { items: BlockItemRow[] };

export async function pageOfBlocks(
  db: Executor,
  accountId: number,
  request: PageRequest,
): Promise<Page<BlockWithItems>> {
  const own = db.selectFrom('block').where('account_id', '=', accountId);
  const { rows, total } = await readPage(own, own.selectAll().orderBy('position').orderBy('id'), request);
  return { rows: await withItems(db, accountId, rows), total };
}

/** The first of them, in the order of the page. */
export async function listBlocks(db: Executor, accountId: number, most: number): Promise<BlockWithItems[]> {
  const own = db.selectFrom('block').selectAll().where('account_id', '=', accountId);
  return withItems(db, accountId, await own.orderBy('position').orderBy('id').limit(most).execute());
}

export async function findBlock(db: Executor, accountId: number, blockId: number): Promise<BlockWithItems | undefined> {
  const blocks = await db
    .selectFrom('block')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', blockId)
    .execute();
  return (await withItems(db, accountId, blocks))[0];
}

async function withItems(db: Executor, accountId: number, blocks: BlockRow[]): Promise<BlockWithItems[]> {
  if (blocks.length === 0) return [];
  const items = await db
    .selectFrom('block_item')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(
      'block_id',
      'in',
      blocks.map((block) => block.id),
    )
    .orderBy('list_order')
    .orderBy('id')
    .execute();
  const byBlock = Map.groupBy(items, (item) => item.block_id);
  return blocks.map((block) => ({ ...block, items: byBlock.get(block.id) ?? [] }));
}

export async function insertBlock(db: Executor, accountId: number, block: Omit<BlockRow, 'account_id'>): Promise<void> {
  await db
    .insertInto('block')
    .values({ account_id: accountId, ...block })
    .execute();
}

export async function insertBlockItem(
  db: Executor,
  accountId: number,
  item: Omit<BlockItemRow, 'account_id'>,
): Promise<void> {
  await db
    .insertInto('block_item')
    .values({ account_id: accountId, ...item })
    .execute();
}

export async function insertLink(db: Executor, accountId: number, link: Omit<LinkRow, 'account_id'>): Promise<void> {
  await db
    .insertInto('link')
    .values({ account_id: accountId, ...link })
    .execute();
}
