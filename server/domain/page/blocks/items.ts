// Creating, ordering and removing the items of a block, inside an edit. An item and its link record have the same id, so
// that the link keeps its address and counts through every edit and in every block.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import type { ItemDraft } from '../../../../contract/page/drafts.ts';
import { linkTarget } from '../../../../contract/page/targets.ts';
import { fieldPath } from '../../../../contract/validation/field-errors.ts';
import {
  type BlockWithItems,
  deleteBlockItem,
  existingItems,
  insertBlockItems,
  setItemPositions,
  updateBlock,
} from '../../../storage/page/blocks.ts';
import type { BlockItemRow, BlockRow } from '../../../storage/tables.ts';
import { collectFieldErrors, type FieldErrorCollector } from '../../field-errors.ts';
import { deletedLinks, dropLinks, type LinkFields, putLinks } from '../../links/link-records.ts';
import { storedJson } from '../../stored-json.ts';
import type { RecordOrigin } from '../history/page-version.ts';
import type { PageEdit, PageReader } from '../page-edit.ts';
import { type Addresses, addressesOf } from './addresses.ts';
import { merged } from './merging.ts';
import { checkOrder, movedTo, moves } from './order.ts';

/** A block with its existing items. */
export type Parent = Pick<BlockRow, 'id'> & { items?: readonly BlockItemRow[] };

export interface Placing {
  /** From 0. A larger index means the end. */
  index?: number;
  /** The path of each item in the request, such as `items.3`. */
  fieldOf(item: number): string;
  /** Collects the links here instead of storing them, for a caller that stores those of many blocks at once. */
  links?: LinkFields[];
  /** The items that are created again, one for each draft. */
  origins?: readonly RecordOrigin[] | undefined;
}

export const noSuchItem = () => new ApiError('not_found', 'This block has no such item.');

export function itemIn(block: BlockWithItems, itemId: number): BlockItemRow {
  const item = block.items.find(({ id }) => id === itemId);
  if (!item) throw noSuchItem();
  return item;
}

/** Returns its id. `index` is its position in the list, from 0; the default is the draft's position, then the end. */
export async function createItem(
  edit: PageEdit,
  block: BlockWithItems,
  draft: ItemDraft,
  index: number = (draft.position ?? Number.POSITIVE_INFINITY) - 1,
  field = '',
): Promise<number> {
  const [id] = await createItems(edit, block, [draft], { index, fieldOf: () => field });
  return id!;
}

/** Creates several consecutive items. */
export async function createItems(
  edit: PageEdit,
  block: Parent,
  drafts: readonly ItemDraft[],
  { index, fieldOf, links: collected, origins }: Placing,
): Promise<number[]> {
  const fieldErrors = collectFieldErrors();
  const ids =
    origins?.map(({ id }) => id) ??
    (await idsFor(edit, drafts, await edit.store.dialect.allocateIds(edit.tx, drafts.length)));
  const { rows, links } = await newItems(addressesOf(edit), drafts, { ids, fieldOf, fieldErrors, origins });
  await insertItems(edit, block, rows, index, fieldPath(fieldOf(0), 'block_id'));
  if (collected) collected.push(...links);
  else if (links.length > 0) await fieldErrors.atField('slug', () => putLinks(edit, links));
  fieldErrors.throwIfAny();
  return ids;
}

interface Naming extends Pick<Placing, 'fieldOf' | 'origins'> {
  ids: readonly number[];
  /** Gets the invalid values. */
  fieldErrors: FieldErrorCollector;
}

/** The columns of new items, without their positions, and their links. */
export async function newItems(
  addresses: Addresses,
  drafts: readonly ItemDraft[],
  { ids, fieldOf, fieldErrors, origins }: Naming,
): Promise<{ rows: NewItem[]; links: LinkFields[] }> {
  const rows: NewItem[] = [];
  const links: LinkFields[] = [];
  for (const [number, { thumbnail, link, slug, content, ...draft }] of drafts.entries()) {
    const [id, field] = [ids[number]!, fieldOf(number)];
    const { caption = null, alt } = content ?? {};
    const url = await fieldErrors.atField(fieldPath(field, 'link'), (path) => addresses.link(path, link ?? null));
    rows.push({
      id,
      thumbnail: await fieldErrors.atField(fieldPath(field, 'thumbnail'), (path) =>
        addresses.picture(path, thumbnail ?? null),
      ),
      element: merged(null, draft.element) ?? null,
      link: url,
      content: JSON.stringify({ caption, ...(alt === undefined ? {} : { alt }) }),
      settings: merged(null, draft.settings) ?? null,
      ...(origins && { created_at: origins[number]!.created_at }),
    });
    if (url !== null) links.push({ id, title: titleOf(caption, url), url, slug, field: fieldPath(field, 'slug') });
    else if (slug !== undefined && !link) fieldErrors.report(fieldPath(field, 'slug'), slugWithoutLink);
  }
  return { rows, links };
}

