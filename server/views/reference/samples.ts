// An example of what a schema describes, for where the document gives none: its own example if it has one, then a
// word that fits the field's name, then whatever keeps the rule. Fields that may be missing are.

import type { Media, Schema } from './document.ts';
import { alternatives, mapValues, typeOf } from './fields.ts';
import { type Setting, wordAt } from './sample-words.ts';

/** For fields that have a pattern: the first that matches it. */
const shapes = [
  '2026-11-15T09:30:00.000000Z',
  '2026-11-15 09:30:00',
  'Nov 15, 2026',
  '#1f4fd8',
  'de',
  'DE',
  '1',
  'text',
  '1234567890',
];

const deepest = 8;

export function sampleOf({ schema, example, examples }: Media, setting: Setting): unknown {
  if (example !== undefined) return example;
  const [given] = Object.values(examples ?? {});
  return given?.value ?? sample(schema ?? {}, setting);
}

export function sample(schema: Schema, setting: Setting, name = '', within = '', depth = 0): unknown {
  const given = schema.example ?? schema.examples?.[0] ?? schema.default;
  if (given !== undefined) return given;
  const word = wordFor(schema, setting, name, within);
  if (word !== undefined) return word;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = alternatives(schema);
  if (choice) return sample(choice, setting, name, within, depth);
  if (depth > deepest) return null;
  if (schema.type === 'array')
    return schema.items ? [sample(schema.items, setting, '', name || within, depth + 1)] : [];
  if (typeOf(schema) === 'map' || schema.type === 'object' || schema.properties) {
    return sampleObject(schema, setting, name || within, depth);
  }
  return plainSample(schema);
}

function sampleObject(schema: Schema, setting: Setting, name: string, depth: number): Record<string, unknown> {
  const { properties: described = {}, required = [] } = schema;
  const properties = Object.entries(described).filter(([key]) => required.length === 0 || required.includes(key));
  const sampled = properties.map(([key, value]) => [key, sample(value, setting, key, name, depth + 1)]);
  const values = mapValues(schema);
  const key = wordAt(setting, `${name}.key`);
  if (values && typeof key === 'string') sampled.push([key, sample(values, setting, '', name, depth + 1)]);
  return Object.fromEntries(sampled) as Record<string, unknown>;
}

/** A word has to be something the schema allows; otherwise the schema knows better. */
function wordFor(schema: Schema, setting: Setting, name: string, within: string): unknown {
  const word = wordAt(setting, `${within}.${name}`, `${lastWord(setting.path)}.${name}`, name);
  return word !== undefined && allows(schema, word) ? word : undefined;
}

function allows(schema: Schema, value: unknown): boolean {
  const choices = alternatives(schema);
  if (choices.length > 0) return choices.some((choice) => allows(choice, value));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  const { type, pattern, minimum = -Infinity, maximum = Infinity } = schema;
  const kind = value === null ? 'null' : typeof value;
  const fits = [type].flat().some((one) => one === kind || (kind === 'number' && one === 'integer'));
  if (typeof value === 'number') return fits && value >= minimum && value <= maximum;
  return fits && (pattern === undefined || new RegExp(pattern, 'u').test(String(value)));
}

/** `/pixels/{id}/delete` is about "delete". */
function lastWord(path: string): string {
  return path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
}

function plainSample({ type, pattern, format, minimum }: Schema): unknown {
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'integer' || kind === 'number') return minimum ?? 0;
  if (kind === 'boolean') return true;
  if (kind === 'string' && pattern) return shapes.find((shape) => new RegExp(pattern, 'u').test(shape)) ?? 'text';
  if (kind === 'string') return format === 'uri' ? 'https://example.org/' : 'text';
  return null;
}
