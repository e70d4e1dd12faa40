// Applies the blocks of a document to the page. Removals come first, to make room. Items that move to another block are
// taken out before that, with their links, and inserted once the block exists.
import type { DocumentItem } from '../../../../../contract/page/document.ts';
import { blockPositions, deleteBlockItem, findBlock, updateBlockItem } from '../../../../storage/page/blocks.ts';
import { moveItems } from '../../../../storage/page/moved-items.ts';
import { createPauses } from '../../../../system/pauses.ts';
import { dropLinks, type LinkFields, putLinks } from '../../../links/link-records.ts';
import { changeItem } from '../../../page/blocks/item-changes.ts';
import { createItems, orderItems } from '../../../page/blocks/items.ts';
import { blockToEdit, changeBlock, createBlock, orderBlocks, removeBlock } from '../../../page/blocks.ts';
import type { PageEdit } from '../../../page/page-edit.ts';
import { isSame } from '../changes/comparing.ts';
import type { BlockMatch, ItemMatch, Matching } from '../changes/matching.ts';
import { atField } from '../fields.ts';
import { giveAddresses, type LinkAtField } from './apply-addresses.ts';
import { blockDraft, blockPatch, itemDraft, itemPatch } from './drafts.ts';
import { leaveTakenSlugs } from './taken-slugs.ts';

/** No block has this id. Moving items have it in between. */
const NO_BLOCK = 0;

/** `first` are the blocks that come before those of the document. Returns warnings. */
export async function applyBlocks(edit: PageEdit, matching: Matching, first: readonly number[]): Promise<string[]> {
  const pause = createPauses();
  const moved = matching.blocks.flatMap((block) => block.items.filter((item) => isMoved(block, item)));
  await moveItems(
    edit.tx,
    edit.accountId,
    moved.map(({ stored }) => stored!.row.id),
    NO_BLOCK,
  );
  await removeUnmatched(edit, matching, pause);
  const warnings = await leaveTakenSlugs(edit, matching);
  const ids: number[] = [];
  const links: LinkAtField[] = [];
  const newLinks: LinkFields[] = [];
  for (const [index, block] of matching.blocks.entries()) {
    await pause();
    const field = `blocks.${index}`;
    const id = block.stored ? await changeHead(edit, block, field) : await createHead(edit, block, field);
    ids.push(id);
    links.push(...(await applyItems(edit, id, block, { field, pause, newLinks })));
  }
  const order = [...first, ...ids];
  const now = (await blockPositions(edit.tx, edit.accountId)).map(({ id }) => id);
  if (!isSame(order, now)) await orderBlocks(edit, order);
  if (newLinks.length > 0) await putLinks(edit, newLinks);
  await giveAddresses(edit, links, pause);
  return warnings;
}

function isMoved({ stored }: BlockMatch, item: ItemMatch): boolean {
  return item.stored !== undefined && item.stored.row.block_id !== stored?.row.id;
}

async function removeUnmatched(
  edit: PageEdit,
  { removedBlocks, removedItems }: Matching,
  pause: () => Promise<void>,
): Promise<void> {
  const linked = removedItems.filter(({ row }) => row.link !== null);
  if (linked.length > 0) {
    await dropLinks(
      edit,
      linked.map(({ row }) => row.id),
    );
  }
  for (const { row } of removedItems) {
    await pause();
    await deleteBlockItem(edit.tx, edit.accountId, row.id);
  }
  for (const { row } of removedBlocks) await removeBlock(edit, { ...row, items: [] });
}

async function createHead(edit: PageEdit, { wanted, origin }: BlockMatch, field: string): Promise<number> {
  return createBlock(edit, { ...blockDraft(wanted, edit), items: [] }, undefined, field, origin);
}

async function changeHead(edit: PageEdit, { wanted, stored }: BlockMatch, field: string): Promise<number> {
  const { row, shown } = stored!;
  if (!isSame({ ...wanted, items: undefined }, { ...shown, items: undefined })) {
    await atField(field, () => changeBlock(edit, row, blockPatch(wanted)));
  }
  return row.id;
}

/** Returns the links with slugs in the document. */
async function applyItems(
  edit: PageEdit,
  blockId: number,
  block: BlockMatch,
  { field, pause, newLinks }: { field: string; pause: () => Promise<void>; newLinks: LinkFields[] },
): Promise<LinkAtField[]> {
  if (block.items.length === 0) return [];
  await moveIn(edit, blockId, block);
  const parent = (await findBlock(edit.tx, edit.accountId, blockId))!;
  const rows = new Map(parent.items.map((row) => [row.id, row]));
  for (const [index, { wanted, stored }] of block.items.entries()) {
    if (!stored || (stored.type === block.wanted.block && isSame(plain(wanted), plain(stored.shown)))) continue;
    await pause();
    const { link, ...others } = itemPatch(block.wanted.block, wanted, edit);
    // An unchanged link already has its link record.
    const patch = wanted.link === stored.shown.link ? others : { link, ...others };
    await atField(`${field}.items.${index}`, () => changeItem(edit, parent, rows.get(stored.row.id)!, patch));
  }
  const indexes = [...block.items.keys()].filter((index) => !block.items[index]!.stored);
  const drafts = indexes.map((index) => itemDraft(block.items[index]!.wanted, edit));
  const origins = indexes.flatMap((index) => block.items[index]!.origin ?? []);
  const made = await createItems(edit, parent, drafts, {
    fieldOf: (item) => `${field}.items.${indexes[item]}`,
    links: newLinks,
    origins: origins.length > 0 ? origins : undefined,
  });

  const added = made.values();
  const order = block.items.map(({ stored }) => stored?.row.id ?? added.next().value!);
  const current = await blockToEdit(edit, blockId);
  const now = current.items.map(({ id }) => id);
  if (!isSame(order, now)) await orderItems(edit, current, order);
  return block.items.flatMap(({ wanted }, index) =>
    wanted.slug === undefined && wanted.former_slugs === undefined
      ? []
      : [{ id: order[index]!, field: `${field}.items.${index}`, wanted }],
  );
}

/** Moves items in from other blocks. Settings of another block type are dropped. */
async function moveIn(edit: PageEdit, blockId: number, block: BlockMatch): Promise<void> {
  const { tx, accountId } = edit;
  const moved = block.items.filter((item) => isMoved(block, item)).map(({ stored }) => stored!);
  await moveItems(
    tx,
    accountId,
    moved.map(({ row }) => row.id),
    blockId,
  );
  for (const { row, type } of moved) {
    if (type === block.wanted.block) continue;
    await updateBlockItem(tx, accountId, row.id, { element: null, is_element: 0, settings: null });
  }
}

/** An item without its slugs, which are applied separately. */
function plain({ slug: _, former_slugs: __, ...item }: DocumentItem): DocumentItem {
  return item;
}
