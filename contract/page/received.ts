// What was sent, held against the schema of what may be: fields that are not known are left out, text is trimmed, and
// every field that breaks its rule is told of by its path. Schemas are objects, lists, values, or one of these or null.
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { FieldErrors } from '../errors.ts';

interface Schema {
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxItems?: number;
  'x-trimmed'?: boolean;
  'x-rule'?: string;
}

/** Gives what is left of it; where `faults` gets longer it is not to be used. */
export function received(schema: TSchema, sent: unknown, field: string, faults: FieldErrors): unknown {
  return take(schema as Schema, sent, field, faults);
}

export function within(field: string, name: string | number): string {
  return field === '' ? String(name) : `${field}.${name}`;
}

function take(schema: Schema, sent: unknown, field: string, faults: FieldErrors): unknown {
  if (schema.anyOf) return sent === null ? null : take(schema.anyOf[0]!, sent, field, faults);
  if (schema.properties) {
    return isRecord(sent) ? fieldsOf(schema, sent, field, faults) : refuse(schema, field, faults);
  }
  if (schema.items) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = schema;
    if (!Array.isArray(sent) || sent.length > maxItems) return refuse(schema, field, faults);
    return sent.map((one, index) => take(items, one, within(field, index), faults));
  }
  const value = plain(schema, sent);
  return Check(schema, value) ? value : refuse(schema, field, faults);
}

function fieldsOf(schema: Schema, sent: Record<string, unknown>, field: string, faults: FieldErrors): unknown {
  const taken: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(schema.properties!)) {
    const path = within(field, name);
    if (Object.hasOwn(sent, name)) taken[name] = take(part, sent[name], path, faults);
    else if (schema.required?.includes(name)) faults[path] = [`The field ${path} is required.`];
  }
  return taken;
}

function plain(schema: Schema, sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  if (schema.type === 'integer' && /^-?\d{1,15}$/.test(sent)) return Number(sent);
  return schema['x-trimmed'] ? sent.trim() : sent;
}

function refuse(schema: Schema, field: string, faults: FieldErrors): undefined {
  faults[field] = [`The field ${field} ${schema['x-rule'] ?? 'is not valid'}.`];
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
