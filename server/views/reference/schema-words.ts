// A schema in words: its type, its rule, and what is inside it.

import type { Schema } from './document.ts';

/** The schema's own sentence where it has one, otherwise what its keywords say. Empty where the type says it all. */
export function ruleOf(schema: Schema): string {
  if (schema['x-rule'] !== undefined) return shortened(schema['x-rule']);
  const values = listedValues(schema);
  if (values) return `${values.length > 1 ? 'one of' : 'always'} ${values.map(inCode).join(', ')}`;
  const choices = alternatives(schema);
  if (choices.length > 0) return [...new Set(choices.map(ruleOf))].filter(Boolean).join('; ');
  const { minimum, maximum, minLength, maxLength, maxItems, format, default: fallback } = schema;
  const parts = [
    range(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum),
    range(minLength, maxLength, ' characters'),
    maxItems !== undefined && `at most ${maxItems} entries`,
    format !== undefined && formatName(format),
    fallback !== undefined && `default ${inCode(fallback)}`,
  ];
  return parts.filter(Boolean).join('; ');
}

function formatName(format: string): string {
  if (format === 'uri') return 'an absolute URL';
  return format === 'binary' ? '' : format;
}

const impliedByType = new Set(['an object', 'true or false', 'text']);

/** Without the words that a message needs and a list of fields does not. */
function shortened(rule: string): string {
  const short = rule.replace(/^must be /, '').replace(/, or null$/, '');
  return impliedByType.has(short) ? '' : short;
}

/** Whether nothing but null or an empty list can be sent. */
export function isEmptyInput(schema: Schema): boolean {
  if (schema.type === 'null' || schema.maxItems === 0) return true;
  const choices = alternatives(schema);
  if (choices.length > 0) return choices.every(isEmptyInput);
  const properties = Object.values(schema.properties ?? {});
  return properties.length > 0 && properties.every(isEmptyInput);
}

/** The type of a schema that is no object, list or choice. */
export function plainType(schema: Schema): string {
  if (schema.format === 'binary') return 'file';
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return schema.type ?? (schema.properties ? 'object' : 'any value');
}

/** The types of the values that the schema lists. */
export function listedTypes(schema: Schema): string[] | undefined {
  return listedValues(schema)?.map(jsonType);
}

/** By the field that tells it from the other forms, or by the name of the component. */
export function formName({ properties = {}, title = '' }: Schema): string {
  const telling = Object.entries(properties).find(([, property]) => listedValues(property)?.length === 1);
  return telling ? `${telling[0]}: ${String(listedValues(telling[1])![0])}` : title;
}

/** The schema of the values, where the schema is a map. */
export function mapValues({ additionalProperties, patternProperties }: Schema): Schema | undefined {
  if (patternProperties) return Object.values(patternProperties)[0];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

export function alternatives(schema: Schema): Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [];
}

/** The objects that it may be one of. */
export function formsOf(schema: Schema): Schema[] {
  return alternatives(schema).filter(({ properties }) => properties !== undefined);
}

/** The values that the schema lists one by one, without null. */
function listedValues(schema: Schema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  const choices = alternatives(schema).filter(({ type }) => type !== 'null');
  const values = choices.flatMap((choice) => listedValues(choice) ?? [undefined]);
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

/** Strings have quotes only where they could be taken for something else. */
function inCode(value: unknown): string {
  const isPlain = typeof value === 'string' && !/^(\d+|true|false|null|)$/.test(value);
  return `\`${isPlain ? value : JSON.stringify(value)}\``;
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}

/** A minimum of 0 is left out: it goes without saying for counts. */
function range(minimum: number | undefined, maximum: number | undefined, unit = ''): string | undefined {
  if (!minimum && maximum === undefined) return undefined;
  if (minimum === undefined) return `at most ${maximum}${unit}`;
  if (maximum === undefined) return `at least ${minimum}${unit}`;
  if (maximum === minimum + 1 && unit === '') return `${minimum} or ${maximum}`;
  return minimum === maximum ? `exactly ${minimum}${unit}` : `${minimum} to ${maximum}${unit}`;
}
