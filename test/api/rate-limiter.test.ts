import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRateLimiter } from '../../server/http/plugins/rate-limiter.ts';

describe('The rate limiter', () => {
  it('still knows who goes on sending while very many others send', () => {
    const limiter = createRateLimiter(3, () => 60_000_000);
    const eager = 7;
    for (const remaining of [2, 1, 0]) {
      assert.deepEqual(limiter.count(eager), { remaining, resetSeconds: 60, exceeded: false });
    }
    for (let other = 1000; other < 121_000; other += 1) {
      limiter.count(other);
      if (other % 10_000 === 0) assert.ok(limiter.count(eager).exceeded, `after ${other} others`);
    }
    assert.ok(limiter.count(eager).exceeded);
    assert.equal(limiter.count(999_999).exceeded, false);
  });
});
