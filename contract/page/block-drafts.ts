// Validates blocks and items by the rules of their type, with errors by field path. Rules that depend on stored data
// are checked when the block is written.
import type { TSchema } from 'typebox';
import { isOneField } from '../blocks/definition.ts';
import type { Fields, FormFieldGiven } from '../blocks/fields.ts';
import { type BlockType, blockTypes, definitionOf, hasLinks } from '../blocks/index.ts';
import { type FieldErrors, invalid } from '../errors.ts';
import { blockCreations, blockEdits, itemCreations, itemEdits, UntypedCreation } from '../schemas/block-writes.ts';
import { brokenRule, fieldPath, invalidInto } from '../validation/field-errors.ts';
import type { UnknownFields } from '../validation/unknown-fields.ts';
import { type Reading, validate } from '../validation/validate.ts';
import { blockLimits } from './block-shapes.ts';
import type { BlockDraft, ItemDraft } from './drafts.ts';
import { readPlayer } from './player-content.ts';
import { linkTarget, withScheme } from './targets.ts';
import { readUploadReference } from './uploads.ts';

/** Null resets a field to its default. Numbers may be strings, as in all requests. */
const reading: Reading = { text: 'numbers', null: 'default' };

export type BlockPatch = Omit<BlockDraft, 'block' | 'items'>;
export type ItemPatch = ItemDraft & { block_id?: number };

/**
 * `field` is the path of the block in the request, such as `blocks.3`; empty if the block is the whole body. Without
 * `unknown`, unknown fields are ignored.
 */
export function readBlockDraft(
  sent: unknown,
  field: string,
  fieldErrors: FieldErrors,
  unknown?: UnknownFields,
): BlockDraft {
  const type = blockTypeOf(sent);
  const schema = type ? blockCreations[type] : UntypedCreation;
  const draft = read(schema, sent, field, fieldErrors, unknown) as BlockDraft;
  if (type && draft) {
    checkContent(type, draft, field, fieldErrors);
    for (const [index, item] of (draft.items ?? []).entries()) {
      checkItem(type, item, fieldPath(field, `items.${index}`), fieldErrors);
    }
  }
  return draft;
}

export function readBlockPatch(
  type: BlockType,
  sent: unknown,
  fieldErrors: FieldErrors,
  unknown?: UnknownFields,
  field = '',
): BlockPatch {
  const { block: _, ...patch } = read(blockEdits[type], sent, field, fieldErrors, unknown) as BlockDraft;
  checkContent(type, patch, field, fieldErrors);
  return patch;
}

export function readItemDraft(
  type: BlockType,
  sent: unknown,
  fieldErrors: FieldErrors,
  unknown?: UnknownFields,
): ItemDraft {
  return readItem(itemCreations[type], type, sent, fieldErrors, unknown);
}

export function readItemPatch(
  type: BlockType,
  sent: unknown,
  fieldErrors: FieldErrors,
  unknown?: UnknownFields,
  field = '',
): ItemPatch {
  return readItem(itemEdits[type], type, sent, fieldErrors, unknown, field);
}

/** Returns the result of `read`, or throws its errors. */
export function withoutFieldErrors<T>(read: (fieldErrors: FieldErrors) => T): T {
  const fieldErrors: FieldErrors = {};
  const value = read(fieldErrors);
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors);
  return value;
}

/** Undefined if the type is unknown. */
export function blockTypeOf(sent: unknown): BlockType | undefined {
  const type = (sent as { block?: unknown } | null | undefined)?.block;
  return blockTypes.find((known) => known === type);
}

function readItem(
  schema: TSchema,
  type: BlockType,
  sent: unknown,
  fieldErrors: FieldErrors,
  unknown?: UnknownFields,
  field = '',
): ItemPatch {
  const item = read(schema, sent, field, fieldErrors, unknown) as ItemPatch;
  checkItem(type, item, field, fieldErrors);
  return item;
}

