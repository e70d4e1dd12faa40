// Which bodies an address takes. A form has room for plain values alone: what holds lists or objects is sent as JSON.
import type { FastifySchema } from 'fastify';

interface FieldSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: FieldSchema[];
}

const JSON_TYPE = 'application/json';
const everyType = [JSON_TYPE, 'multipart/form-data', 'application/x-www-form-urlencoded'];
const plainTypes = ['string', 'integer', 'number', 'boolean', 'null'];

/** What comes first is what examples are written in. */
export function mediaTypesOf({ consumes, body }: FastifySchema = {}): readonly string[] {
  if (consumes) return consumes;
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, FieldSchema> };
  return Object.values(properties).every(isPlain) ? everyType : [JSON_TYPE];
}

function isPlain({ type, enum: values, const: value, anyOf }: FieldSchema): boolean {
  if (anyOf) return anyOf.every(isPlain);
  if (values !== undefined || value !== undefined) return true;
  return type !== undefined && [type].flat().every((name) => plainTypes.includes(name));
}
