// Reads untrusted JSON: any value may be missing or have another type, which is not an error.
import { invalid } from '../../../../contract/errors.ts';

/** Thousands of links have a tenth of it. */
const MAX_VALUES = 1_000_000;
const [OBJECT, LIST, NEXT] = [0x7b, 0x5b, 0x2c];

/** Undefined if it is not JSON. */
export function parseForeign(text: string): unknown {
  if (valuesIn(text) > MAX_VALUES) {
    throw invalid({ text: [`It has more than ${MAX_VALUES} values, which is too many for a page of links.`] });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An upper bound, counted before parsing: parsed values can take hundreds of times the memory of their text. */
function valuesIn(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (sign === OBJECT || sign === LIST || sign === NEXT) count += 1;
  }
  return count;
}

/** The value at a path of own properties; inherited ones are ignored. */
export function at(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

export function textAt(value: unknown, ...path: string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** A whole number, also as a string, as database exports have it. */
export function numberAt(value: unknown, ...path: string[]): number | undefined {
  const found = at(value, ...path);
  const number = typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : found;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Sorted by position. Entries without one come last, in their order. */
export function inOrder(entries: unknown[], position: string): unknown[] {
  const positionOf = (entry: unknown) => numberAt(entry, position) ?? Number.MAX_SAFE_INTEGER;
  return entries.toSorted((one, other) => positionOf(one) - positionOf(other));
}
