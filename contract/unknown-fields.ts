// Unknown fields in what a client sends: each is reported with the nearest field that there is, since it is most often a
// typing error. A field of the record that cannot be written (`id`, `created_at`) is no error: it is ignored, so that a
// record can be sent back as it was read.
import type { FieldErrors } from './errors.ts';
import { nearestName } from './nearest-name.ts';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  maxItems?: number;
  anyOf?: Schema[];
}

export interface ExpectedFields {
  /** JSON Schema of what can be written. */
  writable: object;
  /** JSON Schema of the record as a GET returns it. Undefined where the operation is not about a record. */
  record?: object | undefined;
  /** The record as it is now: it may hold keys that the schema no longer knows. */
  stored?: unknown;
}

const MAX_ERRORS = 20;
const MAX_PATH_LENGTH = 200;
/** In most records, and in none of them can they be written. */
const readOnly = ['id', 'user', 'created_at', 'updated_at'];
const nothing: Schema = { properties: {} };

/** One error for each unknown field, by its path, 20 at most. */
export function unknownFields(sent: unknown, { writable, record, stored }: ExpectedFields): FieldErrors {
  const errors = new Map<string, string[]>();
  visit(sent, writable as Schema, record as Schema | undefined, stored, []);
  // Not by assignment: a client may call a field `__proto__`.
  return Object.fromEntries(errors);

  function visit(value: unknown, fields: Schema, read: Schema | undefined, now: unknown, path: string[]): void {
    const { properties, items, maxItems = 0 } = nonNull(fields)!;
    if (properties && isRecord(value)) visitObject(value, properties, nonNull(read), now, path);
    if (!items || !Array.isArray(value)) return;
    const readItems = nonNull(read)?.items;
    for (const [index, one] of value.slice(0, maxItems).entries()) {
      visit(one, items, readItems, isList(now) ? now[index] : undefined, [...path, String(index)]);
    }
  }

  function visitObject(
    value: Record<string, unknown>,
    known: Record<string, Schema>,
    read: Schema | undefined,
    now: unknown,
    path: string[],
  ): void {
    for (const [name, one] of Object.entries(value)) {
      if (errors.size >= MAX_ERRORS) return;
      const at = [...path, name];
      const storedValue = own(now, name);
      const recordField = own(read?.properties, name) as Schema | undefined;
      const field = own(known, name) as Schema | undefined;
      if (field) visit(one, field, recordField, storedValue, at);
      // A type of block that has no settings still has the field in its record, but nothing can be written into it.
      else if (isOpen(recordField) && Object.keys(known).length > 0) visit(one, nothing, undefined, storedValue, at);
      else if (!isReadOnly(name, recordField, storedValue, path)) report(at, Object.keys(known));
    }
  }

  function isReadOnly(name: string, field: Schema | undefined, storedValue: unknown, path: string[]): boolean {
    if (field !== undefined || storedValue !== undefined) return true;
    return record !== undefined && path.length === 0 && readOnly.includes(name);
  }

  function report(path: string[], known: readonly string[]): void {
    const field = printablePath(path);
    errors.set(field, [notAField(path, known)]);
  }
}

/** "`biog` is not a field; did you mean `bio`?" `known` are the fields that there are beside it. */
export function notAField(path: readonly string[], known: readonly string[]): string {
  const nearest = nearestName(path.at(-1)!, known);
  const subject = `\`${printablePath(path)}\` is not a field`;
  return nearest === undefined
    ? `${subject}.`
    : `${subject}; did you mean \`${[...path.slice(0, -1), nearest].join('.')}\`?`;
}

/** Names come from the client: they may be as long as a body, and hold anything. */
export function printablePath(path: readonly string[]): string {
  const text = path
    .join('.')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '�');
  return text.length > MAX_PATH_LENGTH ? `${text.slice(0, MAX_PATH_LENGTH)}…` : text;
}

/** What a value is where it is not null. */
function nonNull(schema: Schema | undefined): Schema | undefined {
  return schema?.anyOf ? schema.anyOf.find(({ type }) => type !== 'null') : schema;
}

/** An object of which the schema does not say what is in it. */
function isOpen(schema: Schema | undefined): boolean {
  const { type, properties } = nonNull(schema) ?? {};
  return type === 'object' && properties === undefined;
}

function own(object: unknown, name: string): unknown {
  return isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