/** Copies items with new links. In the same block, a copy comes right after its original. */
export async function copyItems(
  edit: PageEdit,
  block: Parent,
  items: readonly BlockItemRow[],
  index?: number,
): Promise<number[]> {
  const ids = await edit.store.dialect.allocateIds(edit.tx, items.length);
  const rows = items.map(({ thumbnail, element, link, content, settings }, number) => {
    return { id: ids[number]!, thumbnail, element, link, content, settings };
  });
  await insertItems(edit, block, rows, index, 'block_id');
  const links = rows.flatMap(({ id, link, content }) => {
    if (link === null || linkTarget(link) === undefined) return [];
    return [{ id, title: titleOf(captionIn(content), link), url: link }];
  });
  if (links.length > 0) await putLinks(edit, links);
  return ids;
}

export async function removeItem(edit: PageEdit, item: BlockItemRow): Promise<void> {
  if (item.link !== null) await dropLinks(edit, [item.id]);
  await deleteBlockItem(edit.tx, edit.accountId, item.id);
  await touchBlock(edit, item.block_id);
}

/** `ids` must contain every item of the block once. */
export async function orderItems(edit: PageEdit, block: BlockWithItems, ids: readonly number[], field?: string) {
  checkOrder(block.items, ids, field);
  await arrangeItems(edit, block.items, ids);
  await touchBlock(edit, block.id);
}

export async function arrangeItems(
  { tx, accountId, at }: PageEdit,
  items: readonly Pick<BlockItemRow, 'id' | 'position' | 'list_order'>[],
  order: readonly number[],
): Promise<void> {
  // `list_order` and `position` are both set to the new position; an item moves if either differs.
  const inTheList = items.map(({ id, list_order }) => ({ id, position: list_order }));
  const moved = new Map([...moves(items, order), ...moves(inTheList, order)].map((each) => [each.id, each]));
  await setItemPositions(tx, accountId, [...moved.values()], at);
}

export function checkRoom({ quotas }: PageReader, { items = [] }: Parent, more: number, field: string): void {
  if (items.length + more <= quotas.itemsPerBlock) return;
  throw invalid({ [field]: [`A block may have at most ${quotas.itemsPerBlock} items; delete one first.`] });
}

/** A change of an item updates its block's `updated_at`. */
export async function touchBlock({ tx, accountId, at }: PageEdit, blockId: number): Promise<void> {
  await updateBlock(tx, accountId, blockId, { updated_at: at });
}

export const slugWithoutLink = 'is only allowed for items with a link';

export function captionIn(content: string): string | null {
  const { caption } = (storedJson(content) ?? {}) as { caption?: unknown };
  return typeof caption === 'string' ? caption : null;
}

/** The title of a link: its caption, or the host of its target. */
export function titleOf(caption: string | null, link: string): string {
  return caption?.trim() || (URL.canParse(link) && new URL(link).hostname) || '';
}

type NewItem = Pick<BlockItemRow, 'id' | 'thumbnail' | 'element' | 'link' | 'content' | 'settings'> &
  Partial<Pick<BlockItemRow, 'created_at'>>;

async function insertItems(
  edit: PageEdit,
  block: Parent,
  added: readonly NewItem[],
  index: number | undefined,
  field: string,
): Promise<void> {
  if (added.length === 0) return;
  checkRoom(edit, block, added.length, field);
  const { tx, accountId, at } = edit;
  const existing = block.items ?? [];
  const last = existing.at(-1)?.list_order ?? 0;
  const rows = added.map((item, number) => ({
    created_at: at,
    ...item,
    block_id: block.id,
    is_element: item.element === null ? 0 : 1,
    list_order: last + number + 1,
    position: existing.length + number + 1,
    updated_at: at,
  }));
  await insertBlockItems(tx, accountId, rows);
  if (existing.length > 0) await touchBlock(edit, block.id);
  if (index === undefined || index >= existing.length) return;
  const order = existing.map(({ id }) => id);
  const ordered = rows.reduce((so, { id }, number) => movedTo(so, id, index + number), order);
  await arrangeItems(edit, [...existing, ...rows], ordered);
}

/** The new ids, except that an item with the slug of a deleted link gets its id and so its counts. */
export async function idsFor(
  reader: PageReader,
  drafts: readonly ItemDraft[],
  newIds: readonly number[],
): Promise<number[]> {
  const { tx, accountId } = reader;
  const slugs = drafts.flatMap(({ slug, link }) => (slug === undefined || !link ? [] : [slug]));
  if (slugs.length === 0) return [...newIds];
  const deleted = await deletedLinks(reader, slugs);
  const inUse = await existingItems(tx, accountId, [...deleted.values()]);
  return drafts.map(({ slug, link }, number) => {
    const former = slug === undefined || !link ? undefined : deleted.get(slug.normalize('NFC'));
    if (former === undefined || inUse.has(former)) return newIds[number]!;
    inUse.add(former);
    return former;
  });
}
