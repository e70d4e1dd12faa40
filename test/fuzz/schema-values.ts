// Values from a JSON schema: allowed ones and forbidden ones.
import assert from 'node:assert/strict';
import fc, { type Arbitrary } from 'fast-check';
import { document } from '../support/openapi.ts';
import { file, wordFor } from './field-words.ts';

export interface ValueSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: ValueSchema[];
  properties?: Record<string, ValueSchema>;
  required?: string[];
  items?: ValueSchema;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  'x-trimmed'?: boolean;
}

export type Fields = Record<string, unknown>;

const SCHEMAS = '#/components/schemas/';
const nothings = [null, true, false, {}, [], [null]];
/** Above this, a value too long for a field is also too large for a body. */
const LONG = 10_000;

/** Characters of many kinds, filtered by patterns of the form `^[…]*$`. */
const characters = [
  ...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\u0000\n\r\u007f\u0085\u00a0äßπж文م🪧\u200b\u2028\ufeff\uffff',
];
/** For patterns of other forms. */
const shapes = ['#1a2b3c', '1A2B3C80', '2026-11-15T12:00:00Z', '2026-11-15', 'en-GB', 'en', '+491700000000'];

/** The target of a reference. */
function resolved(schema: ValueSchema): ValueSchema {
  if (schema.$ref === undefined) return schema;
  const found = document.components.schemas[schema.$ref.slice(SCHEMAS.length)] as ValueSchema | undefined;
  assert.ok(found, `${schema.$ref} is not in the document`);
  return resolved(found);
}

/** The alternatives of an object: one, or each of `anyOf`. */
export function formsOf(schema: ValueSchema): ValueSchema[] {
  const plain = resolved(schema);
  return plain.anyOf ? plain.anyOf.flatMap(formsOf) : [plain];
}

function choicesOf(schema: ValueSchema): ValueSchema[] {
  const { anyOf, type, ...rest } = resolved(schema);
  if (anyOf) return anyOf.flatMap(choicesOf);
  return Array.isArray(type) ? type.map((one) => ({ ...rest, type: one })) : [resolved(schema)];
}

function allowed(schema: ValueSchema, name = ''): Arbitrary<unknown> {
  const choices = choicesOf(schema).map((choice) => allowedOne(choice, name));
  return choices.length === 1 ? choices[0]! : fc.oneof(...choices);
}

function allowedOne(schema: ValueSchema, name: string): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const { minimum = -(2 ** 31), maximum = 2 ** 53 - 1 } = schema;
      return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 53 - 1) });
    }
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'array':
      return fc.array(schema.items ? allowed(schema.items, name) : fc.jsonValue(), {
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'object':
      return schema.properties ? allowedFields(schema) : fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });
    case 'string':
      if (schema.format === 'date') return fc.constantFrom('0000-01-01', '2026-11-15', '2028-02-29', '9999-12-31');
      return wordFor(name) ?? allowedText(schema);
  }
  assert.deepEqual(Object.keys(schema), [], `no values for the schema ${JSON.stringify(schema)}`);
  return fc.jsonValue();
}

function allowedText(schema: ValueSchema): Arbitrary<unknown> {
  if (schema.format === 'binary') return file;
  const pattern = new RegExp(schema.pattern ?? '', 'u');
  const units = characters.filter((character) => pattern.test(character));
  if (units.length === 0) return fc.constantFrom(...shapes.filter((shape) => pattern.test(shape)));
  const { minLength = 0, maxLength = 1000 } = schema;
  return fc
    .string({ unit: fc.constantFrom(...units), minLength, maxLength: Math.min(maxLength, LONG), size: 'large' })
    .filter((text) => !schema['x-trimmed'] || text.trim().length >= minLength);
}

/** For JSON, where the type itself can be wrong. */
function forbidden(schema: ValueSchema): Arbitrary<unknown> {
  const choices = choicesOf(schema);
  const others = choices.filter(({ type }) => type !== 'null');
  const takesNull = others.length < choices.length || choices.some(({ enum: values }) => values?.includes(null));
  const takesFlags = others.some(({ type }) => type === 'boolean');
  const ofNoType = [...nothings.slice(1), 2 ** 63, ['text']].filter((one) => !takesFlags || typeof one !== 'boolean');
  const wrong = others.length === 1 ? forbiddenOne(others[0]!) : fc.constantFrom(...ofNoType);
  return takesNull ? wrong.filter((value) => value !== null) : wrong;
}

