// From what was sent to what is validated: known fields only, numerals read as the numbers they are, and true and false
// as what they say, since a form has text alone.
import type { FastifyRequest, FastifySchema } from 'fastify';
import { Refusal } from '../../contract/errors.ts';

interface FieldSchema {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
  maxItems?: number;
  anyOf?: FieldSchema[];
  'x-trimmed'?: boolean;
}

/** Reads take parameters from the query and from the body of a GET, where the body wins; writes from the body alone. */
export async function readParameters(request: FastifyRequest): Promise<void> {
  const schema = request.routeOptions.schema as FastifySchema | undefined;
  if (schema?.params) readIds(schema.params, request.params as Record<string, unknown>);
  if (schema?.querystring) request.query = pick(schema.querystring, request.query, request.body);
  request.sent = request.body;
  if (schema?.body) request.body = pick(schema.body, request.body);
}

/** What is no positive integer is the id of nothing, and what is empty the name of nothing. */
function readIds(schema: unknown, params: Record<string, unknown>): void {
  for (const [name, field] of fieldsOf(schema)) {
    const text = String(params[name]);
    if (text === '') throw new Refusal('not_found');
    if (field.type !== 'integer') continue;
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(id)) throw new Refusal('not_found', 'There is nothing with this id.');
    params[name] = id;
  }
}

/** Of the sources' fields those that the schema has, each read as what it has to be; a later source wins. */
export function pick(schema: unknown, ...sources: unknown[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(schema)) {
    for (const source of sources) {
      if (isRecord(source) && Object.hasOwn(source, name)) picked[name] = readAs(field, source[name]);
    }
  }
  return picked;
}

function readAs(field: FieldSchema, value: unknown): unknown {
  if (field.anyOf) {
    // A value or null is read as that value; where there is more to choose from, it is read as it came.
    const [only, ...others] = field.anyOf.filter(({ type }) => type !== 'null');
    return only && others.length === 0 ? readAs(only, value) : value;
  }
  if (field.properties && isRecord(value)) return pick(field, value);
  if (field.items && Array.isArray(value)) return readList(field, field.items, value);
  if (typeof value !== 'string') return value;
  if (isNumeric(field) && /^-?\d+$/.test(value)) {
    // However many digits: what is past every page there could be stays past it.
    return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  }
  if (isTruth(field) && /^(true|false)$/.test(value)) return value === 'true';
  return field['x-trimmed'] ? value.trim() : value;
}

/** A list that is too long is left unread: validation checks each of its entries, and refuses a list that is cut as well. */
function readList(
  { maxItems = Number.POSITIVE_INFINITY }: FieldSchema,
  items: FieldSchema,
  list: unknown[],
): unknown[] {
  return list.slice(0, maxItems + 1).map((one) => readAs(items, one));
}

function isNumeric(field: FieldSchema): boolean {
  return field.type === 'integer' || (field.enum?.every((option) => typeof option === 'number') ?? false);
}

function isTruth(field: FieldSchema): boolean {
  return field.type === 'boolean' || (field.enum?.includes(true) ?? false);
}

function fieldsOf(schema: unknown): [string, FieldSchema][] {
  return Object.entries((schema as { properties: Record<string, FieldSchema> }).properties);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
