const PATIENCE_MS = 2000;

/** Once the browser has nothing better to do: the screen comes first. */
export function whenIdle(then: () => void): void {
  // Not in Safari.
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: PATIENCE_MS });
  else setTimeout(then, PATIENCE_MS / 2);
}
