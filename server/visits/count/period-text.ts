// The text format of rolled-up counts, which is JSON. A row of one dimension is a flat list, which is short and fast to
// parse:
//
//   ["de",120,80,"fr",7,7]
//
// Counts by quarter of a day have numbers as keys. They are packed into a string if that is shorter
// (`packed-quarters.ts`). The row that the short dimensions of a period share has such a list for each of them, and
// null for each dimension that has its own row:
//
//   ["total",["",127,87],"country",["de",120,80,"fr",7,7],"referrer",null]
import type { Dimension } from '../../storage/visits/visits.ts';
import type { Count, CountList } from './counts.ts';
import { addPacked, packQuarters, type SumsByQuarter, unpackQuarters } from './packed-quarters.ts';

/** As it is stored: packed if it is a string. */
export type StoredList = CountList | string;
/** dimension, list, dimension, list, … */
export type SharedLists = (Dimension | StoredList | null)[];

const byQuarter: ReadonlySet<Dimension> = new Set(['quarter', 'quarter_impression', 'quarter_kind']);

/** Null if the dimension has its own row; undefined if it has no counts. */
export function storedList(shared: SharedLists, dimension: Dimension): StoredList | null | undefined {
  const position = shared.indexOf(dimension);
  return position < 0 ? undefined : (shared[position + 1] as StoredList | null);
}

/** The list of a shared row, if it has one. */
export function listOf(shared: SharedLists, dimension: Dimension): CountList | undefined {
  const stored = storedList(shared, dimension);
  return stored ? unpacked(stored) : undefined;
}

export function unpacked(stored: StoredList): CountList {
  return typeof stored === 'string' ? unpackQuarters(stored) : stored;
}

/** The shorter of both forms. */
function shortest(list: CountList, dimension: Dimension): StoredList {
  if (!byQuarter.has(dimension)) return list;
  const packed = packQuarters(list);
  return packed.length < JSON.stringify(list).length ? packed : list;
}

/** Whether a shared row may contain a list of the dimension. Faster than parsing it. */
export function mayContain(text: string, dimension: Dimension): boolean {
  return text.includes(`"${dimension}",[`);
}

/**
 * Adds the counts by quarter of a day to sums, without building a list: a year has a hundred thousand numbers. The text
 * is a shared row, or a row of its own.
 */
export function addQuarters(
  text: string,
  { dimension, isShared }: { dimension: Dimension; isShared: boolean },
  to: SumsByQuarter,
): void {
  const start = isShared ? startOf(text, dimension) : 0;
  const code = text.charCodeAt(start);
  if (code === QUOTE) addPacked(text, start + 1, to);
  else if (code === BEGIN) addListed(text, start + 1, to);
}

/** Where the list of a dimension starts in a shared row; after the end if it has none. */
function startOf(text: string, dimension: Dimension): number {
  const name = `"${dimension}",`;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const start = at + name.length;
    const code = text.charCodeAt(start);
    // A key of another dimension can have the same name. A number follows it.
    if (code < ZERO || code > NINE) return start;
  }
  return text.length;
}

function addListed(text: string, start: number, { sums, visits, uniques, indexes }: SumsByQuarter): void {
  let [index, value, column] = [0, 0, 0];
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      value = value * 10 + code - ZERO;
    } else if (code === COMMA || code === END) {
      if (column === 0) index = indexes[value]!;
      else if (column === 1) sums[visits + index]! += value;
      else if (uniques !== undefined) sums[uniques + index]! += value;
      if (code === END) return;
      [value, column] = [0, (column + 1) % 3];
    }
  }
}

const [ZERO, NINE, COMMA, QUOTE, BEGIN, END] = Array.from('09,"[]', (character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

export function setList(shared: SharedLists, dimension: Dimension, list: StoredList | null): void {
  const position = shared.indexOf(dimension);
  if (position < 0) shared.push(dimension, list);
  else shared[position + 1] = list;
}

/** The list with more counts, as it is stored. */
export function withCounts(stored: StoredList, dimension: Dimension, counts: ReadonlyMap<string, Count>): StoredList {
  const list = unpacked(stored);
  const missing = new Map(counts);
  for (let position = 0; position < list.length; position += 3) {
    const key = String(list[position]);
    const count = counts.get(key);
    if (!count) continue;
    list[position + 1] = (list[position + 1] as number) + count.visits;
    list[position + 2] = (list[position + 2] as number) + count.uniques;
    missing.delete(key);
  }
  const isNumeric = byQuarter.has(dimension);
  for (const [key, { visits, uniques }] of missing) list.push(isNumeric ? Number(key) : key, visits, uniques);
  return shortest(list, dimension);
}

/** Removes the longest lists until the text is not longer than the limit. Returns what is removed. */
export function removeLongest(shared: SharedLists, limit: number): [Dimension, string][] {
  const texts = new Map<Dimension, string>();
  for (let position = 0; position < shared.length; position += 2) {
    if (shared[position + 1] !== null) texts.set(shared[position] as Dimension, JSON.stringify(shared[position + 1]));
  }
  let { length } = JSON.stringify(shared);
  return [...texts]
    .sort(([, a], [, b]) => b.length - a.length)
    .filter(([dimension, text]) => {
      if (length <= limit) return false;
      setList(shared, dimension, null);
      length -= text.length - 'null'.length;
      return true;
    });
}
