import type { Expression, ExpressionBuilder } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import type { BlockItemRow, BlockRow, Executor, LinkRow, Tables } from '../tables.ts';
import { type Page, type PageRequest, readPage } from './page.ts';

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

const BLOCKS_AT_ONCE = 10;
/** Of several blocks. */
const ITEMS_AT_ONCE = 250;

export async function listBlocks(db: Executor, accountId: number, limit: number): Promise<BlockWithItems[]> {
  const own = db.selectFrom('block').selectAll().where('account_id', '=', accountId);
  return withItems(db, accountId, await own.orderBy('position').orderBy('id').limit(limit).execute());
}

export async function countBlocks(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('block')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Reads at most one row more than `count`. */
export async function hasMoreItems(db: Executor, accountId: number, count: number): Promise<boolean> {
  const next = db.selectFrom('block_item').select('id').where('account_id', '=', accountId).offset(count).limit(1);
  return (await next.executeTakeFirst()) !== undefined;
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

export async function findBlockItem(
  db: Executor,
  accountId: number,
  itemId: number,
): Promise<BlockItemRow | undefined> {
  return db
    .selectFrom('block_item')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', itemId)
    .executeTakeFirst();
}

/**
 * Reads some items at a time, because SQLite reads block the event loop. It does not pause inside a transaction, to keep
 * that short.
 */
async function withItems(db: Executor, accountId: number, blocks: BlockRow[]): Promise<BlockWithItems[]> {
  const byBlock = new Map<number, BlockItemRow[]>();
  let left = blocks.map(({ id }) => id).sort((a, b) => a - b);
  let count = BLOCKS_AT_ONCE;
  while (left.length > 0) {
    const some = left.slice(0, count);
    const limit = some.length === 1 ? Number.POSITIVE_INFINITY : ITEMS_AT_ONCE;
    const items = await itemsOf(db, accountId, some, limit);
    // The items of the last block may not be complete.
    const end = items.length < limit ? Number.POSITIVE_INFINITY : items.at(-1)!.block_id;
    for (const [id, own] of Map.groupBy(items, (item) => item.block_id)) if (id < end) byBlock.set(id, own);
    const done = some.filter((id) => id < end).length;
    left = left.slice(done);
    count = done > 0 ? BLOCKS_AT_ONCE : 1;
    if (left.length > 0 && !db.isTransaction) await yieldToRequests();
  }
  return blocks.map((block) => ({ ...block, items: byBlock.get(block.id) ?? [] }));
}

/** Ordered like the index: otherwise SQLite reads all items of the account, and sorts them. */
function itemsOf(db: Executor, accountId: number, blockIds: readonly number[], limit: number): Promise<BlockItemRow[]> {
  return db
    .selectFrom('block_item')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('block_id', 'in', blockIds)
    .where('position', '>=', 0)
    .orderBy('block_id')
    .orderBy('list_order')
    .orderBy('id')
    .$if(Number.isFinite(limit), (query) => query.limit(limit))
    .execute();
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

export async function insertBlockItems(
  db: Executor,
  accountId: number,
  items: readonly Omit<BlockItemRow, 'account_id'>[],
): Promise<void> {
  if (items.length === 0) return;
  await db
    .insertInto('block_item')
    .values(items.map((item) => ({ account_id: accountId, ...item })))
    .execute();
}

export async function updateBlock(
  db: Executor,
  accountId: number,
  blockId: number,
  values: Partial<Omit<BlockRow, 'account_id' | 'id' | 'block'>>,
): Promise<void> {
  await db.updateTable('block').set(values).where('account_id', '=', accountId).where('id', '=', blockId).execute();
}

export async function updateBlockItem(
  db: Executor,
  accountId: number,
  itemId: number,
  values: Partial<Omit<BlockItemRow, 'account_id' | 'id'>>,
): Promise<void> {
  await db.updateTable('block_item').set(values).where('account_id', '=', accountId).where('id', '=', itemId).execute();
}

/** Deletes the block and its items. Form entries and links have their own tables and stay. */
export async function deleteBlock(db: Executor, accountId: number, blockId: number): Promise<void> {
  await db.deleteFrom('block_item').where('account_id', '=', accountId).where('block_id', '=', blockId).execute();
  await db.deleteFrom('block').where('account_id', '=', accountId).where('id', '=', blockId).execute();
}

export async function deleteBlockItem(db: Executor, accountId: number, itemId: number): Promise<void> {
  await db.deleteFrom('block_item').where('account_id', '=', accountId).where('id', '=', itemId).execute();
}

/** Returns those of the ids that are items. */
export async function existingItems(db: Executor, accountId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('block_item')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** In page order. */
export async function blockPositions(db: Executor, accountId: number): Promise<Pick<BlockRow, 'id' | 'position'>[]> {
  return db
    .selectFrom('block')
    .select(['id', 'position'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export interface Position {
  id: number;
  position: number;
}

export async function setBlockPositions(db: Executor, accountId: number, positions: readonly Position[], at: Micros) {
  if (positions.length === 0) return;
  await db
    .updateTable('block')
    .set((eb) => ({ position: newPosition(eb, positions), updated_at: at }))
    .where('account_id', '=', accountId)
    .where('id', 'in', idsOf(positions))
    .execute();
}

/** Sets both the list order and the position. */
export async function setItemPositions(db: Executor, accountId: number, positions: readonly Position[], at: Micros) {
  if (positions.length === 0) return;
  await db
    .updateTable('block_item')
    .set((eb) => ({ list_order: newPosition(eb, positions), position: newPosition(eb, positions), updated_at: at }))
    .where('account_id', '=', accountId)
    .where('id', 'in', idsOf(positions))
    .execute();
}

function idsOf(positions: readonly Position[]): number[] {
  return positions.map(({ id }) => id);
}

/** The cast is needed because a bound parameter has no type. */
function newPosition<Table extends 'block' | 'block_item'>(
  eb: ExpressionBuilder<Tables, Table>,
  positions: readonly Position[],
) {
  const id = eb.ref('id' as never) as Expression<number>;
  const positionOf = ({ position }: Position) => eb.cast<number>(eb.val(position), 'bigint');
  const [first, ...rest] = positions;
  let choice = eb.case().when(id, '=', first!.id).then(positionOf(first!));
  for (const each of rest) choice = choice.when(id, '=', each.id).then(positionOf(each));
  return choice.end() as Expression<number>;
}

export async function insertLink(db: Executor, accountId: number, link: Omit<LinkRow, 'account_id'>): Promise<void> {
  await db
    .insertInto('link')
    .values({ account_id: accountId, ...link })
    .execute();
}
