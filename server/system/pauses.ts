// Long work on the event loop yields to requests.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** About the duration of a page view, so that a large page does not slow down others. */
const MAX_TURN_MS = 2;

/**
 * Yields for two turns of the event loop. A page view needs both: its request arrives in the first, and its visit is
 * committed at the end of it (group commit). With one turn, the view would wait for the long work twice.
 */
export async function yieldToRequests(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Await the result repeatedly during long work: it yields to requests when the turn has been too long. */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_TURN_MS) return;
    await yieldToRequests();
    since = performance.now();
  };
}
