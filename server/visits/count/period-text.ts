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

/**
 * Reads the list of a dimension whose keys are numbers, without building it: a year of them is a hundred thousand numbers.
 * The text is a shared row, or a row of its own.
 */
export function eachNumeric(
  text: string,
  { dimension, isShared }: { dimension: Dimension; isShared: boolean },
  each: (key: number, visits: number, uniques: number) => void,
): void {
  const name = isShared ? `"${dimension}",` : '';
  const found = text.indexOf(`${name}[`);
  if (found < 0) return;
  let [key, visits, value, column] = [0, 0, 0, 0];
  for (let at = found + name.length + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      value = value * 10 + code - ZERO;
    } else if (code === COMMA || code === END) {
      if (column === 0) key = value;
      else if (column === 1) visits = value;
      else each(key, visits, value);
      if (code === END) return;
      [value, column] = [0, (column + 1) % 3];
    }
  }
}

const [ZERO, NINE, COMMA, END] = Array.from('09,]', (character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

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
