// Changes and moves of an item, inside an edit.

import { haveLikeItems } from '../../../../contract/blocks/index.ts';
import { invalid } from '../../../../contract/errors.ts';
import { checkSpan, type ItemPatch, withoutFieldErrors } from '../../../../contract/page/block-drafts.ts';
import { fieldPath } from '../../../../contract/validation/field-errors.ts';
import { type BlockWithItems, findBlock, updateBlockItem } from '../../../storage/page/blocks.ts';
import type { BlockItemRow, BlockRow } from '../../../storage/tables.ts';
import { collectFieldErrors, type FieldErrorCollector } from '../../field-errors.ts';
import { dropLinks, type LinkFields, putLink } from '../../links/link-records.ts';
import { storedJson } from '../../stored-json.ts';
import type { PageEdit, PageReader } from '../page-edit.ts';
import { type Addresses, addressesOf } from './addresses.ts';
import { arrangeItems, captionIn, checkRoom, slugWithoutLink, titleOf, touchBlock } from './items.ts';
import { merged } from './merging.ts';
import { movedTo } from './order.ts';

export async function changeItem(
  edit: PageEdit,
  block: BlockWithItems,
  item: BlockItemRow,
  patch: ItemPatch,
): Promise<void> {
  const { tx, accountId, at } = edit;
  const fieldErrors = collectFieldErrors();
  const { link } = patch;
  const values = { ...(await changedItem(addressesOf(edit), item, patch, fieldErrors)), updated_at: at };
  await updateBlockItem(tx, accountId, item.id, values);
  if (link === undefined || link === null || values.link) {
    await fieldErrors.atField('slug', () => changeLink(edit, item, { ...item, ...values }, patch));
  }
  await touchBlock(edit, block.id);
  await fieldErrors.atField('block_id', () => moveItem(edit, block, item, patch));
  fieldErrors.throwIfAny();
}

/** The columns of the item that change, without its position. Invalid values go to `fieldErrors`. */
export async function changedItem(
  addresses: Addresses,
  item: BlockItemRow,
  patch: ItemPatch,
  fieldErrors: FieldErrorCollector,
  field = '',
): Promise<Partial<BlockItemRow>> {
  const values: Partial<BlockItemRow> = {};
  const { thumbnail, link } = patch;
  if (thumbnail !== undefined && thumbnail !== item.thumbnail) {
    values.thumbnail = await fieldErrors.atField('thumbnail', (path) => addresses.picture(path, thumbnail));
  }
  const element = merged(item.element, patch.element);
  if (element !== undefined) Object.assign(values, { element, is_element: element === null ? 0 : 1 });
  const settings = merged(item.settings, patch.settings);
  if (settings !== undefined) {
    const whole = storedJson(settings) as Record<string, unknown> | undefined;
    await fieldErrors.atField('settings', async () => withoutFieldErrors((found) => checkSpan(whole, field, found)));
    values.settings = settings;
  }
  if (patch.content !== undefined) {
    values.content = JSON.stringify({ ...(storedJson(item.content) as object), ...patch.content });
  }
  if (link !== undefined) values.link = await fieldErrors.atField('link', (path) => addresses.link(path, link));
  return values;
}

async function changeLink(edit: PageEdit, before: BlockItemRow, item: BlockItemRow, patch: ItemPatch): Promise<void> {
  const link = changedLink(item, patch);
  if (link) await putLink(edit, link);
  else if (patch.link !== undefined && item.link === null && before.link !== null) await dropLinks(edit, [item.id]);
}

/** The link of the changed item; undefined if it has none, or if the patch does not change it. */
export function changedLink(item: BlockItemRow, { link, slug }: ItemPatch, field = ''): LinkFields | undefined {
  if (link === undefined && slug === undefined) return undefined;
  const path = fieldPath(field, 'slug');
  if (item.link !== null) {
    return { id: item.id, title: titleOf(captionIn(item.content), item.link), url: item.link, slug, field: path };
  }
  if (slug !== undefined) throw invalid({ [path]: [`The field ${path} ${slugWithoutLink}.`] });
  return undefined;
}

/** In another block it goes to the end, unless a position is given. */
async function moveItem(edit: PageEdit, block: BlockWithItems, item: BlockItemRow, { block_id, position }: ItemPatch) {
  if (block_id !== undefined && block_id !== block.id) {
    const target = await findBlock(edit.tx, edit.accountId, block_id);
    checkMove(edit, block, target, 'block_id');
    const last = { list_order: (target.items.at(-1)?.list_order ?? 0) + 1, position: target.items.length + 1 };
    await updateBlockItem(edit.tx, edit.accountId, item.id, { block_id, ...last });
    await touchBlock(edit, block_id);
    if (position !== undefined) await putAt(edit, [...target.items, { ...item, ...last }], item.id, position);
  } else if (position !== undefined && position !== item.position) {
    await putAt(edit, block.items, item.id, position);
  }
}

export function checkMove(
  reader: PageReader,
  block: BlockRow,
  target: BlockWithItems | undefined,
  field: string,
): asserts target {
  if (!target) throw invalid({ [field]: ['This account has no such block.'] });
  if (!haveLikeItems(block.block, target.block)) {
    const problem = `An item of a block of type ${block.block} cannot be moved to a block of type ${target.block}.`;
    throw invalid({ [field]: [problem] });
  }
  checkRoom(reader, target, 1, field);
}

async function putAt(edit: PageEdit, items: readonly BlockItemRow[], id: number, position: number): Promise<void> {
  const order = items.map((item) => item.id);
  await arrangeItems(edit, items, movedTo(order, id, position - 1));
}
