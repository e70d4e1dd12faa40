// Generates an example from a schema: the schema's own example or default if it has one, then a value for the field's
// name, then any value that the schema allows. Optional fields are omitted.
import type { Schema } from '../../../views/reference/document.ts';
import { type ExampleContext, exampleValue } from './example-values.ts';

export type Schemas = Record<string, Schema>;

/** Candidates for a string with a pattern: the first match is used. */
const patternCandidates = [
  '2026-11-15T09:30:00.000000Z',
  '2026-11-15 09:30:00',
  'Nov 15, 2026',
  '2026-11-15',
  '#20473c',
  '20473c',
  'de',
  'DE',
  '1',
];

const MAX_DEPTH = 8;

export function createSchemaExamples(schemas: Schemas) {
  function resolve(schema: Schema): Schema {
    return schema.$ref ? schemas[schema.$ref.split('/').at(-1)!]! : schema;
  }

  /** `name` is the field, `parent` the object or list that it is in. */
  function example(given: Schema, context: ExampleContext, name = '', parent = '', depth = 0): unknown {
    const schema = resolve(given);
    const own = schema.example ?? schema.default;
    if (own !== undefined) return own;
    const { resource, last } = segmentsOf(context.path);
    const names = [`${parent}.${name}`, `${last}.${name}`, `${resource}.${name}`, name];
    const value = names
      .map((one) => exampleValue(context, one))
      .find((one) => one !== undefined && allows(schema, one));
    if (value !== undefined) return value;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    const [choice] = choicesOf(schema);
    if (choice) return example(choice, context, name, parent, depth);
    if (depth > MAX_DEPTH) return null;
    if (schema.items) return [example(schema.items, context, '', name || parent, depth + 1)];
    if (schema.type === 'object') return objectExample(schema, context, name || parent, depth);
    return plainExample(schema);
  }

  function objectExample(schema: Schema, context: ExampleContext, name: string, depth: number) {
    const { properties = {}, required = [] } = schema;
    const present = Object.entries(properties).filter(([key]) => required.length === 0 || required.includes(key));
    const entries = present.map(([key, property]) => [key, example(property, context, key, name, depth + 1)]);
    const values = mapValues(schema);
    const key = exampleValue(context, `${name}.key`);
    if (values && typeof key === 'string') entries.push([key, example(values, context, '', name, depth + 1)]);
    return Object.fromEntries(entries) as Record<string, unknown>;
  }

  function allows(given: Schema, value: unknown): boolean {
    const schema = resolve(given);
    const choices = choicesOf(schema);
    if (choices.length > 0) return choices.some((choice) => allows(choice, value));
    if (schema.const !== undefined) return schema.const === value;
    if (schema.enum) return schema.enum.includes(value);
    const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    const fits = [schema.type].flat().some((type) => type === kind || (kind === 'number' && type === 'integer'));
    if (!fits) return false;
    const { pattern, minimum = -Infinity, maximum = Infinity } = schema;
    if (typeof value === 'number') return value >= minimum && value <= maximum;
    return pattern === undefined || typeof value !== 'string' || new RegExp(pattern, 'u').test(value);
  }

  return example;
}

function choicesOf({ anyOf, oneOf }: Schema): Schema[] {
  return anyOf ?? oneOf ?? [];
}

function mapValues({ additionalProperties, patternProperties }: Schema): Schema | undefined {
  if (patternProperties) return Object.values(patternProperties)[0];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** In `/api/v1/blocks/{block_id}/entries/delete`, "blocks" and "entries". */
function segmentsOf(path: string): { resource: string; last: string } {
  // `POST …/delete` is about the same record as `DELETE …`.
  const names = path.replace(/\/delete$/, '').split('/');
  const segments = names.filter((segment) => segment !== '' && !segment.startsWith('{'));
  return { resource: segments[2] ?? '', last: segments.at(-1) ?? '' };
}

function plainExample({ type, pattern, format, minimum }: Schema): unknown {
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'boolean') return true;
  if (type !== 'string') return null;
  if (pattern) return patternCandidates.find((one) => new RegExp(pattern, 'u').test(one)) ?? 'text';
  return format === 'uri' ? 'https://example.com/' : 'text';
}
