// Parses a JSON body.
import { Refusal } from '../../../contract/errors.ts';

/** More than the largest page document has. Small values take many times their bytes in memory. */
const MAX_VALUES = 500_000;

export function parseJson(body: Uint8Array): Record<string, unknown> {
  let value: unknown;
  if (body.length > MAX_VALUES && valuesIn(body) > MAX_VALUES) {
    throw new Refusal('too_large', `The body may hold at most ${MAX_VALUES} values.`);
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

/** An upper bound, if it is JSON: each value starts a list or an object, or follows another. */
function valuesIn(body: Uint8Array): number {
  const [quote, backslash, object, list, next] = Buffer.from('"\\{[,');
  let count = 0;
  let isString = false;
  for (let index = 0; index < body.length; index += 1) {
    const sign = body[index];
    if (sign === quote) isString = !isString;
    else if (isString) index += sign === backslash ? 1 : 0;
    else if (sign === object || sign === list || sign === next) count += 1;
  }
  return count;
}
