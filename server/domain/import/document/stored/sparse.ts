// What of a value is not as it is by itself. Made alike of what is stored and of what a document says, so that the two
// can be compared, and a document written anew is the one that was read.
import { isDeepStrictEqual } from 'node:util';
import { type TSchema, Type } from 'typebox';
import { parseStored } from '../../../../../contract/page/reading.ts';

/** What `given` says beside the shape's defaults, in the shape's order; undefined where that is nothing. */
export function sparseAs(shape: TSchema, given: unknown): unknown {
  return without(parseStored(shape, given ?? undefined), parseStored(shape, undefined), shape);
}

/** The entries of an object that differ from the defaults, objects in it likewise. */
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

/** Without what is undefined; undefined itself where nothing else is in it. */
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
