// Rate limit per id, in windows of one minute that start with the first request.
import { MINUTE, SECOND } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import type { Clock } from '../../clock.ts';

export interface Quota {
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

const MAX_WINDOWS = 50_000;

export function createRateLimiter(clock: Clock) {
  // If it is full, the least recently used window is evicted, so a client that keeps sending stays limited.
  const windows = createLru<number, { end: number; used: number }>(MAX_WINDOWS);

  return {
    count(id: number, limit: number): Quota {
      const now = clock();
      let window = windows.get(id);
      if (!window || window.end <= now || window.end > now + MINUTE) {
        window = { end: now + MINUTE, used: 0 };
        windows.set(id, window);
      }
      window.used += 1;
      return {
        remaining: Math.max(0, limit - window.used),
        resetSeconds: Math.ceil((window.end - now) / SECOND),
        exceeded: window.used > limit,
      };
    },
  };
}
