// Limits how often a recurring failure is logged: one line per failed request would hide everything else in the log.

const INTERVAL_MS = 5000;

/**
 * Wraps `log` so that it runs at most once every five seconds. `count` is the number of calls since the last line, this
 * one included.
 */
export function throttleLog<Details extends unknown[]>(
  log: (count: number, ...details: Details) => void,
  now: () => number = () => performance.now(),
): (...details: Details) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (...details) => {
    count += 1;
    if (now() - loggedAt < INTERVAL_MS) return;
    loggedAt = now();
    log(count, ...details);
    count = 0;
  };
}
