// The time of day in microseconds, which Date alone does not give.
import { performance } from 'node:perf_hooks';
import type { Micros } from '../contract/time.ts';

export type Clock = () => Micros;

const MAX_DRIFT_MS = 2;

export function createClock(): Clock {
  let origin = performance.timeOrigin;
  return () => {
    const precise = origin + performance.now();
    // The monotonic clock does not follow when the system's clock is set; the coarse one does.
    const coarse = Date.now();
    if (Math.abs(precise - coarse) <= MAX_DRIFT_MS) return Math.round(precise * 1000);
    origin += coarse - precise;
    return coarse * 1000;
  };
}
