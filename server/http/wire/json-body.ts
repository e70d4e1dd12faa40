// Parses a JSON body.
import { Refusal } from '../../../contract/errors.ts';

/** More than any body has that is parsed on the event loop: this many take a few milliseconds. */
const MAX_VALUES = 50_000;
/** More than the largest page document has. Small values take many times their bytes in memory. */
export const MAX_DOCUMENT_VALUES = 500_000;

export function parseJson(body: Uint8Array, maxValues = MAX_VALUES): Record<string, unknown> {
  let value: unknown;
  if (body.length > maxValues && hasMoreValues(body, maxValues)) {
    throw new Refusal('too_large', `The body may hold at most ${maxValues} values.`);
  }
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal('malformed', 'The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('malformed', 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/** By an upper bound, if it is JSON: each value starts a list or an object, or follows another. */
function hasMoreValues(body: Uint8Array, max: number): boolean {
  const [quote, backslash, object, list, next] = Buffer.from('"\\{[,');
  let count = 0;
  let isString = false;
  for (let index = 0; index < body.length && count <= max; index += 1) {
    const sign = body[index];
    if (sign === quote) isString = !isString;
    else if (isString) index += sign === backslash ? 1 : 0;
    else if (sign === object || sign === list || sign === next) count += 1;
  }
  return count > max;
}
