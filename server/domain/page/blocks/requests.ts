// The operations of an owner on blocks and items. Each runs inside an edit and is written to the activity log.
import type { ActivityType } from '../../../../contract/activities.ts';
import type { BlockPatch, ItemPatch } from '../../../../contract/page/block-drafts.ts';
import type { BlockDraft, ItemDraft } from '../../../../contract/page/drafts.ts';
import type { BlockWithItems } from '../../../storage/page/blocks.ts';
import type { BlockItemRow, BlockRow } from '../../../storage/tables.ts';
import { logActivity, type Subject } from '../../activity/activity.ts';
import { changeBlock, copyBlock, createBlock, orderBlocks, removeBlock } from '../blocks.ts';
import type { PageEdit } from '../page-edit.ts';
import { restoreBlock, restoreItem } from '../trash/restoring.ts';
import { trashBlock, trashItem } from '../trash/trash.ts';
import { changeItem } from './item-changes.ts';
import { copyItems, createItem, orderItems, removeItem } from './items.ts';

export async function addBlock(edit: PageEdit, draft: BlockDraft): Promise<number> {
  const id = await createBlock(edit, draft);
  await log(edit, 'block_created', { kind: 'block', id }, `The ${nameOf(draft)} was added.`);
  return id;
}

export async function duplicateBlock(edit: PageEdit, block: BlockWithItems): Promise<number> {
  const id = await copyBlock(edit, block);
  await log(edit, 'block_created', { kind: 'block', id }, `The ${nameOf(block)} was duplicated.`);
  return id;
}

export async function editBlock(edit: PageEdit, block: BlockRow, patch: BlockPatch): Promise<void> {
  await changeBlock(edit, block, patch);
  const name = patch.name === undefined ? block.name : patch.name;
  await logChange(edit, { ...block, name }, { kind: 'block', id: block.id });
}

export async function deleteWholeBlock(edit: PageEdit, block: BlockWithItems): Promise<void> {
  await trashBlock(edit, block);
  await removeBlock(edit, block);
  await log(edit, 'block_deleted', { kind: 'block', id: block.id }, `The ${nameOf(block)} was deleted.`);
}

export async function restoreWholeBlock(edit: PageEdit, blockId: number): Promise<void> {
  const block = await restoreBlock(edit, blockId);
  await log(edit, 'block_restored', { kind: 'block', id: blockId }, `The ${nameOf(block)} was restored.`);
}

export async function reorderBlocks(edit: PageEdit, ids: readonly number[]): Promise<void> {
  await orderBlocks(edit, ids);
  const page = { kind: 'page', id: edit.accountId } as const;
  await log(edit, 'block_updated', page, 'The blocks were reordered.');
}

export async function addItem(edit: PageEdit, block: BlockWithItems, draft: ItemDraft): Promise<number> {
  const id = await createItem(edit, block, draft);
  await logChange(edit, block, { kind: 'item', id });
  return id;
}

export async function duplicateItem(edit: PageEdit, block: BlockWithItems, item: BlockItemRow): Promise<number> {
  const [id] = await copyItems(edit, block, [item], block.items.indexOf(item) + 1);
  await logChange(edit, block, { kind: 'item', id: id! });
  return id!;
}

export async function editItem(edit: PageEdit, block: BlockWithItems, item: BlockItemRow, patch: ItemPatch) {
  await changeItem(edit, block, item, patch);
  await logChange(edit, block, { kind: 'item', id: item.id });
}

export async function deleteItem(edit: PageEdit, block: BlockWithItems, item: BlockItemRow): Promise<void> {
  await trashItem(edit, item);
  await removeItem(edit, item);
  await logChange(edit, block, { kind: 'item', id: item.id });
}

export async function restoreDeletedItem(edit: PageEdit, blockId: number, itemId: number): Promise<void> {
  const block = await restoreItem(edit, blockId, itemId);
  await log(edit, 'item_restored', { kind: 'item', id: itemId }, `An item of the ${nameOf(block)} was restored.`);
}

export async function reorderItems(edit: PageEdit, block: BlockWithItems, ids: readonly number[]): Promise<void> {
  await orderItems(edit, block, ids);
  await logChange(edit, block, { kind: 'block', id: block.id });
}

function logChange(edit: PageEdit, block: Named, subject: Subject): Promise<void> {
  return log(edit, 'block_updated', subject, `The ${nameOf(block)} was changed.`);
}

function log(edit: PageEdit, type: ActivityType, subject: Subject, message: string): Promise<void> {
  const { tx, store, accountId, actor, at } = edit;
  return logActivity(tx, store.dialect, accountId, actor, { type, subject, message, at });
}

type Named = Pick<BlockDraft, 'block' | 'name'>;

function nameOf({ block, name }: Named): string {
  return name ? `block "${name}"` : `block of type ${block}`;
}
