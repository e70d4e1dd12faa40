import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Dimension } from '../../server/storage/visits/visits.ts';
import { CountList } from '../../server/visits/count/count-list.ts';
import { readCounts } from '../../server/visits/count/counts.ts';

const dimensions: Dimension[] = ['country', 'referrer', 'utm_source'];

/** Visits with this many different keys in each dimension. */
function countsOf(keys: number) {
  return Array.from({ length: 40 * keys }, (_, number) => {
    const key = number % keys;
    return [dimensions[number % 3]!, key === 0 ? '__proto__' : `key ${key}`, 1 + (number % 5), number % 2] as const;
  });
}

describe('the counts of an aggregation', () => {
  for (const keys of [1, 4, 11, 50]) {
    test(`are the sums of all visits, with ${keys} keys in each dimension`, () => {
      const [list, stored] = [new CountList(), new CountList()];
      const sums: Record<string, [number, number]> = {};
      for (const [number, count] of countsOf(keys).entries()) {
        const [dimension, key, visits, uniques] = count;
        (number % 3 === 0 ? stored : list).add(dimension, key, visits, uniques);
        const [visitsBefore, uniquesBefore] = sums[`${dimension} ${key}`] ?? [0, 0];
        sums[`${dimension} ${key}`] = [visitsBefore + visits, uniquesBefore + uniques];
      }
      list.addWritten(stored.written());
      const counts = readCounts(list.written());
      const found = counts.map(([dimension, key, visits, uniques]) => [`${dimension} ${key}`, [visits, uniques]]);
      assert.equal(counts.length, Object.keys(sums).length);
      assert.deepEqual(Object.fromEntries(found), sums);
    });
  }
});
