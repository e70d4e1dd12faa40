// Validates requests against the schemas of their routes: query string, body and headers.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { ApiError, type FieldErrors, invalid } from '../../../contract/errors.ts';
import { invalidInto } from '../../../contract/validation/field-errors.ts';
import { isRecord, type Schema } from '../../../contract/validation/schema.ts';
import {
  createUnknownFields,
  type ReadableRecord,
  type UnknownFields,
} from '../../../contract/validation/unknown-fields.ts';
import { type Reading, validate } from '../../../contract/validation/validate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The record as a GET returns it. A write may contain all of its fields, writable or not. */
    record?: TSchema;
    /**
     * The default is `refused`. Reads and writes that the API reference defines ignore them. A handler checks them if
     * the fields depend on stored data.
     */
    unknownFields?: 'refused' | 'ignored' | 'checked by handler';
  }
  interface FastifyRequest {
    /** The body of a write with all of its fields, including unknown ones. */
    sent: Record<string, unknown>;
  }
}

/** Query strings and forms contain only text. */
export const requestReading: Reading = { text: 'numbers and booleans', null: 'value' };

const noFields: Schema = { properties: {} };

/** A path parameter that is empty, or not a positive integer where an id is expected, gets 404. */
export async function readIds(request: FastifyRequest): Promise<void> {
  const params = request.params as Record<string, unknown>;
  for (const [name, { type }] of Object.entries(schemasOf(request).params?.properties ?? {})) {
    const text = String(params[name]);
    if (text === '') throw new ApiError('not_found');
    if (type !== 'integer') continue;
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(id)) throw new ApiError('not_found', 'No record has this id.');
    params[name] = id;
  }
}

/**
 * Unknown fields are rejected: ignoring them would report a success although nothing was changed, or figures of all
 * countries instead of one. This runs after the ids in the path are looked up, because 404 takes precedence over 422.
 */
export async function validateRequest(request: FastifyRequest): Promise<void> {
  const { unknownFields = 'refused', record } = request.routeOptions.config;
  request.sent = isRecord(request.body) ? request.body : {};
  if (unknownFields === 'refused') {
    const writable = schemasOf(request).body ?? noFields;
    const noun = isRead(request) ? 'parameter' : 'field';
    readFields(request, { writable, record, noun }, (errors, unknown) => readParts(request, errors, unknown));
    return;
  }
  const errors: FieldErrors = {};
  readParts(request, errors);
  if (!isEmpty(errors)) throw invalid(errors);
}

/**
 * Puts the converted and cleaned values into the request. Reads take parameters from the query and from the body of a
 * GET, which takes precedence; writes from the body only.
 */
function readParts(request: FastifyRequest, errors: FieldErrors, unknown?: UnknownFields): void {
  const { body = unknown && noFields, querystring = unknown && noFields, headers } = schemasOf(request);
  const sink = invalidInto(errors);
  const fieldSink = unknown ? { ...sink, unknown: unknown.report } : sink;
  if (isRead(request)) {
    const sent = { ...(request.query as object), ...request.sent };
    if (querystring) request.query = validate(querystring, sent, requestReading, fieldSink);
  } else if (body) request.body = validate(body, request.sent, requestReading, fieldSink);
  if (headers && isEmpty(errors)) validate(headers, request.headers, requestReading, sink);
}

/** Returns the result of `read`, or throws all field errors. Also used by handlers that check fields themselves. */
export function readFields<T>(
  request: FastifyRequest,
  { writable, ...record }: ReadableRecord & { writable: object },
  read: (errors: FieldErrors, unknown: UnknownFields) => T,
): T {
  const unknown = createUnknownFields(record);
  const errors: FieldErrors = {};
  const value = read(errors, unknown);
  const all = { ...unknown.errors(), ...fieldsInQuery(request, writable), ...errors };
  if (!isEmpty(all)) throw invalid(all);
  return value;
}

/** A write takes fields from the body only. `DELETE …/entries?last_id=7` must not delete all entries. */
function fieldsInQuery({ query }: FastifyRequest, { properties = {} }: Schema): FieldErrors {
  const names = Object.keys(properties).filter((name) => Object.hasOwn(query as object, name));
  return Object.fromEntries(names.map((name) => [name, [`\`${name}\` must be in the body, not in the query string.`]]));
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

type RequestSchemas = Partial<Record<'params' | 'querystring' | 'body' | 'headers', Schema>>;

function schemasOf({ routeOptions }: FastifyRequest): RequestSchemas {
  return (routeOptions.schema ?? {}) as RequestSchemas;
}

function isEmpty(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0;
}
