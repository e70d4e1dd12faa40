// Counts requests of a key in windows of a minute that begin with its first request.
import { MINUTE, SECOND } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';

export interface Quota {
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

const MOST_KEYS = 50_000;

export function createRateLimiter(limit: number, clock: Clock) {
  const windows = new Map<number, { end: number; used: number }>();

  return {
    count(keyId: number): Quota {
      const now = clock();
      let window = windows.get(keyId);
      if (!window || window.end <= now || window.end > now + MINUTE) {
        if (windows.size >= MOST_KEYS) dropEnded(now);
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

  function dropEnded(now: number): void {
    for (const [keyId, { end }] of windows) if (end <= now) windows.delete(keyId);
    if (windows.size >= MOST_KEYS) windows.clear();
  }
}
