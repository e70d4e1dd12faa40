import { setImmediate } from 'node:timers/promises';

/** A few times the duration of a page view, so that a large page does not slow down others. */
const MAX_TURN_MS = 5;

/** Await the result repeatedly during long work: it yields to the event loop when the turn has been too long. */
export function createPauses(maxTurnMs = MAX_TURN_MS): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTurnMs) return;
    await setImmediate();
    since = performance.now();
  };
}
