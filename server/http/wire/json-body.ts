// Parses a JSON body.
import { ApiError } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/validation/schema.ts';

export function parseJson(body: Uint8Array): Record<string, unknown> {
  return objectIn(valueIn(body));
}

/** The parameters of a read. PHP clients send `[]` if there are none. */
export function parseParameters(body: Uint8Array): Record<string, unknown> | undefined {
  const value = valueIn(body);
  const isNone = value === null || (Array.isArray(value) && value.length === 0);
  return isNone ? undefined : objectIn(value);
}

export function isBlank(body: Uint8Array): boolean {
  return body.every((byte) => whiteSpace.has(byte));
}

/** Space, tab, line feed and carriage return, as in JSON. */
const whiteSpace = new Set([0x20, 0x09, 0x0a, 0x0d]);

function valueIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ApiError('malformed', 'The body is not valid JSON.');
  }
}

function objectIn(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new ApiError('malformed', 'The body must be a JSON object.');
  return value;
}
