// The media types that a route accepts. A form holds plain values only; lists and objects must be sent as JSON.
import type { FastifySchema } from 'fastify';
import { isPlain, type Schema } from '../../../contract/validation/schema.ts';

const JSON_TYPE = 'application/json';
const everyType = [JSON_TYPE, 'multipart/form-data', 'application/x-www-form-urlencoded'];

/** Examples use the first one. */
export function mediaTypesOf({ consumes, body }: FastifySchema = {}): readonly string[] {
  if (consumes) return consumes;
  const { properties = {} } = (body ?? {}) as Schema;
  return Object.values(properties).every(isPlain) ? everyType : [JSON_TYPE];
}
