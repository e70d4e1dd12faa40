// Applies changed blocks and items to the draft of a page, with the rules of real edits.
import { type FieldErrors, invalid } from '../../../../contract/errors.ts';
import { readBlockPatch, readItemPatch } from '../../../../contract/page/block-drafts.ts';
import { Block, BlockItem } from '../../../../contract/schemas/blocks.ts';
import { ChangedEntry } from '../../../../contract/schemas/page-preview.ts';
import { fieldPath, invalidInto } from '../../../../contract/validation/field-errors.ts';
import { createUnknownFields, type UnknownFields } from '../../../../contract/validation/unknown-fields.ts';
import { validate } from '../../../../contract/validation/validate.ts';
import type { BlockWithItems } from '../../../storage/page/blocks.ts';
import type { BlockItemRow } from '../../../storage/tables.ts';
import { collectFieldErrors } from '../../field-errors.ts';
import { storedJson } from '../../stored-json.ts';
import { changedItem, changedLink, checkMove } from '../blocks/item-changes.ts';
import { changedBlock } from '../blocks.ts';
import { type PageDraft, withMoved } from './draft.ts';

export function applyBlock(draft: PageDraft, sent: unknown, field: string): void {
  const id = idIn(sent, field);
  const block = draft.blocks.find((one) => one.id === id);
  if (!block) throw invalid({ [fieldPath(field, 'id')]: ['This account has no such block.'] });
  const stored = () => ({
    ...block,
    settings: storedJson(block.settings),
    blocks: { content: storedJson(block.content) },
  });
  const patch = readEntry({ record: Block, stored, field }, (errors, unknown) =>
    readBlockPatch(block.block, sent, errors, unknown, field),
  );
  Object.assign(block, changedBlock(block, patch));
  // An unchanged position does not move the block.
  if (patch.position === undefined || patch.position === block.position) return;
  draft.blocks = withMoved(draft.blocks, id, patch.position - 1);
}

export async function applyItem(draft: PageDraft, sent: unknown, field: string): Promise<void> {
  const id = idIn(sent, field);
  const block = draft.blocks.find(({ items }) => items.some((item) => item.id === id));
  const before = block?.items.find((item) => item.id === id);
  if (!block || !before) throw invalid({ [fieldPath(field, 'id')]: ['This account has no such item.'] });
  const patch = readEntry({ record: BlockItem, stored: () => storedFields(before), field }, (errors, unknown) =>
    readItemPatch(block.block, sent, errors, unknown, field),
  );
  const fieldErrors = collectFieldErrors(field);
  const item = { ...before, ...(await changedItem(draft.addresses, before, patch, fieldErrors, field)) };
  fieldErrors.throwIfAny();
  block.items = block.items.map((one) => (one.id === id ? item : one));
  const link = changedLink(item, patch, field);
  if (link) draft.links.push(link);
  moveItem(draft, block, item, patch, field);
}

/** In another block it goes to the end, unless a position is given. */
function moveItem(
  draft: PageDraft,
  block: BlockWithItems,
  item: BlockItemRow,
  { block_id, position }: { block_id?: number; position?: number },
  field: string,
): void {
  if (block_id === undefined || block_id === block.id) {
    if (position === undefined || position === item.position) return;
    block.items = withMoved(block.items, item.id, position - 1);
    return;
  }
  const target = draft.blocks.find(({ id }) => id === block_id);
  checkMove(draft.reader, block, target, fieldPath(field, 'block_id'));
  block.items = block.items.filter(({ id }) => id !== item.id);
  target.items = [...target.items, { ...item, block_id, position: target.items.length + 1 }];
  if (position !== undefined) target.items = withMoved(target.items, item.id, position - 1);
}

function idIn(sent: unknown, field: string): number {
  const errors: FieldErrors = {};
  const entry = validate(ChangedEntry, sent, { text: 'numbers', null: 'value' }, invalidInto(errors), field);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return (entry as { id: number }).id;
}

interface Entry {
  record: object;
  stored(): unknown;
  field: string;
}

function readEntry<T>({ record, stored, field }: Entry, read: (errors: FieldErrors, unknown: UnknownFields) => T): T {
  // All paths begin with the field.
  const unknown = createUnknownFields({
    record: { properties: { [field]: record } },
    stored: () => ({ [field]: stored() }),
  });
  const errors: FieldErrors = {};
  const patch = read(errors, unknown);
  const all = { ...unknown.errors(), ...errors };
  if (Object.keys(all).length > 0) throw invalid(all);
  return patch;
}

function storedFields(item: BlockItemRow): object {
  const [element, content, settings] = [item.element, item.content, item.settings].map(storedJson);
  return { ...item, element, content, settings };
}