function read(
  schema: TSchema,
  sent: unknown,
  field: string,
  fieldErrors: FieldErrors,
  unknown?: UnknownFields,
): unknown {
  const sink = { ...invalidInto(fieldErrors), ...(unknown && { unknown: unknown.report }) };
  return validate(schema, sent, reading, sink, field);
}

function checkContent(type: BlockType, { blocks }: BlockPatch, field: string, fieldErrors: FieldErrors): void {
  const { content } = definitionOf(type);
  if (!blocks?.content || content === null || isOneField(content)) return;
  blocks.content = readPlayer(content, blocks.content, fieldPath(field, 'blocks.content'), fieldErrors);
  checkFields(content, blocks.content as Record<string, unknown>, fieldPath(field, 'blocks.content'), fieldErrors);
}

function checkFields(fields: Fields, given: Record<string, unknown>, path: string, fieldErrors: FieldErrors): void {
  for (const [name, { kind }] of Object.entries(fields)) {
    if (kind === 'instant') checkInstant(given[name], fieldPath(path, name), fieldErrors);
    if (kind === 'form-fields')
      checkNames(given[name] as FormFieldGiven[] | undefined, fieldPath(path, name), fieldErrors);
  }
}

/** Field names must be unique: of two fields with one name, only one would reach the owner. */
function checkNames(fields: readonly FormFieldGiven[] | undefined, at: string, fieldErrors: FieldErrors): void {
  const names = new Set<string>();
  fields?.forEach((entry, index) => {
    const name = entry?.name;
    const path = fieldPath(at, `${index}.name`);
    if (name === undefined) return;
    if (names.has(name)) fieldErrors[path] = [`The field ${path} must be unique among the fields of the form.`];
    names.add(name);
  });
}

function checkItem(type: BlockType, item: ItemPatch, field: string, fieldErrors: FieldErrors): void {
  if (!item || !hasLinks(type)) {
    delete item?.slug;
    return;
  }
  const { from, to } = item.settings ?? {};
  checkInstant(from, fieldPath(field, 'settings.from'), fieldErrors);
  checkInstant(to, fieldPath(field, 'settings.to'), fieldErrors);
  checkSpan(item.settings, field, fieldErrors);
  // References to uploads are checked when the item is stored.
  if (typeof item.link !== 'string' || readUploadReference(item.link)) return;
  const path = fieldPath(field, 'link');
  const target = linkTarget(item.link);
  if (target === undefined || target.length > blockLimits.url) {
    fieldErrors[path] = [brokenRule(path, linkRule(item.link))];
  } else if (definitionOf(type).items?.link === 'file' && !/^(?:https?:|\/)/.test(target)) {
    fieldErrors[path] = [`The field ${path} must be one of your uploads, or an http or https address.`];
  } else item.link = target;
}

function linkRule(sent: string): string {
  const full = withScheme(sent);
  return full === undefined
    ? 'must be an http, https, mailto or tel address without a password'
    : `must begin with \`https://\`: send \`${full}\``;
}

/** Also used after an edit that changes only one of the two. */
export function checkSpan(
  settings: Record<string, unknown> | null | undefined,
  field: string,
  fieldErrors: FieldErrors,
): void {
  const { from, to } = settings ?? {};
  if (typeof from !== 'string' || typeof to !== 'string' || Date.parse(from) < Date.parse(to)) return;
  const path = fieldPath(field, 'settings.to');
  fieldErrors[path] ??= [`The field ${path} must be after settings.from.`];
}

/** Rejects leap seconds, which `Date` cannot represent. */
function checkInstant(instant: unknown, path: string, fieldErrors: FieldErrors): void {
  if (typeof instant !== 'string' || !Number.isNaN(Date.parse(instant))) return;
  fieldErrors[path] = [`The field ${path} must be a date and time such as 2026-12-01T09:00:00Z.`];
}
