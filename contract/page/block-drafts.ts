// Blocks and items as they are sent, validated by the rules of their type: each error is reported by the path of its
// field. Nothing here knows what is stored; what depends on that is checked when it is written.
import type { TSchema } from 'typebox';
import { type FieldErrors, invalid } from '../errors.ts';
import {
  blockCreations,
  blockEdits,
  hasLinks,
  itemCreations,
  itemEdits,
  UntypedCreation,
} from '../schemas/block-writes.ts';
import { fieldPath, invalidInto } from '../validation/field-errors.ts';
import type { UnknownFields } from '../validation/unknown-fields.ts';
import { type Reading, validate } from '../validation/validate.ts';
import { type BlockType, blockTypes } from '../vocabulary.ts';
import { blockLimits } from './block-shapes.ts';
import type { BlockDraft, ItemDraft } from './drafts.ts';
import { linkTarget } from './targets.ts';
import { readUploadReference } from './uploads.ts';

/** Null resets a field to its default. Numbers may be numerals in text, as in all requests. */
const reading: Reading = { text: 'numbers', null: 'default' };

export type BlockPatch = Omit<BlockDraft, 'block' | 'items'>;
export type ItemPatch = ItemDraft & { block_id?: number };

/**
 * `field` is the path of the block in what was sent, as `blocks.3`; empty if it is all of it. Without `unknown`, fields
 * that the block does not have are ignored.
 */
export function readBlockDraft(sent: unknown, field: string, faults: FieldErrors, unknown?: UnknownFields): BlockDraft {
  const type = blockTypeOf(sent);
  const schema = type ? blockCreations[type] : UntypedCreation;
  const draft = read(schema, sent, field, faults, unknown) as BlockDraft;
  if (type && draft) {
    checkContent(draft, field, faults);
    for (const [index, item] of (draft.items ?? []).entries()) {
      checkItem(type, item, fieldPath(field, `items.${index}`), faults);
    }
  }
  return draft;
}

export function readBlockPatch(
  type: BlockType,
  sent: unknown,
  faults: FieldErrors,
  unknown?: UnknownFields,
): BlockPatch {
  const { block: _, ...patch } = read(blockEdits[type], sent, '', faults, unknown) as BlockDraft;
  checkContent(patch, '', faults);
  return patch;
}

export function readItemDraft(type: BlockType, sent: unknown, faults: FieldErrors, unknown?: UnknownFields): ItemDraft {
  return readItem(itemCreations[type], type, sent, faults, unknown);
}

export function readItemPatch(type: BlockType, sent: unknown, faults: FieldErrors, unknown?: UnknownFields): ItemPatch {
  return readItem(itemEdits[type], type, sent, faults, unknown);
}

/** What `read` gives, unless it finds a mistake. */
export function withoutFaults<T>(read: (faults: FieldErrors) => T): T {
  const faults: FieldErrors = {};
  const value = read(faults);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return value;
}

/** Undefined where it names no type that there is. */
export function blockTypeOf(sent: unknown): BlockType | undefined {
  const type = (sent as { block?: unknown } | null | undefined)?.block;
  return blockTypes.find((known) => known === type);
}

function readItem(
  schema: TSchema,
  type: BlockType,
  sent: unknown,
  faults: FieldErrors,
  unknown?: UnknownFields,
): ItemPatch {
  const item = read(schema, sent, '', faults, unknown) as ItemPatch;
  checkItem(type, item, '', faults);
  return item;
}

function read(schema: TSchema, sent: unknown, field: string, faults: FieldErrors, unknown?: UnknownFields): unknown {
  const sink = { ...invalidInto(faults), ...(unknown && { unknown: unknown.report }) };
  return validate(schema, sent, reading, sink, field);
}

/** Of two fields of one name only one would reach the owner. */
function checkContent({ blocks }: BlockPatch, field: string, faults: FieldErrors): void {
  const { fields, until } = (blocks?.content ?? {}) as { fields?: { name?: string }[]; until?: unknown };
  const names = new Set<string>();
  fields?.forEach((entry, index) => {
    const name = entry?.name;
    const path = fieldPath(field, `blocks.content.fields.${index}.name`);
    if (name === undefined) return;
    if (names.has(name))
      faults[path] = [`The field ${path} must be another one than the names of the fields before it.`];
    names.add(name);
  });
  checkInstant(until, fieldPath(field, 'blocks.content.until'), faults);
}

function checkItem(type: BlockType, item: ItemPatch, field: string, faults: FieldErrors): void {
  if (!item || !hasLinks(type)) {
    delete item?.slug;
    return;
  }
  const { from, to } = item.settings ?? {};
  checkInstant(from, fieldPath(field, 'settings.from'), faults);
  checkInstant(to, fieldPath(field, 'settings.to'), faults);
  checkSpan(item.settings, field, faults);
  // What a reference to an upload stands for is known where it is stored.
  if (typeof item.link !== 'string' || readUploadReference(item.link)) return;
  const path = fieldPath(field, 'link');
  const target = linkTarget(item.link);
  if (target === undefined || target.length > blockLimits.url) {
    faults[path] = [`The field ${path} must be an http, https, mailto or tel address, without a password in it.`];
  } else if (type === 'file' && !/^(?:https?:|\/)/.test(target)) {
    faults[path] = [`The field ${path} must be one of your uploads, or an http or https address.`];
  } else item.link = target;
}

/** Also of what an edit leaves of one of the two. */
export function checkSpan(
  settings: Record<string, unknown> | null | undefined,
  field: string,
  faults: FieldErrors,
): void {
  const { from, to } = settings ?? {};
  if (typeof from !== 'string' || typeof to !== 'string' || Date.parse(from) < Date.parse(to)) return;
  const path = fieldPath(field, 'settings.to');
  faults[path] ??= [`The field ${path} must be after settings.from.`];
}

/** The last second of some years has a sixtieth, which nothing here can count with. */
function checkInstant(instant: unknown, path: string, faults: FieldErrors): void {
  if (typeof instant !== 'string' || !Number.isNaN(Date.parse(instant))) return;
  faults[path] = [`The field ${path} must be an instant such as 2026-12-01T09:00:00Z.`];
}
