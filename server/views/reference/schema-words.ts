// A schema in words: type, rule and content.

import type { Schema } from './document.ts';

/** The schema's own rule if it has one, otherwise words from its keywords. Empty if the type says enough. */
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

/** Without words that only an error message needs. */
function shortened(rule: string): string {
  const short = rule.replace(/^must be /, '').replace(/, or null$/, '');
  return impliedByType.has(short) ? '' : short;
}

/** Whether only null or an empty list is valid. */
export function isEmptyInput(schema: Schema): boolean {
  if (schema.type === 'null' || schema.maxItems === 0) return true;
  const choices = alternatives(schema);
  if (choices.length > 0) return choices.every(isEmptyInput);
  const properties = Object.values(schema.properties ?? {});
  return properties.length > 0 && properties.every(isEmptyInput);
}

/** The type of a schema that is not an object, list or union. */
export function plainType(schema: Schema): string {
  if (schema.format === 'binary') return 'file';
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return schema.type ?? (schema.properties ? 'object' : 'any value');
}

/** The types of an enum's values. */
export function listedTypes(schema: Schema): string[] | undefined {
  return listedValues(schema)?.map(jsonType);
}

/** By its discriminator, or by the name of the component. */
export function formName({ properties = {}, title = '' }: Schema): string {
  const telling = Object.entries(properties).find(([, property]) => listedValues(property)?.length === 1);
  return telling ? `${telling[0]}: ${String(listedValues(telling[1])![0])}` : title;
}

/** The schema of the values, if the schema is a map. */
export function mapValues({ additionalProperties, patternProperties }: Schema): Schema | undefined {
  if (patternProperties) return Object.values(patternProperties)[0];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

export function alternatives(schema: Schema): Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [];
}

/** The object variants. */
export function formsOf(schema: Schema): Schema[] {
  return alternatives(schema).filter(({ properties }) => properties !== undefined);
}

/** The enum values, without null. */
function listedValues(schema: Schema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  const choices = alternatives(schema).filter(({ type }) => type !== 'null');
  const values = choices.flatMap((choice) => listedValues(choice) ?? [undefined]);
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

/** Strings have quotes only if they are ambiguous. */
function inCode(value: unknown): string {
  const isPlain = typeof value === 'string' && !/^(\d+|true|false|null|)$/.test(value);
  return `\`${isPlain ? value : JSON.stringify(value)}\``;
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}

/** A minimum of 0 is omitted: it is obvious for counts. */
function range(minimum: number | undefined, maximum: number | undefined, unit = ''): string | undefined {
  if (!minimum && maximum === undefined) return undefined;
  if (minimum === undefined) return `at most ${maximum}${unit}`;
  if (maximum === undefined) return `at least ${minimum}${unit}`;
  if (maximum === minimum + 1 && unit === '') return `${minimum} or ${maximum}`;
  return minimum === maximum ? `exactly ${minimum}${unit}` : `${minimum} to ${maximum}${unit}`;
}
