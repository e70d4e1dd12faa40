// The validator of request parameters, blocks and page documents. In one pass over a value and its TypeBox schema it
//   converts  text to a number or a boolean, and trims it,
//   cleans    the value: unknown fields are dropped, the others are in the schema's order,
//   checks    every plain value with TypeBox,
//   explains  each error with the path of the field and the expected value.
// The input is not modified. It may be hostile: the number of visited list entries is bounded.
// For objects, lists and unions it supports only the keywords in `schema.ts`; `test/contract/keywords.test.ts` finds
// others.

import { isValid } from './check.ts';
import { fieldNames } from './field-names.ts';
import { ruleOf } from './rules.ts';
import { acceptsNull, isPlain, isRecord, type Schema } from './schema.ts';
import { convertText, type TextConversion } from './text.ts';
import { variantsOf } from './variants.ts';

export interface Reading {
  text: TextConversion;
  /**
   * The meaning of null if a schema accepts it: a value like any other, a reset to the default (it is kept, but errors
   * do not suggest it), or the same as a missing field (it is dropped).
   */
  null: 'value' | 'default' | 'absent';
}

/** Receives errors. Paths are reused: copy them to keep them. */
export interface ErrorSink {
  /** `rule` is the expected value, as in "must be true or false". */
  invalid(path: readonly string[], rule: string): void;
  /** Called for an unknown field; `known` are the fields of that object, and of objects in it. Without it, unknown fields are dropped silently. */
  unknown?(path: readonly string[], value: unknown, known: readonly string[]): void;
  /** If true, validation stops. */
  readonly isFull?: boolean;
}

/** Returns the converted and cleaned value, without the parts that have an error. */
export function validate(schema: object, sent: unknown, reading: Reading, errors: ErrorSink, at = ''): unknown {
  const path = at === '' ? [] : [at];
  return read(schema, sent, schema);

  /** `ruled` is the schema that errors describe. For a value or null it differs from the schema of the value. */
  function read(schema: Schema, value: unknown, ruled: Schema): unknown {
    if (errors.isFull) return undefined;
    if (schema.properties) return readObject(schema, schema.properties, value, ruled);
    if (schema.items) return readList(schema, schema.items, value, ruled);
    if (schema.anyOf) return readUnion(schema, value);
    return readPlain(schema, value, ruled);
  }

  function readPlain(schema: Schema, sentValue: unknown, ruled: Schema): unknown {
    const value = typeof sentValue === 'string' ? convertText(schema, sentValue, reading.text) : sentValue;
    return isValid(schema, value) ? value : refuse(ruleOf(ruled));
  }

  function readUnion(schema: Schema, value: unknown): unknown {
    if (value === null && acceptsNull(schema)) return reading.null === 'absent' ? undefined : null;
    const { only, tag } = variantsOf(schema);
    if (only) return read(only, value, reading.null === 'value' ? schema : only);
    if (!tag) return readPlain(schema, value, schema);
    if (!isRecord(value)) return refuse('must be an object');
    const variant = Object.hasOwn(value, tag.name) ? tag.schemas.get(value[tag.name]) : undefined;
    if (variant) return read(variant, value, variant);
    return inside(tag.name, () => refuse(`must be one of ${[...tag.schemas.keys()].join(', ')}`));
  }

  function readObject(
    schema: Schema,
    properties: Record<string, Schema>,
    value: unknown,
    ruled: Schema,
  ): Record<string, unknown> | null | undefined {
    if (value === null && acceptsNull(schema)) return null;
    if (!isRecord(value)) return refuse(ruleOf(ruled));
    if (errors.unknown) reportUnknown(value, properties);
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(value, name)) inside(name, () => refuse('is required'));
    }
    const object: Record<string, unknown> = {};
    for (const name of Object.keys(properties)) {
      if (!Object.hasOwn(value, name)) continue;
      const field = properties[name]!;
      path.push(name);
      const one = read(field, value[name], field);
      path.pop();
      if (one !== undefined) object[name] = one;
    }
    return object;
  }

  function reportUnknown(value: Record<string, unknown>, properties: Record<string, Schema>): void {
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(properties, name)) continue;
      if (errors.isFull) return;
      inside(name, () => errors.unknown!(path, value[name], fieldNames(properties)));
    }
  }

  /** If a list is too long, only plain entries are checked, and at most one more than allowed. */
  function readList(schema: Schema, items: Schema, value: unknown, ruled: Schema): unknown {
    if (!Array.isArray(value)) return refuse(ruleOf(ruled));
    const { maxItems = Number.POSITIVE_INFINITY } = schema;
    if (value.length > maxItems) {
      refuse(ruleOf(ruled));
      if (!isPlain(items)) return undefined;
    }
    return value.slice(0, maxItems + 1).map((one, index) => inside(String(index), () => read(items, one, items)));
  }

  function refuse(rule: string): undefined {
    if (!errors.isFull) errors.invalid(path, rule);
  }

  function inside<T>(name: string, work: () => T): T {
    path.push(name);
    const result = work();
    path.pop();
    return result;
  }
}
