import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRateLimiter } from '../../../server/http/auth/rate-limiter.ts';

describe('The rate limiter', () => {
  it('does not evict an active key while very many others send', async () => {
    const limiter = createRateLimiter(() => 60_000_000);
    const eager = 7;
    for (const remaining of [2, 1, 0]) {
      assert.deepEqual(await limiter.count(eager, 3), { remaining, resetSeconds: 60, exceeded: false });
    }
    for (let other = 1000; other < 121_000; other += 1) {
      limiter.count(other, 3);
      if (other % 10_000 === 0) assert.ok((await limiter.count(eager, 3)).exceeded, `after ${other} others`);
    }
    assert.ok((await limiter.count(eager, 3)).exceeded);
    assert.equal((await limiter.count(999_999, 3)).exceeded, false);
  });
});
