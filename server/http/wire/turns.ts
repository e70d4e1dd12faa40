// Requests that need work start one after the other, some in each turn of the event loop. A turn reads everything that has
// arrived. If it also handled all of that, a page that arrives meanwhile would wait for a thousand sign-ins.

/** Of a turn. The rest of it belongs to what needs no work, such as cached pages. */
const WORK_MS = 2;
const MAX_STARTS = 16;

/** Gets the time that it has waited. */
type Start = (waitedMs: number) => void;

export interface Turns {
  wait(start: Start): void;
}

/** All apps of a process share one: they have one event loop. */
export function createTurns(): Turns {
  const waiting: { start: Start; since: number }[] = [];
  let isScheduled = false;
  /** When the first request of this turn started. */
  let began: number | undefined;

  /** A callback for each start: between two of them, Node runs what the first one has left to do. */
  function schedule(): void {
    isScheduled = true;
    began = undefined;
    const starts = Math.min(waiting.length, MAX_STARTS);
    for (let number = 1; number <= starts; number += 1) setImmediate(startNext, number === starts);
  }

  function startNext(isLast: boolean): void {
    const now = performance.now();
    began ??= now;
    if (isLast) isScheduled = false;
    const next = now - began < WORK_MS ? waiting.shift() : undefined;
    if (isLast && waiting.length > 0) schedule();
    next?.start(now - next.since);
  }

  return {
    wait(start) {
      waiting.push({ start, since: performance.now() });
      if (!isScheduled) schedule();
    },
  };
}
