// JSON that somebody else wrote: whatever is asked for may be missing or be something else, and that is no error.
import { invalid } from '../../../../contract/errors.ts';

/** Of values: thousands of links have a tenth of it. */
const MAX_VALUES = 1_000_000;
const [OBJECT, LIST, NEXT] = [0x7b, 0x5b, 0x2c];

/** Undefined where it is none. */
export function parseForeign(text: string): unknown {
  if (valuesIn(text) > MAX_VALUES) {
    throw invalid({ text: [`It holds more than ${MAX_VALUES} values, which is no page of links.`] });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** At most so many; those that would take hundreds of times their own room when they are read are counted beforehand. */
function valuesIn(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (sign === OBJECT || sign === LIST || sign === NEXT) count += 1;
  }
  return count;
}

/** What stands at a path of names; only what the file itself says, nothing that every object has. */
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

/** A whole number, also one that is written as text, as databases give them. */
export function numberAt(value: unknown, ...path: string[]): number | undefined {
  const found = at(value, ...path);
  const number = typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : found;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** In the order of their positions; those that say none keep their place among each other, at the end. */
export function inOrder(entries: unknown[], position: string): unknown[] {
  const placeOf = (entry: unknown) => numberAt(entry, position) ?? Number.MAX_SAFE_INTEGER;
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other));
}
