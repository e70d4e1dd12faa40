// The text format of settled counts, which is JSON. A row of one dimension is a flat list, which is short and fast to
// parse:
//
//   ["de",120,80,"fr",7,7]
//
// Keys that are numbers are written as numbers, which parse faster. The row that the short dimensions of a period share has such a list for each of them, and null for each dimension that
// has its own row:
//
//   ["total",["",127,87],"country",["de",120,80,"fr",7,7],"referrer",null]
import type { Dimension } from '../../storage/visits/visits.ts';
import type { Count } from './counts.ts';

/** key, visits, uniques, key, visits, uniques, … */
export type CountList = (string | number)[];
/** dimension, list, dimension, list, … */
export type SharedLists = (Dimension | CountList | null)[];

const numeric: ReadonlySet<Dimension> = new Set(['quarter', 'quarter_impression', 'quarter_kind']);

/** Null if the dimension has its own row; undefined if it has no counts. */
export function listOf(shared: SharedLists, dimension: Dimension): CountList | null | undefined {
  const place = shared.indexOf(dimension);
  return place < 0 ? undefined : (shared[place + 1] as CountList | null);
}

/** Whether a shared row may contain a list of the dimension. Faster than parsing it. */
export function mayContain(text: string, dimension: Dimension): boolean {
  return text.includes(`"${dimension}",[`);
}

export function setList(shared: SharedLists, dimension: Dimension, list: CountList | null): void {
  const place = shared.indexOf(dimension);
  if (place < 0) shared.push(dimension, list);
  else shared[place + 1] = list;
}

export function addToList(list: CountList, dimension: Dimension, counts: ReadonlyMap<string, Count>): void {
  const missing = new Map(counts);
  for (let place = 0; place < list.length; place += 3) {
    const key = String(list[place]);
    const count = counts.get(key);
    if (!count) continue;
    list[place + 1] = (list[place + 1] as number) + count.visits;
    list[place + 2] = (list[place + 2] as number) + count.uniques;
    missing.delete(key);
  }
  const isNumeric = numeric.has(dimension);
  for (const [key, { visits, uniques }] of missing) list.push(isNumeric ? Number(key) : key, visits, uniques);
}

/** Removes the longest lists until the text is not longer than the limit. Returns what is removed. */
export function removeLongest(shared: SharedLists, limit: number): [Dimension, string][] {
  const texts = new Map<Dimension, string>();
  for (let place = 0; place < shared.length; place += 2) {
    if (shared[place + 1] !== null) texts.set(shared[place] as Dimension, JSON.stringify(shared[place + 1]));
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
