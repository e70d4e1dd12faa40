// The JSON Schema of a page document, for completion and checks in editors.
import { PageDocumentSchema } from './document.ts';

export const documentSchemaPath = '/page.schema.json';

/** The version that every editor supports. */
const DIALECT = 'http://json-schema.org/draft-07/schema#';

export function documentSchema(): object {
  return { $schema: DIALECT, ...(forEditors(PageDocumentSchema) as object) };
}

/** Turns our own `x-rule` into a description. */
function forEditors(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forEditors);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { 'x-rule': rule, 'x-trimmed': _, ...rest } = schema as Record<string, unknown>;
  const entries = Object.entries(rest).map(([name, value]) => [name, name === 'default' ? value : forEditors(value)]);
  const needsWords = typeof rule === 'string' && rest.description === undefined;
  return Object.fromEntries(needsWords ? [...entries, ['description', sentence(rule)]] : entries);
}

function sentence(rule: string): string {
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}
