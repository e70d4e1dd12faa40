// Changes and moves of an item, inside an edit.
import { invalid } from '../../../../contract/errors.ts';
import { checkSpan, type ItemPatch, withoutFaults } from '../../../../contract/page/block-drafts.ts';
import { haveLikeItems } from '../../../../contract/schemas/block-writes.ts';
import { type BlockWithItems, findBlock, updateBlockItem } from '../../../storage/page/blocks.ts';
import type { BlockItemRow } from '../../../storage/tables.ts';
import { createFaults } from '../../faults.ts';
import { dropLinks, putLink } from '../../links/link-records.ts';
import { storedJson } from '../../stored-json.ts';
import type { PageEdit } from '../page-edit.ts';
import { addressesOf } from './addresses.ts';
import { arrangeItems, captionIn, checkRoom, slugWithoutLink, titleOf, touchBlock } from './items.ts';
import { merged } from './merging.ts';
import { withPlace } from './order.ts';

export async function changeItem(
  edit: PageEdit,
  block: BlockWithItems,
  item: BlockItemRow,
  patch: ItemPatch,
): Promise<void> {
  const { tx, accountId, at } = edit;
  const addresses = addressesOf(edit);
  const faults = createFaults();
  const values: Partial<BlockItemRow> = { updated_at: at };
  const { thumbnail, link } = patch;
  if (thumbnail !== undefined && thumbnail !== item.thumbnail) {
    values.thumbnail = await faults.atField('thumbnail', (path) => addresses.picture(path, thumbnail));
  }
  const element = merged(item.element, patch.element);
  if (element !== undefined) Object.assign(values, { element, is_element: element === null ? 0 : 1 });
  const settings = merged(item.settings, patch.settings);
  if (settings !== undefined) {
    const whole = storedJson(settings) as Record<string, unknown> | undefined;
    await faults.atField('settings', async () => withoutFaults((found) => checkSpan(whole, '', found)));
    values.settings = settings;
  }
  if (patch.content !== undefined) {
    values.content = JSON.stringify({ ...(storedJson(item.content) as object), ...patch.content });
  }
  if (link !== undefined) values.link = await faults.atField('link', (path) => addresses.link(path, link));
  await updateBlockItem(tx, accountId, item.id, values);
  if (link === undefined || link === null || values.link) {
    await faults.atField('slug', () => changeLink(edit, item, { ...item, ...values }, patch));
  }
  await touchBlock(edit, block.id);
  await faults.atField('block_id', () => place(edit, block, item, patch));
  faults.settle();
}

async function changeLink(
  edit: PageEdit,
  before: BlockItemRow,
  item: BlockItemRow,
  { link, slug }: ItemPatch,
): Promise<void> {
  if (link === undefined && slug === undefined) return;
  if (item.link === null) {
    if (slug !== undefined) throw invalid({ slug: [`The field slug ${slugWithoutLink}.`] });
    if (before.link !== null) await dropLinks(edit, [item.id]);
    return;
  }
  await putLink(edit, { id: item.id, title: titleOf(captionIn(item.content), item.link), url: item.link, slug });
}

/** In another block it goes to the end, unless a position is given. */
async function place(edit: PageEdit, block: BlockWithItems, item: BlockItemRow, { block_id, position }: ItemPatch) {
  if (block_id !== undefined && block_id !== block.id) {
    const target = await findBlock(edit.tx, edit.accountId, block_id);
    if (!target) throw invalid({ block_id: ['This account has no such block.'] });
    if (!haveLikeItems(block.block, target.block)) {
      const problem = `An item of a block of type ${block.block} cannot be moved to a block of type ${target.block}.`;
      throw invalid({ block_id: [problem] });
    }
    checkRoom(edit, target, 1, 'block_id');
    const last = { list_order: (target.items.at(-1)?.list_order ?? 0) + 1, position: target.items.length + 1 };
    await updateBlockItem(edit.tx, edit.accountId, item.id, { block_id, ...last });
    await touchBlock(edit, block_id);
    if (position !== undefined) await putAt(edit, [...target.items, { ...item, ...last }], item.id, position);
  } else if (position !== undefined && position !== item.position) {
    await putAt(edit, block.items, item.id, position);
  }
}

async function putAt(edit: PageEdit, items: readonly BlockItemRow[], id: number, position: number): Promise<void> {
  const order = items.map((item) => item.id);
  await arrangeItems(edit, items, withPlace(order, id, position - 1));
}
