// A document as somebody wrote it, held to its schema: every mistake is told by its path, a key that is not known
// included, for in a file that people edit it is a typing error. What comes out has its keys in the schema's order.
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { invalid } from '../../../contract/errors.ts';
import { blockSchema, type PageDocument, PageDocumentSchema } from '../../../contract/page/document.ts';
import { notAField, printablePath } from '../../../contract/unknown-fields.ts';
import { type BlockType, blockTypes } from '../../../contract/vocabulary.ts';
import { ruleOf } from './rules.ts';

/** Whoever made more than these will not mend them one by one. */
const MOST_MISTAKES = 100;

type Schema = TSchema & {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  type?: string;
  maxItems?: number;
  'x-trimmed'?: boolean;
};

const blockSchemas = new Map<unknown, Schema>(blockTypes.map((type) => [type, blockSchema(type) as Schema]));

/** `under` is where the document itself stands in what was sent. */
export function checkDocument(value: unknown, under = ''): PageDocument {
  const mistakes = new Map<string, string>();
  const document = read(PageDocumentSchema as Schema, value, []);
  if (mistakes.size > 0) throw invalid(Object.fromEntries([...mistakes].map(([field, text]) => [field, [text]])));
  return document as PageDocument;

  function read(schema: Schema, given: unknown, path: string[]): unknown {
    if (mistakes.size >= MOST_MISTAKES) return undefined;
    if (schema.properties) return readObject(schema, given, path);
    if (schema.items) return readList(schema, given, path);
    if (schema.anyOf) return readEither(schema, given, path);
    const trimmed = typeof given === 'string' && schema['x-trimmed'] ? given.trim() : given;
    if (!Check(schema, trimmed)) mistake(path, ruleOf(schema));
    return trimmed;
  }

  /** A block of one type or another, or a value or null, which is as good as nothing. */
  function readEither({ anyOf = [], ...schema }: Schema, given: unknown, path: string[]): unknown {
    if (anyOf.every(({ properties }) => properties?.block)) return readBlock(given, path);
    const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
    if (others.length === 0) return given === null ? undefined : read(only!, given, path);
    if (!Check({ ...schema, anyOf }, given)) mistake(path, ruleOf({ ...schema, anyOf }));
    return given;
  }

  function readObject({ properties = {}, required = [] }: Schema, given: unknown, path: string[]): unknown {
    if (!isRecord(given)) return mistake(path, 'must be an object');
    for (const name of Object.keys(given)) {
      if (!Object.hasOwn(properties, name)) unknown([...path, name], Object.keys(properties));
      if (mistakes.size >= MOST_MISTAKES) return undefined;
    }
    const entries: [string, unknown][] = [];
    for (const [name, schema] of Object.entries(properties)) {
      const value = Object.hasOwn(given, name) ? read(schema, given[name], [...path, name]) : undefined;
      if (value !== undefined) entries.push([name, value]);
      else if (required.includes(name) && !Object.hasOwn(given, name)) mistake([...path, name], 'is required');
    }
    return Object.fromEntries(entries);
  }

  function readList(schema: Schema, given: unknown, path: string[]): unknown {
    if (!Array.isArray(given) || given.length > (schema.maxItems ?? 0)) return mistake(path, ruleOf(schema));
    return given.map((one, index) => read(schema.items!, one, [...path, String(index)]));
  }

  function readBlock(given: unknown, path: string[]): unknown {
    if (!isRecord(given)) return mistake(path, 'must be an object');
    const schema = Object.hasOwn(given, 'block') ? blockSchemas.get(given.block as BlockType) : undefined;
    if (!schema) return mistake([...path, 'block'], `must be one of ${blockTypes.join(', ')}`);
    return readObject(schema, given, path);
  }

  function mistake(path: string[], rule: string): undefined {
    const field = printablePath(fullPath(path)) || 'document';
    mistakes.set(field, `The field ${field} ${rule}.`);
  }

  function unknown(path: string[], known: string[]): void {
    mistakes.set(printablePath(fullPath(path)), notAField(fullPath(path), known));
  }

  function fullPath(path: string[]): string[] {
    return under === '' ? path : [under, ...path];
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