function forbiddenOne(schema: ValueSchema): Arbitrary<unknown> {
  if (schema.type === 'object') {
    const scalars = fc.constantFrom<unknown>(null, true, 0, 'text', [], [{}]);
    const isOpen = Object.keys(schema.properties ?? {}).length === 0;
    return isOpen ? scalars : fc.oneof(scalars, forbiddenFields(schema));
  }
  if (schema.type === 'array') {
    const { maxItems = 1000, items = {} } = schema;
    const scalars = fc.constantFrom<unknown>(null, true, 0, 'text', {}, Array(maxItems + 1).fill(null));
    return Object.keys(items).length === 0
      ? scalars
      : fc.oneof(
          scalars,
          forbidden(items).map((one) => [one]),
        );
  }
  // Some fields accept 0 and 1 as well.
  if (schema.type === 'boolean') return fc.constantFrom(null, 2, '', 'True', {}, [true]);
  const numeric = schema.enum?.every((value) => typeof value === 'number') ?? false;
  if (schema.type === 'integer' || numeric) return forbiddenNumber(schema);
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (!values) return forbiddenText(schema);
  const near = values.flatMap((word) => (typeof word === 'string' ? [` ${word}`, [word], `${word}\0`] : []));
  // Fields with '1' and '0' accept 1, 0, true and false as well.
  const isFlag = values.includes('1') && values.includes('0');
  const isSame = (value: unknown) => isFlag && (typeof value === 'boolean' || value === 0);
  const wrong = [...nothings, '', 0, ...near].filter((value) => !values.includes(value) && !isSame(value));
  return fc.constantFrom(...wrong);
}

function forbiddenNumber({ minimum = 1, maximum }: ValueSchema): Arbitrary<unknown> {
  const below = minimum - 1;
  const numerals = ['', ' ', 'x', '1.0', ' 1', '1e1', '0x1', '１', '1,5', '-', `${below}`, [minimum], [`${minimum}`]];
  const above = maximum === undefined ? [] : [maximum + 1, 2 ** 63];
  return fc.constantFrom(...nothings, ...numerals, 1.5, 0.1, -1, -0.5, below, -(2 ** 63), ...above);
}

function forbiddenText({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, ...schema }: ValueSchema) {
  const texts = [
    '',
    ' ',
    'a\0',
    '\ud800',
    'a\udc00',
    'a\n',
    '<',
    ...(maxLength > LONG ? [] : ['x'.repeat(maxLength + 1)]),
  ];
  const pattern = new RegExp(schema.pattern ?? '', 'u');
  const wrong = texts
    .map((text) => (schema['x-trimmed'] ? text.trim() : text))
    .filter((text) => text.length < minLength || text.length > maxLength || !pattern.test(text));
  return fc.constantFrom<unknown>(...nothings, 0, 2 ** 63, ['text'], ...wrong);
}

/** All required fields and some optional ones. */
export function allowedFields(schema: ValueSchema): Arbitrary<Fields> {
  const forms = formsOf(schema).map(({ properties = {}, required = [] }) => {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, allowed(field, name)]));
    return fc.record(fields, { requiredKeys: required }) as Arbitrary<Fields>;
  });
  return fc.oneof(...forms);
}

/** The same with one invalid field. */
export function forbiddenFields(schema: ValueSchema): Arbitrary<Fields> {
  const forms = formsOf(schema).map((form) => {
    const names = Object.entries(form.properties ?? {}).filter(([, { format }]) => format !== 'binary');
    const wrong = fc
      .constantFrom(...names)
      .chain(([name, field]) => forbidden(field).map((value) => ({ [name]: value })));
    return fc.tuple(allowedFields(form), wrong).map(([fields, mistake]) => ({ ...fields, ...mistake }));
  });
  return fc.oneof(...forms);
}
