// Counts requests of a key in windows of a minute that begin with its first request.
import { LRUCache } from 'lru-cache';
import { MINUTE, SECOND } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';

export interface Quota {
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

/** Past these, the key that was used longest ago is forgotten. */
const MAX_KEYS = 50_000;

export function createRateLimiter(limit: number, clock: Clock) {
  const windows = new LRUCache<number, { end: number; used: number }>({ max: MAX_KEYS });

  return {
    count(keyId: number): Quota {
      const now = clock();
      let window = windows.get(keyId);
      if (!window || window.end <= now || window.end > now + MINUTE) {
        window = { end: now + MINUTE, used: 0 };
        windows.set(keyId, window);
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
