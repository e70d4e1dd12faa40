// During an outage of the store, the account cache serves stale values. Only one request at a time probes the store.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAccountCache } from '../../server/domain/account-cache.ts';
import { createFreshness } from '../../server/storage/changes.ts';

describe('The account cache during an outage of the store', () => {
  const isOutage = (error: unknown) => (error as Error).message === 'away';

  it('serves stale values at once until the store responds again', async () => {
    const freshness = createFreshness();
    const cache = createAccountCache<string, string>({ freshness, mostBytes: 10_000, bytesOf: () => 1 });
    let read = async () => 'before';
    let reads = 0;
    const find = () => {
      const made = () =>
        cache.make('ada', 1, () => {
          reads += 1;
          return read();
        });
      return cache.orLast('ada', made, isOutage);
    };
    assert.equal(await find(), 'before');

    read = () => Promise.reject(new Error('away'));
    freshness.setDisconnected(true);
    assert.equal(await find(), 'before');
    const silence = Promise.withResolvers<string>();
    read = () => silence.promise;
    reads = 0;
    for (let count = 0; count < 3; count += 1) assert.equal(await find(), 'before');
    assert.equal(reads, 1, 'one request at a time probes the store');

    freshness.setDisconnected(false);
    read = async () => 'after';
    silence.resolve('meanwhile');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await find(), 'after');
  });

  it('rethrows other errors, and outages without a cached value', async () => {
    const cache = createAccountCache<string, string>({
      freshness: createFreshness(),
      mostBytes: 10_000,
      bytesOf: () => 1,
    });
    const failing = (message: string) => async () => {
      throw new Error(message);
    };
    await assert.rejects(cache.orLast('ada', failing('away'), isOutage), /away/);
    await cache.make('ada', 1, async () => 'before');
    await assert.rejects(cache.orLast('bo', failing('away'), isOutage), /away/);
    assert.equal(await cache.orLast('ada', async () => 'after', isOutage), 'before');
    await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(cache.orLast('ada', failing('a fault'), isOutage), /a fault/);
  });
});
