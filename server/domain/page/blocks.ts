// Changes of blocks, inside an edit, which has exclusive access to the page.
import { ApiError, invalid } from '../../../contract/errors.ts';
import type { BlockPatch } from '../../../contract/page/block-drafts.ts';
import type { BlockDraft } from '../../../contract/page/drafts.ts';
import { fieldPath } from '../../../contract/validation/field-errors.ts';
import {
  type BlockWithItems,
  blockPositions,
  deleteBlock,
  findBlock,
  insertBlock,
  setBlockPositions,
  updateBlock,
} from '../../storage/page/blocks.ts';
import type { BlockRow } from '../../storage/tables.ts';
import { dropLinks } from '../links/link-records.ts';
import { copyItems, createItems } from './blocks/items.ts';
import { merged } from './blocks/merging.ts';
import { checkOrder, movedTo, moves } from './blocks/order.ts';
import type { RecordOrigin } from './history/page-version.ts';
import type { PageEdit, PageReader } from './page-edit.ts';

export const noSuchBlock = () => new ApiError('not_found', 'This account has no such block.');

/** Reads the block under the lock of the edit. */
export async function blockToEdit({ tx, accountId }: PageEdit, blockId: number): Promise<BlockWithItems> {
  const block = await findBlock(tx, accountId, blockId);
  if (!block) throw noSuchBlock();
  return block;
}

/**
 * Creates a block with its items and returns its id. `index` is its position on the page, from 0; the default is the
 * draft's position, then the end. `field` is the path of the draft in the request, such as `blocks.3`. `origin` is the
 * block that is created again.
 */
export async function createBlock(
  edit: PageEdit,
  draft: BlockDraft,
  index: number = (draft.position ?? Number.POSITIVE_INFINITY) - 1,
  field = '',
  origin?: RecordOrigin,
): Promise<number> {
  const id = await insertAt(edit, index, field, newBlock(draft), origin);
  const fieldOf = (item: number) => fieldPath(field, `items.${item}`);
  await createItems(edit, { id }, draft.items ?? [], { fieldOf });
  return id;
}

/** Inserts a copy after the block, with its items. The copied links get new slugs. */
export async function copyBlock(edit: PageEdit, block: BlockWithItems): Promise<number> {
  const { name, subheading, content, settings } = block;
  const order = (await blockPositions(edit.tx, edit.accountId)).map(({ id }) => id);
  const index = order.indexOf(block.id) + 1;
  const id = await insertAt(edit, index, '', { block: block.block, name, subheading, content, settings });
  await copyItems(edit, { id }, block.items);
  return id;
}

type BlockValues = Pick<BlockRow, 'block' | 'name' | 'subheading' | 'content' | 'settings'>;

export function newBlock(draft: BlockDraft): BlockValues {
  return {
    block: draft.block,
    name: draft.name ?? null,
    subheading: draft.subheading ?? null,
    content: merged(null, draft.blocks?.content) ?? null,
    settings: merged(null, draft.settings) ?? null,
  };
}

async function insertAt(
  edit: PageEdit,
  index: number,
  field: string,
  values: BlockValues,
  origin?: RecordOrigin,
): Promise<number> {
  const { tx, store, accountId, at } = edit;
  const positions = await blockPositions(tx, accountId);
  checkBlockRoom(edit, positions.length, fieldPath(field, 'block'));
  const [id] = origin ? [origin.id] : await store.dialect.allocateIds(tx, 1);
  const position = (positions.at(-1)?.position ?? 0) + 1;
  await insertBlock(tx, accountId, {
    id: id!,
    ...values,
    position,
    created_at: origin?.created_at ?? at,
    updated_at: at,
  });
  if (index < positions.length) await arrangeBlocks(edit, [...positions, { id: id!, position }], id!, index);
  return id!;
}

/** `count` is how many blocks the page has. */
export function checkBlockRoom({ quotas }: PageReader, count: number, field: string): void {
  if (count < quotas.blocks) return;
  throw invalid({ [field]: [`A page may have at most ${quotas.blocks} blocks; delete one first.`] });
}

export async function changeBlock(edit: PageEdit, block: BlockRow, patch: BlockPatch): Promise<void> {
  const { tx, accountId, at } = edit;
  await updateBlock(tx, accountId, block.id, { ...changedBlock(block, patch), updated_at: at });
  // An unchanged position does not move the block.
  if (patch.position === undefined || patch.position === block.position) return;
  await arrangeBlocks(edit, await blockPositions(tx, accountId), block.id, patch.position - 1);
}

/** The columns of the block that change, without its position. */
export function changedBlock(block: BlockRow, patch: BlockPatch): Partial<BlockValues> {
  const content = patch.blocks === null ? null : merged(block.content, patch.blocks?.content);
  const settings = merged(block.settings, patch.settings);
  return {
    ...(patch.name === undefined ? {} : { name: patch.name }),
    ...(patch.subheading === undefined ? {} : { subheading: patch.subheading }),
    ...(content === undefined ? {} : { content }),
    ...(settings === undefined ? {} : { settings }),
  };
}

/** Deletes the block with its items. Its links are marked as deleted and keep their counts. Form entries stay. */
export async function removeBlock(edit: PageEdit, block: BlockWithItems): Promise<void> {
  const { tx, accountId } = edit;
  const linked = block.items.filter(({ link }) => link !== null).map(({ id }) => id);
  if (linked.length > 0) await dropLinks(edit, linked);
  await deleteBlock(tx, accountId, block.id);
}

/** `ids` must contain every block of the page once. */
export async function orderBlocks({ tx, accountId, at }: PageEdit, ids: readonly number[], field?: string) {
  const positions = await blockPositions(tx, accountId);
  checkOrder(positions, ids, field);
  await setBlockPositions(tx, accountId, moves(positions, ids), at);
}

/** Moves one of the blocks to this position, from 0. */
export async function arrangeBlocks(
  { tx, accountId, at }: PageEdit,
  positions: readonly { id: number; position: number }[],
  id: number,
  index: number,
): Promise<void> {
  const order = positions.map((each) => each.id);
  await setBlockPositions(tx, accountId, moves(positions, movedTo(order, id, index)), at);
}
