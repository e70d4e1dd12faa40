// Describes the expected value: with the schema's `x-rule`, or with words derived from the schema.
import { acceptsNull, type Schema } from './schema.ts';

export function ruleOf(schema: Schema): string {
  return schema['x-rule'] ?? `must be ${wordsFor(schema)}`;
}

function wordsFor(schema: Schema): string {
  if (schema['x-rule']) return schema['x-rule'].replace(/^must be /, '');
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(wordsFor).join(', or ');
  if (schema.properties) return acceptsNull(schema) ? 'an object, or null' : 'an object';
  if (schema.format === 'date-time') return 'a date and time such as 2026-11-15T08:30:00Z';
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
