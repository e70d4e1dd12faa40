// The counts of one target in one quarter of an hour while an aggregation adds to them. Most targets have few visits in
// an aggregation: searching a short list is faster than making a map for each dimension, and leaves less garbage.
import type { Dimension } from '../../storage/visits/visits.ts';
import { type CountValues, readCounts } from './counts.ts';
import { innerMap } from './nested-maps.ts';

/** A visit has about ten dimensions. */
const MAX_SEARCHED = 32;

export class CountList {
  readonly #counts: CountValues[] = [];
  /** Of a long list. A Map, because keys are untrusted input. */
  #index: Map<Dimension, Map<string, CountValues>> | undefined;

  add(dimension: Dimension, key: string, visits: number, uniques: number): void {
    const count = this.#find(dimension, key);
    if (count) {
      count[2] += visits;
      count[3] += uniques;
    } else this.#append([dimension, key, visits, uniques]);
  }

  /** Adds the counts in the text. */
  addWritten(text: string): void {
    for (const [dimension, key, visits, uniques] of readCounts(text)) this.add(dimension, key, visits, uniques);
  }

  written(): string {
    return JSON.stringify(this.#counts);
  }

  #find(dimension: Dimension, key: string): CountValues | undefined {
    if (this.#index) return this.#index.get(dimension)?.get(key);
    for (const count of this.#counts) if (count[1] === key && count[0] === dimension) return count;
    return undefined;
  }

  #append(count: CountValues): void {
    this.#counts.push(count);
    if (this.#index) innerMap(this.#index, count[0]).set(count[1], count);
    else if (this.#counts.length > MAX_SEARCHED) {
      this.#index = new Map();
      for (const each of this.#counts) innerMap(this.#index, each[0]).set(each[1], each);
    }
  }
}
