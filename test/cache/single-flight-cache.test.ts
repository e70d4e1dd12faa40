// The cache under all others. Only it decides what is evicted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSingleFlightCache } from '../../server/cache/single-flight-cache.ts';

const KIB = 1024;

describe('A cache that is full', () => {
  /** Holds about sixty entries of a kilobyte. */
  const fullCache = () => createSingleFlightCache<number, string>({ maxBytes: 100 * KIB, bytesOf: () => KIB });
  const fill = async (cache: ReturnType<typeof fullCache>, keys: number, each: () => unknown = () => {}) => {
    for (let key = 1; key <= keys; key += 1) {
      await cache.make(key, undefined, async () => `value ${key}`);
      each();
    }
  };

  it('evicts what is not used', async () => {
    const cache = fullCache();
    await fill(cache, 200);
    assert.equal(cache.get(1), undefined);
    assert.equal(cache.get(200), 'value 200');
    assert.ok(cache.figures().bytes <= 100 * KIB);
  });

  it('keeps what is used often', async () => {
    const cache = fullCache();
    await fill(cache, 200, () => assert.equal(cache.get(1), 'value 1'));
    assert.equal(cache.get(2), undefined);
  });
});
