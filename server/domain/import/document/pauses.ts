import { setImmediate } from 'node:timers/promises';

/** A few times what a page view takes: nobody should notice that somebody else's page is large. */
const MAX_TURN_MS = 5;

/** To be awaited again and again during work that may take long: everybody else is served in between. */
export function createPauses(maxTurnMs = MAX_TURN_MS): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTurnMs) return;
    await setImmediate();
    since = performance.now();
  };
}
