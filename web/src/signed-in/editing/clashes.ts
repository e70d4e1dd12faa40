// Which fields of an edit were changed elsewhere since they were read.
import { type Fields, isObject } from './operations.ts';

export interface Clash {
  /** Such as `content.caption`. */
  readonly path: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** A field clashes if its value is neither what it was nor what it is going to be. */
export function clashesOf({ patch, base }: { patch: Fields; base: Fields }, record: object): readonly Clash[] {
  return leavesOf(patch).flatMap(([path, mine]) => {
    if (!has(record, path)) return [];
    const theirs = valueAt(record, path);
    return isSame(theirs, valueAt(base, path)) || isSame(theirs, mine) ? [] : [{ path: path.join('.'), mine, theirs }];
  });
}

/** The edit without the fields of the clashes; undefined if nothing is left. */
export function without(patch: Fields, clashes: readonly Clash[]): Fields | undefined {
  const paths = new Set(clashes.map(({ path }) => path));
  const rest = leavesOf(patch).filter(([path]) => !paths.has(path.join('.')));
  return rest.length === 0 ? undefined : fieldsOf(rest);
}

type Leaf = readonly [path: readonly string[], value: unknown];

function leavesOf(fields: Fields, above: readonly string[] = []): readonly Leaf[] {
  return Object.entries(fields).flatMap(([name, value]): readonly Leaf[] => {
    const path = [...above, name];
    return isObject(value) && Object.keys(value).length > 0 ? leavesOf(value, path) : [[path, value]];
  });
}

function fieldsOf(leaves: readonly Leaf[]): Fields {
  const fields: Record<string, unknown> = {};
  for (const [path, value] of leaves) {
    let target = fields;
    for (const name of path.slice(0, -1)) {
      target[name] ??= {};
      target = target[name] as Record<string, unknown>;
    }
    target[path.at(-1)!] = value;
  }
  return fields;
}

function valueAt(record: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isObject(value) ? value[name] : undefined), record);
}

/** Settings that were never set are missing from a record, or null as a whole. Then there is nothing to clash with. */
function has(record: unknown, path: readonly string[]): boolean {
  return valueAt(record, path) !== undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(chosen(one)) === JSON.stringify(chosen(other));
}

/** Where there is no picture, the service answers with the address of one that it draws. */
const drawn = /\/pictures\/(?:avatar|share|thumbnail)\//;

function chosen(value: unknown): unknown {
  return typeof value === 'string' && drawn.test(value) ? null : (value ?? null);
}
