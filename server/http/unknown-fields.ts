// A write refuses fields that it does not have: to ignore them would be to report a success that is none.
import type { FastifyRequest, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { type FieldErrors, invalid } from '../../contract/errors.ts';
import { type ExpectedFields, unknownFields } from '../../contract/unknown-fields.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The record that a write is about, as a GET returns it: its fields may be sent whether or not they can be written. */
    record?: TSchema;
    /** The API reference has its own writes ignore them; a handler checks them where the fields depend on what is stored. */
    unknownFields?: 'ignored' | 'checked by handler';
  }
  interface FastifyRequest {
    /** The body of a write with all of its fields, known or not. */
    sent: unknown;
  }
}

const noFields = { properties: {} };

/** After validation, so that an id that is not found comes first, and is told with what is wrong with other values. */
export async function refuseUnknownFields(request: FastifyRequest): Promise<void> {
  const errors = unknownFieldsOf(request);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

export function unknownFieldsOf(request: FastifyRequest): FieldErrors {
  const { config, schema } = request.routeOptions;
  if (!config.writes || config.unknownFields !== undefined) return {};
  const writable = ((schema as FastifySchema | undefined)?.body ?? noFields) as { properties: object };
  return { ...unknownFields(request.sent, { writable, record: config.record }), ...fieldsInQuery(request, writable) };
}

/** A write takes its fields from the body alone. `DELETE …/entries?last_id=7` is not to delete all there is. */
function fieldsInQuery({ query }: FastifyRequest, { properties }: { properties?: object }): FieldErrors {
  const names = Object.keys(properties ?? {}).filter((name) => Object.hasOwn(query as object, name));
  return Object.fromEntries(
    names.map((name) => [name, [`\`${name}\` has to be in the body, not in the query string.`]]),
  );
}

/** For handlers that check fields themselves: what `read` makes of them, unless there is an error in any. */
export function readFields<T>(
  request: FastifyRequest,
  expected: Omit<ExpectedFields, 'stored'> & { stored?: () => unknown },
  read: (errors: FieldErrors) => T,
): T {
  const { stored, ...fields } = expected;
  let unknown = unknownFields(request.sent, fields);
  if (stored && Object.keys(unknown).length > 0) unknown = unknownFields(request.sent, { ...fields, stored: stored() });
  const errors: FieldErrors = {};
  const value = read(errors);
  const all = { ...unknown, ...fieldsInQuery(request, fields.writable), ...errors };
  if (Object.keys(all).length > 0) throw invalid(all);
  return value;
}
