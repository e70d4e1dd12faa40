// Values out of a JSON schema: such as it allows, and such as it does not. The schemas are those of parameters and form
// fields: numbers, closed lists and texts.
import assert from 'node:assert/strict';
import fc, { type Arbitrary } from 'fast-check';

export interface ValueSchema {
  type?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  'x-trimmed'?: boolean;
}

export interface ObjectSchema {
  properties: Record<string, ValueSchema>;
  required?: string[];
}

export type Fields = Record<string, unknown>;

/** Characters of many kinds, out of which a pattern of the form `^[…]*$` picks its own. */
const characters = [
  ...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\u0000\n\r\u007f\u0085\u00a0äßπж文م🪧\u200b\u2028\ufeff\uffff',
];

function allowed(schema: ValueSchema): Arbitrary<string | number> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (schema.type === 'integer')
    return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 53 - 1) });
  assert.equal(schema.type, 'string', `no values are known for the schema ${JSON.stringify(schema)}`);

  const pattern = new RegExp(schema.pattern ?? '', 'u');
  const unit = fc.constantFrom(...characters.filter((character) => pattern.test(character)));
  const { minLength = 0, maxLength = 1000 } = schema;
  return fc
    .string({ unit, minLength, maxLength, size: 'large' })
    .filter((text) => !schema['x-trimmed'] || text.trim().length >= minLength);
}

/** As JSON, where the type itself can be wrong. */
function forbidden(schema: ValueSchema): Arbitrary<unknown> {
  const nothings = [null, true, false, {}, [], [null]];
  if (schema.type === 'integer' || typeof schema.enum?.[0] === 'number') {
    const { minimum = 1, maximum } = schema;
    const numerals = [
      '',
      ' ',
      'x',
      '1.0',
      ' 1',
      '1e1',
      '0x1',
      '１',
      '1,5',
      '-',
      `${minimum - 1}`,
      [minimum],
      [`${minimum}`],
    ];
    const numbers = [
      1.5,
      0.1,
      -1,
      -0.5,
      minimum - 1,
      -(2 ** 63),
      ...(maximum === undefined ? [] : [maximum + 1, 2 ** 63]),
    ];
    return fc.constantFrom(...nothings, ...numerals, ...numbers);
  }
  if (schema.enum)
    return fc.constantFrom(...nothings, '', 0, ...schema.enum.flatMap((word) => [` ${word}`, [word], `${word}\0`]));

  const texts = ['', ' ', 'a\0', '\ud800', 'a\udc00', 'a\n', '<', 'x'.repeat((schema.maxLength ?? 0) + 1)];
  const pattern = new RegExp(schema.pattern ?? '', 'u');
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const wrong = texts
    .map((text) => (schema['x-trimmed'] ? text.trim() : text))
    .filter((text) => text.length < minLength || text.length > maxLength || !pattern.test(text));
  return fc.constantFrom(...nothings, 0, 2 ** 63, ['text'], ...wrong);
}

/** All that is required, and some of what is not. */
export function allowedFields({ properties, required = [] }: ObjectSchema): Arbitrary<Fields> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, allowed(schema)]));
  return fc.record(fields, { requiredKeys: required });
}

/** The same with one field that is wrong. */
export function forbiddenFields(schema: ObjectSchema): Arbitrary<Fields> {
  const wrong = fc
    .constantFrom(...Object.entries(schema.properties))
    .chain(([name, field]) => forbidden(field).map((value) => ({ [name]: value })));
  return fc.tuple(allowedFields(schema), wrong).map(([fields, mistake]) => ({ ...fields, ...mistake }));
}
