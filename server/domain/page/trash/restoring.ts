// Restores blocks and items from the trash, inside an edit: with their ids, links, form entries and positions.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import type { TrashRow } from '../../../storage/history-tables.ts';
import { blockPositions, findBlock, insertBlock, insertBlockItems } from '../../../storage/page/blocks.ts';
import { countFormEntries } from '../../../storage/page/form-entries.ts';
import { deleteTrash, findTrash } from '../../../storage/page/trash.ts';
import type { BlockRow, Executor } from '../../../storage/tables.ts';
import { arrangeItems, checkRoom, touchBlock } from '../blocks/items.ts';
import { movedTo } from '../blocks/order.ts';
import { arrangeBlocks, checkBlockRoom, noSuchBlock } from '../blocks.ts';
import type { PageEdit } from '../page-edit.ts';
import { restorable, restoreLinksOf } from './restored-items.ts';
import type { TrashedBlock, TrashedItem } from './trash.ts';

/** Throws if the trash of the account has no such block. */
export async function checkTrashedBlock(db: Executor, accountId: number, blockId: number): Promise<void> {
  await trashedBlock(db, accountId, blockId);
}

/** Throws if nothing of that kind can be restored: because of the item, or because of its block. */
export async function checkTrashedItem(
  db: Executor,
  accountId: number,
  blockId: number,
  itemId: number,
): Promise<void> {
  const block = await findBlock(db, accountId, blockId);
  if (!block) await missingBlock(db, accountId, blockId);
  else await trashedItem(db, accountId, blockId, itemId);
}

async function trashedBlock(db: Executor, accountId: number, blockId: number): Promise<TrashRow> {
  const trashed = await findTrash(db, accountId, blockId);
  if (!trashed || trashed.block_id !== null) throw notDeleted('block');
  return trashed;
}

async function trashedItem(db: Executor, accountId: number, blockId: number, itemId: number): Promise<TrashRow> {
  const trashed = await findTrash(db, accountId, itemId);
  if (trashed?.block_id !== blockId) throw notDeleted('item');
  return trashed;
}

const notDeleted = (what: 'block' | 'item') => new ApiError('not_found', `The trash has no such ${what}.`);

export async function restoreBlock(edit: PageEdit, blockId: number): Promise<Pick<BlockRow, 'block' | 'name'>> {
  const { tx, accountId } = edit;
  const trashed = await trashedBlock(tx, accountId, blockId);
  const { row, items } = JSON.parse(trashed.content) as TrashedBlock;
  const positions = await blockPositions(tx, accountId);
  checkBlockRoom(edit, positions.length, 'block_id');
  await checkFormRoom(edit, trashed);
  const restored = await restorable(edit, items);
  checkRoom(edit, { id: blockId }, restored.length, 'block_id');
  await deleteTrash(tx, accountId, [blockId]);
  await insertBlock(tx, accountId, row);
  await insertBlockItems(
    tx,
    accountId,
    restored.map((item) => item.row),
  );
  await restoreLinksOf(edit, restored);
  // Deleting a block does not move the others, so its position is usually free.
  if (positions.some(({ position }) => position === row.position)) {
    const before = positions.filter(({ position }) => position < row.position).length;
    await arrangeBlocks(edit, [...positions, row], row.id, before);
  }
  return row;
}

/** Returns its block. */
export async function restoreItem(
  edit: PageEdit,
  blockId: number,
  itemId: number,
): Promise<Pick<BlockRow, 'block' | 'name'>> {
  const { tx, accountId } = edit;
  const block = await findBlock(tx, accountId, blockId);
  if (!block) throw await missingBlock(tx, accountId, blockId);
  const trashed = await trashedItem(tx, accountId, blockId, itemId);
  const [item] = await restorable(edit, [JSON.parse(trashed.content) as TrashedItem]);
  if (!item) throw notDeleted('item');
  checkRoom(edit, block, 1, 'block_id');
  await deleteTrash(tx, accountId, [itemId]);
  await insertBlockItems(tx, accountId, [item.row]);
  await restoreLinksOf(edit, [item]);
  if (block.items.some(({ list_order }) => list_order === item.row.list_order)) {
    const before = block.items.filter(({ list_order }) => list_order < item.row.list_order).length;
    const order = block.items.map(({ id }) => id);
    await arrangeItems(edit, [...block.items, item.row], movedTo(order, itemId, before));
  }
  await touchBlock(edit, blockId);
  return block;
}

/** For a block that is neither on the page nor in the trash, it throws. */
async function missingBlock(db: Executor, accountId: number, blockId: number): Promise<ApiError> {
  const trashed = await findTrash(db, accountId, blockId);
  if (!trashed || trashed.block_id !== null) throw noSuchBlock();
  return invalid({ block_id: ['The block of this item is in the trash; restore the block first.'] });
}

async function checkFormRoom({ tx, accountId, quotas }: PageEdit, { entries }: TrashRow): Promise<void> {
  if (entries === 0 || (await countFormEntries(tx, accountId)) + entries <= quotas.formEntries) return;
  const problem = `The form has ${entries} entries, and an account may have at most ${quotas.formEntries}; delete some first.`;
  throw invalid({ block_id: [problem] });
}
