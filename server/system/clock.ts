// The time of day in microseconds. Date has only milliseconds.
import { performance } from 'node:perf_hooks';
import type { Micros } from '../../contract/time.ts';

export type Clock = () => Micros;

const MAX_DRIFT_MS = 2;

export function createClock(): Clock {
  let origin = performance.timeOrigin;
  return () => {
    const precise = origin + performance.now();
    // The monotonic clock ignores changes to the system clock; the coarse clock follows them.
    const coarse = Date.now();
    if (Math.abs(precise - coarse) <= MAX_DRIFT_MS) return Math.round(precise * 1000);
    origin += coarse - precise;
    return coarse * 1000;
  };
}
