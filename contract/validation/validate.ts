// The validator: request parameters, blocks and page documents all pass through it. In one pass over a value and its
// TypeBox schema it
//   converts  text to the number or the boolean that it stands for, and trims it,
//   cleans    the value: fields that the schema does not have are left out, the others are in the schema's order,
//   checks    every plain value with TypeBox,
//   explains  each error with the path of the field and what is expected there.
// The value that was sent is not changed. Input is hostile: the number of entries that are visited in a list is bounded.
// Of objects, lists and unions it knows only the keywords in `schema.ts`; `test/contract/keywords.test.ts` finds others.

import { isValid } from './check.ts';
import { ruleOf } from './rules.ts';
import { acceptsNull, isPlain, isRecord, type Schema } from './schema.ts';
import { convertText, type TextConversion } from './text.ts';
import { variantsOf } from './variants.ts';

export interface Reading {
  text: TextConversion;
  /**
   * What null means where a schema accepts it: a value like any other, a way to ask for the default (it is kept, but
   * errors do not suggest it), or the same as no field at all (it is left out).
   */
  null: 'value' | 'default' | 'absent';
}

/** Where errors go. Paths are reused: copy what is to be kept. */
export interface ErrorSink {
  /** `rule` is what is expected, as in "must be true or false". */
  invalid(path: readonly string[], rule: string): void;
  /** A field that the schema does not have; `known` are those that it has there. Without this they are left out silently. */
  unknown?(path: readonly string[], value: unknown, known: readonly string[]): void;
  /** True once it wants no more. */
  readonly isFull?: boolean;
}

/** Gives the converted and cleaned value. Parts with an error are left out of it. */
export function validate(schema: object, sent: unknown, reading: Reading, errors: ErrorSink, at = ''): unknown {
  const path = at === '' ? [] : [at];
  return read(schema, sent, schema);

  /** `ruled` is the schema that errors describe: for a value or null, it differs from the schema of the value. */
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
      inside(name, () => errors.unknown!(path, value[name], Object.keys(properties)));
    }
  }

  /** Of a list that is too long, only plain entries are checked, and one more than it may have. */
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
