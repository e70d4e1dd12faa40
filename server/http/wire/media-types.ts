// Which bodies an address takes. A form has room for plain values alone: what holds lists or objects is sent as JSON.
import type { FastifySchema } from 'fastify';
import { isPlain, type Schema } from '../../../contract/validation/schema.ts';

const JSON_TYPE = 'application/json';
const everyType = [JSON_TYPE, 'multipart/form-data', 'application/x-www-form-urlencoded'];

/** What comes first is what examples are written in. */
export function mediaTypesOf({ consumes, body }: FastifySchema = {}): readonly string[] {
  if (consumes) return consumes;
  const { properties = {} } = (body ?? {}) as Schema;
  return Object.values(properties).every(isPlain) ? everyType : [JSON_TYPE];
}
