// Removes values that equal the default. Stored pages and documents are both reduced this way, so that they can be
// compared, and an export equals the document that was imported.
import { isDeepStrictEqual } from 'node:util';
import { type TSchema, Type } from 'typebox';
import { parseStored } from '../../../../../contract/page/reading.ts';

/** The values of `given` that differ from the shape's defaults, in the shape's order; undefined if there are none. */
export function sparseAs(shape: TSchema, given: unknown): unknown {
  return without(parseStored(shape, given ?? undefined), parseStored(shape, undefined), shape);
}

/** The entries of an object that differ from the defaults, recursively. */
export function sparseObject(full: object, defaults: object): Record<string, unknown> | undefined {
  const rest: [string, unknown][] = [];
  for (const [name, usual] of Object.entries(defaults)) {
    const value = (full as Record<string, unknown>)[name];
    const isNested = isPlain(value) && isPlain(usual);
    const kept = isNested ? sparseObject(value, usual) : isDeepStrictEqual(value, usual) ? undefined : value;
    if (kept !== undefined) rest.push([name, kept]);
  }
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/** Removes undefined entries; returns undefined if none are left. */
export function filledIn<T extends object>(entries: T): Partial<T> | undefined {
  const rest = Object.entries(entries).filter(([, value]) => value !== undefined);
  return rest.length === 0 ? undefined : (Object.fromEntries(rest) as Partial<T>);
}

function without(value: unknown, usual: unknown, shape: TSchema): unknown {
  if (isPlain(value) && isPlain(usual) && Type.IsObject(shape)) return sparseObject(value, usual);
  return isDeepStrictEqual(value, usual) ? undefined : value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
