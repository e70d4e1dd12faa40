// Makes the page's blocks what a document says. What has to go goes first, so that there is room for what comes; an item
// that stands in another block now goes and comes back under the address it had, which brings its counts along.
import type { DocumentItem } from '../../../contract/page/document.ts';
import { blockPlaces, findBlock } from '../../storage/blocks.ts';
import { formerSlugs } from '../../storage/link-slugs.ts';
import { slugsOf } from '../../storage/links.ts';
import { changeItem } from '../blocks/item-changes.ts';
import { createItems, orderItems, removeItem } from '../blocks/items.ts';
import { blockToEdit, changeBlock, createBlock, orderBlocks, removeBlock } from '../blocks.ts';
import { type LinkFields, putFormerSlugs, putLinks } from '../link-records.ts';
import type { PageEdit } from '../page-edit.ts';
import { isSame } from './comparing.ts';
import { address, blockDraft, blockPatch, itemDraft, itemPatch } from './drafts.ts';
import { within } from './fields.ts';
import type { BlockMatch, ItemMatch, Matching } from './matching.ts';

/** A link that the document says something of the address of. */
interface PlacedLink {
  id: number;
  field: string;
  wanted: DocumentItem;
}

/** `first` are those that stand before the document's. */
export async function applyBlocks(edit: PageEdit, matching: Matching, first: readonly number[]): Promise<void> {
  await removeWhatGoes(edit, matching);
  const ids: number[] = [];
  const links: PlacedLink[] = [];
  for (const [index, block] of matching.blocks.entries()) {
    const field = `blocks.${index}`;
    const id = block.stored ? await changeInPlace(edit, block, field) : await create(edit, block, field);
    ids.push(id);
    links.push(...(await linksIn(edit, id, block, field)));
  }
  const order = [...first, ...ids];
  const now = await blockPlaces(edit.tx, edit.accountId);
  if (
    !isSame(
      order,
      now.map(({ id }) => id),
    )
  )
    await orderBlocks(edit, order);
  await giveAddresses(edit, links);
}

async function removeWhatGoes(edit: PageEdit, { blocks, removedBlocks, removedItems }: Matching): Promise<void> {
  const gone = new Set(removedBlocks.map(({ row }) => row.id));
  for (const { row } of removedBlocks) await removeBlock(edit, row);
  const moved = blocks.flatMap((block) =>
    block.items.filter((item) => isMoved(block, item)).map((item) => item.stored!),
  );
  for (const { row } of [...removedItems, ...moved]) if (!gone.has(row.block_id)) await removeItem(edit, row);
}

function isMoved({ stored }: BlockMatch, item: ItemMatch): boolean {
  return item.stored !== undefined && item.stored.row.block_id !== stored?.row.id;
}

/** Under the address that it has, or had, on this page. */
function newItem({ wanted, stored }: ItemMatch, accountId: number) {
  return itemDraft({ ...wanted, slug: stored?.told.slug ?? wanted.slug }, accountId);
}

async function create(edit: PageEdit, { wanted, items }: BlockMatch, field: string): Promise<number> {
  const draft = { ...blockDraft(wanted, edit.accountId), items: items.map((item) => newItem(item, edit.accountId)) };
  return createBlock(edit, draft, undefined, field);
}

async function changeInPlace(edit: PageEdit, block: BlockMatch, field: string): Promise<number> {
  const { wanted, items } = block;
  const { row, told } = block.stored!;
  if (!isSame({ ...wanted, items: undefined }, { ...told, items: undefined })) {
    await within(field, () => changeBlock(edit, row, blockPatch(wanted)));
  }
  for (const [index, item] of items.entries()) {
    if (!item.stored || isMoved(block, item) || isSame(plain(item.wanted), plain(item.stored.told))) continue;
    const patch = itemPatch(wanted.block, item.wanted, edit.accountId);
    await within(`${field}.items.${index}`, () => changeItem(edit, row, item.stored!.row, patch));
  }
  const isNew = (item: ItemMatch) => !item.stored || isMoved(block, item);
  const added = items.filter(isNew);
  if (added.length > 0) {
    const places = items.flatMap((item, index) => (isNew(item) ? [index] : []));
    const drafts = added.map((item) => newItem(item, edit.accountId));
    const parent = (await findBlock(edit.tx, edit.accountId, row.id))!;
    const made = await createItems(edit, parent, drafts, { fieldOf: (item) => `${field}.items.${places[item]}` });
    await placeItems(edit, block, made);
  } else await placeItems(edit, block, []);
  return row.id;
}

async function placeItems(edit: PageEdit, block: BlockMatch, made: readonly number[]): Promise<void> {
  const fresh = made.values();
  const order = block.items.map((item) =>
    item.stored && !isMoved(block, item) ? item.stored.row.id : fresh.next().value!,
  );
  const current = await blockToEdit(edit, block.stored!.row.id);
  if (
    !isSame(
      order,
      current.items.map(({ id }) => id),
    )
  )
    await orderItems(edit, current, order);
}

/** An item without what its address ends in, which is seen to by itself. */
function plain({ slug: _, former_slugs: __, ...item }: DocumentItem): DocumentItem {
  return item;
}

async function linksIn(edit: PageEdit, blockId: number, block: BlockMatch, field: string): Promise<PlacedLink[]> {
  const isSpoken = ({ wanted }: ItemMatch) => wanted.slug !== undefined || wanted.former_slugs !== undefined;
  if (!block.items.some(isSpoken)) return [];
  const { items } = await blockToEdit(edit, blockId);
  return block.items.flatMap((item, index) =>
    !isSpoken(item) ? [] : [{ id: items[index]!.id, field: `${field}.items.${index}`, wanted: item.wanted }],
  );
}

/** An address that led to a link goes on leading there, whether or not the document still knows of it. */
async function giveAddresses(edit: PageEdit, links: readonly PlacedLink[]): Promise<void> {
  const { tx, accountId } = edit;
  const current = await slugsOf(tx, accountId);
  const other = links.filter(({ id, wanted }) => wanted.slug !== undefined && current.get(id) !== wanted.slug);
  const fieldsOf = ({ id, field, wanted }: PlacedLink): LinkFields => {
    return { id, title: '', url: address(wanted.link, accountId)!, slug: wanted.slug, field: `${field}.slug` };
  };
  if (other.length > 0) await putLinks(edit, other.map(fieldsOf));

  const former = await formerSlugs(
    tx,
    accountId,
    links.map(({ id }) => id),
  );
  for (const { id, field, wanted } of links) {
    const had = former.get(id) ?? [];
    const given = wanted.former_slugs ?? [];
    if (given.some((slug) => !had.includes(slug))) {
      await putFormerSlugs(edit, id, [...given, ...had], `${field}.former_slugs`);
    }
  }
}
