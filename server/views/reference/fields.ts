// A schema told as rows: name, type, rule and whether it is there, children below and one step further in.

import type { Schema } from './document.ts';

export interface Field {
  name: string;
  /** The name stands for any key of a map. */
  isKey: boolean;
  /** What follows holds for one of several forms, which this is the name of. */
  isForm: boolean;
  depth: number;
  type: string;
  description: string;
  rule: string;
  required: boolean;
}

const deepest = 8;

export function fieldsOf(schema: Schema, depth = 0): Field[] {
  if (depth > deepest) return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    fieldAndBelow(name, property, depth, schema.required?.includes(name) ?? false),
  );
  const values = mapValues(schema);
  if (values) own.push(...fieldAndBelow('key', values, depth, true, true));
  const forms = formsOf(schema);
  const nested =
    forms.length > 1
      ? forms.flatMap((form) => [formRow(form, depth), ...fieldsOf(form, depth)])
      : [schema.items, ...alternatives(schema)].flatMap((inner) => (inner ? fieldsOf(inner, depth) : []));
  return [...own, ...nested];
}

/** The objects that it may be one of. */
export function formsOf(schema: Schema): Schema[] {
  return alternatives(schema).filter(({ properties }) => properties !== undefined);
}

/** By what tells it from the others, or else by what the document calls it. */
export function formName({ properties = {}, title = '' }: Schema): string {
  const telling = Object.entries(properties).find(([, property]) => listedValues(property)?.length === 1);
  return telling ? `${telling[0]}: ${String(listedValues(telling[1])![0])}` : title;
}

function formRow(form: Schema, depth: number): Field {
  const name = formName(form);
  return { name, isKey: false, isForm: true, depth, type: '', description: '', rule: '', required: true };
}

export function fieldAndBelow(name: string, schema: Schema, depth: number, required: boolean, isKey = false): Field[] {
  const { description = '' } = schema;
  const type = typeOf(schema);
  const field = { name, isKey, isForm: false, depth, type, description, rule: ruleOf(schema), required };
  return [field, ...fieldsOf(schema, depth + 1)];
}

export function typeOf(schema: Schema): string {
  const choices = alternatives(schema);
  if (choices.length > 0) return listed(choices.map(typeOf));
  const values = listedValues(schema);
  if (values) return listed(values.map(kindOf));
  if (Array.isArray(schema.type)) return listed(schema.type);
  if (schema.type === 'array') return schema.items ? `array of ${plural(typeOf(schema.items))}` : 'array';
  if (mapValues(schema)) return 'map';
  if (schema.format === 'binary') return 'file';
  return schema.type ?? (schema.properties ? 'object' : 'anything');
}

/** In words: the schema's own sentence where it has one, otherwise what its keywords say. */
function ruleOf(schema: Schema): string {
  if (schema['x-rule']) return schema['x-rule'];
  const values = listedValues(schema);
  if (values) return `${values.length > 1 ? 'one of' : 'always'} ${values.map(inCode).join(', ')}`;
  const choices = alternatives(schema);
  if (choices.length > 0) return [...new Set(choices.map(ruleOf))].filter(Boolean).join('; ');
  const { minimum, maximum, minLength, maxLength, maxItems, format, default: fallback } = schema;
  const parts = [
    range(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum),
    range(minLength, maxLength, ' characters'),
    maxItems !== undefined && `at most ${maxItems} entries`,
    format && (format === 'uri' ? 'an absolute URL' : format),
    fallback !== undefined && `${inCode(fallback)} where none is given`,
  ];
  return parts.filter(Boolean).join('; ');
}

/** What the values of a map are, where the schema is one. */
export function mapValues({ additionalProperties, patternProperties }: Schema): Schema | undefined {
  if (patternProperties) return Object.values(patternProperties)[0];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

export function alternatives(schema: Schema): Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [];
}

/** The values themselves, where the schema names each of them; null beside them goes without saying. */
function listedValues(schema: Schema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  const choices = alternatives(schema).filter(({ type }) => type !== 'null');
  const values = choices.flatMap((choice) => listedValues(choice) ?? [undefined]);
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

/** Quotes only where a string could be taken for something else. */
function inCode(value: unknown): string {
  const isPlain = typeof value === 'string' && !/^(\d+|true|false|null|)$/.test(value);
  return `\`${isPlain ? value : JSON.stringify(value)}\``;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}

function listed(types: string[]): string {
  return [...new Set(types)].join(' or ');
}

function plural(type: string): string {
  return /^[a-z]+$/.test(type) && type !== 'anything' ? `${type}s` : type;
}

/** A count is never below nought; that is not worth a word. */
function range(least: number | undefined, most: number | undefined, unit = ''): string | undefined {
  if (!least && most === undefined) return undefined;
  if (least === undefined) return `at most ${most}${unit}`;
  if (most === undefined) return `at least ${least}${unit}`;
  if (most === least + 1 && unit === '') return `${least} or ${most}`;
  return least === most ? `exactly ${least}${unit}` : `${least} to ${most}${unit}`;
}
