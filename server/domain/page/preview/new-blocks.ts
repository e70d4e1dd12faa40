// Adds new blocks to the draft of a page. They get temporary ids: -1, -2, … for blocks, and the largest numbers for
// items, whose generated pictures need a positive one.
import { type FieldErrors, invalid } from '../../../../contract/errors.ts';
import { readBlockDraft } from '../../../../contract/page/block-drafts.ts';
import type { ItemDraft } from '../../../../contract/page/drafts.ts';
import { Block } from '../../../../contract/schemas/blocks.ts';
import { fieldPath } from '../../../../contract/validation/field-errors.ts';
import { createUnknownFields } from '../../../../contract/validation/unknown-fields.ts';
import type { BlockItemRow } from '../../../storage/tables.ts';
import { collectFieldErrors } from '../../field-errors.ts';
import { checkRoom, idsFor, newItems } from '../blocks/items.ts';
import { checkBlockRoom, newBlock } from '../blocks.ts';
import { type PageDraft, withMoved } from './draft.ts';

export async function addNewBlock(draft: PageDraft, sent: unknown, number: number, field: string): Promise<void> {
  const { reader, account } = draft;
  const unknown = createUnknownFields({ record: { properties: { [field]: Block } } });
  const errors: FieldErrors = {};
  const given = readBlockDraft(sent, field, errors, unknown);
  const all = { ...unknown.errors(), ...errors };
  if (Object.keys(all).length > 0) throw invalid(all);
  checkBlockRoom(reader, draft.blocks.length, fieldPath(field, 'block'));
  const id = -(number + 1);
  const block = {
    id,
    account_id: account.account_id,
    ...newBlock(given),
    position: draft.blocks.length + 1,
    created_at: 0,
    updated_at: 0,
    items: await itemsFor(draft, id, given.items ?? [], number, field),
  };
  draft.blocks = withMoved([...draft.blocks, block], id, (given.position ?? Number.POSITIVE_INFINITY) - 1);
}

async function itemsFor(
  { reader, addresses, links }: PageDraft,
  blockId: number,
  drafts: readonly ItemDraft[],
  number: number,
  field: string,
): Promise<BlockItemRow[]> {
  const { itemsPerBlock } = reader.quotas;
  checkRoom(reader, { id: blockId }, drafts.length, fieldPath(field, 'items'));
  const start = Number.MAX_SAFE_INTEGER - number * itemsPerBlock;
  const newIds = drafts.map((_, index) => start - index);
  const fieldErrors = collectFieldErrors();
  const added = await newItems(addresses, drafts, {
    ids: await idsFor(reader, drafts, newIds),
    fieldOf: (index) => fieldPath(field, `items.${index}`),
    fieldErrors,
  });
  fieldErrors.throwIfAny();
  links.push(...added.links);
  return added.rows.map((row, index) => ({
    ...row,
    account_id: reader.accountId,
    block_id: blockId,
    is_element: row.element === null ? 0 : 1,
    list_order: index + 1,
    position: index + 1,
    created_at: 0,
    updated_at: 0,
  }));
}
