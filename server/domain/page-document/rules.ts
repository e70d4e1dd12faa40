// What a value must be, in words, where its schema does not say so itself.
import type { TSchema } from 'typebox';

type Schema = TSchema & {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  'x-rule'?: string;
};

export function ruleOf(schema: Schema): string {
  return schema['x-rule'] ?? `must be ${wordsFor(schema)}`;
}

function wordsFor(schema: Schema): string {
  if (schema['x-rule']) return schema['x-rule'].replace(/^must be /, '');
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(wordsFor).join(', or ');
  if (schema.format === 'date-time') return 'an instant such as 2026-11-15T08:30:00Z';
  if (schema.type === 'string') {
    if (schema.pattern !== undefined) return `text of the form ${schema.pattern}`;
    return schema.maxLength === undefined ? 'text' : `text of at most ${schema.maxLength} characters`;
  }
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'array') return `a list of at most ${schema.maxItems}`;
  if (schema.type === 'null') return 'null';
  const { minimum, maximum } = schema;
  const number = schema.type === 'integer' ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined) return `${number} from ${minimum} to ${maximum}`;
  return minimum === undefined ? number : `${number}, ${minimum} or more`;
}
