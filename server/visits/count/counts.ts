// The counts of one target in one quarter of an hour, by dimension and key, and their text format until they are
// rolled up.
import type { Dimension } from '../../storage/visits/visits.ts';

/** key, visits, uniques, key, visits, uniques, … */
export type CountList = (string | number)[];

export interface Count {
  visits: number;
  uniques: number;
}

/** A Map, because keys are untrusted input. */
export type Counts = Map<Dimension, Map<string, Count>>;

export function addCount(counts: Counts, dimension: Dimension, key: string, visits: number, uniques: number): void {
  addToKey(keysOf(counts, dimension), key, visits, uniques);
}

/** Empty if the dimension is new. */
export function keysOf(counts: Counts, dimension: Dimension): Map<string, Count> {
  let keys = counts.get(dimension);
  if (!keys) {
    keys = new Map();
    counts.set(dimension, keys);
  }
  return keys;
}

export function addToKey(keys: Map<string, Count>, key: string, visits: number, uniques: number): void {
  const count = keys.get(key);
  if (count) {
    count.visits += visits;
    count.uniques += uniques;
  } else keys.set(key, { visits, uniques });
}

/** Adds the counts in the text. */
export function addWritten(counts: Counts, text: string): Counts {
  for (const [dimension, key, visits, uniques] of readCounts(text)) addCount(counts, dimension, key, visits, uniques);
  return counts;
}

export type CountValues = [dimension: Dimension, key: string, visits: number, uniques: number];

export function readCounts(text: string): CountValues[] {
  return JSON.parse(text) as CountValues[];
}
