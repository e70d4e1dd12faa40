// What is kept of a page while the store is away: it is told, and only the first who asks waits to learn that it is away.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAccountCache } from '../../server/domain/account-cache.ts';
import { createFreshness } from '../../server/storage/changes.ts';

describe('what is kept while the store is away', () => {
  const isAway = (error: unknown) => (error as Error).message === 'away';

  it('is told at once, though the store is silent, until it answers again', async () => {
    const freshness = createFreshness();
    const kept = createAccountCache<string, string>({ freshness, mostBytes: 10_000, bytesOf: () => 1 });
    let read = async () => 'before';
    let asked = 0;
    const find = () => {
      const made = () =>
        kept.make('ada', 1, () => {
          asked += 1;
          return read();
        });
      return kept.orLast('ada', made, isAway);
    };
    assert.equal(await find(), 'before');

    read = () => Promise.reject(new Error('away'));
    freshness.setDisconnected(true);
    assert.equal(await find(), 'before');
    const silence = Promise.withResolvers<string>();
    read = () => silence.promise;
    asked = 0;
    for (let count = 0; count < 3; count += 1) assert.equal(await find(), 'before');
    assert.equal(asked, 1, 'one at a time tries whether it is back');

    freshness.setDisconnected(false);
    read = async () => 'after';
    silence.resolve('meanwhile');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await find(), 'after');
  });

  it('is not told where anything else is wrong, or where nothing is kept', async () => {
    const kept = createAccountCache<string, string>({
      freshness: createFreshness(),
      mostBytes: 10_000,
      bytesOf: () => 1,
    });
    const failing = (message: string) => async () => {
      throw new Error(message);
    };
    await assert.rejects(kept.orLast('ada', failing('away'), isAway), /away/);
    await kept.make('ada', 1, async () => 'before');
    await assert.rejects(kept.orLast('bo', failing('away'), isAway), /away/);
    assert.equal(await kept.orLast('ada', async () => 'after', isAway), 'before');
    await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(kept.orLast('ada', failing('a fault'), isAway), /a fault/);
  });
});
