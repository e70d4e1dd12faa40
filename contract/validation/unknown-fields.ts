// Unknown fields in a request. Most are typing errors, so each is reported with the nearest known field. Fields of the
// record that cannot be written (`id`, `created_at`) are ignored, so that a record can be sent back as it was read.
import { type FieldErrors, MAX_ERRORS } from '../errors.ts';
import { type FieldNoun, notAField, printablePath } from './field-errors.ts';
import { isRecord, nonNull, type Schema } from './schema.ts';
import type { ErrorSink } from './validate.ts';

export interface ReadableRecord {
  /** JSON Schema of the record as a GET returns it. Undefined if the operation has no record. */
  record?: object | undefined;
  /** The stored record: what it has can be sent back. */
  stored?: (() => unknown) | undefined;
  /** What the fields are called in messages. */
  noun?: FieldNoun;
}

export interface UnknownFields {
  report: NonNullable<ErrorSink['unknown']>;
  /** One for each unknown field, 20 at most. */
  errors(): FieldErrors;
}

/** Read-only fields of most records. */
const readOnly = ['id', 'user', 'created_at', 'updated_at'];

export function createUnknownFields({ record, stored, noun }: ReadableRecord = {}): UnknownFields {
  const errors = new Map<string, string[]>();
  let current: { value: unknown } | undefined;
  return {
    report(path, value, known) {
      if (errors.size >= MAX_ERRORS) return;
      const field = fieldAt(record, path);
      // Every block record has `settings`, but some types accept no keys in it.
      if (isOpen(field) && known.length > 0) reportKeys(path, value);
      else if (field === undefined && !isReadOnly(path) && !isStored(path)) add(path, known);
    },
    // Not by assignment: a client may send a field `__proto__`.
    errors: () => Object.fromEntries(errors),
  };

  function reportKeys(path: readonly string[], value: unknown): void {
    if (!isRecord(value)) return;
    for (const name of Object.keys(value)) {
      if (errors.size >= MAX_ERRORS) return;
      if (!isStored([...path, name])) add([...path, name], []);
    }
  }

  function isReadOnly(path: readonly string[]): boolean {
    return record !== undefined && path.length === 1 && readOnly.includes(path[0]!);
  }

  function isStored(path: readonly string[]): boolean {
    if (!stored) return false;
    current ??= { value: stored() };
    return path.reduce(ownValue, current.value) !== undefined;
  }

  function add(path: readonly string[], known: readonly string[]): void {
    errors.set(printablePath(path), [notAField(path, known, noun)]);
  }
}

function fieldAt(record: Schema | undefined, path: readonly string[]): Schema | undefined {
  let schema = record;
  for (const name of path) {
    const { properties, items }: Schema = nonNull(schema) ?? {};
    schema = items ?? (ownValue(properties, name) as Schema | undefined);
  }
  return schema;
}

/** An object whose schema declares no properties. */
function isOpen(schema: Schema | undefined): boolean {
  const { type, properties } = nonNull(schema) ?? {};
  return type === 'object' && properties === undefined;
}

function ownValue(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
