import { lazy, Suspense } from 'react';

const PATIENCE_MS = 2000;

/** Once the browser has nothing better to do: the screen comes first. If it cannot be loaded, the screen does without. */
const LiveCount = lazy(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve));
  try {
    return { default: (await import('../stats/live/live-count.tsx')).LiveCount };
  } catch {
    return { default: () => null };
  }
});

function whenIdle(then: () => void): void {
  // Not in Safari.
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: PATIENCE_MS });
  else setTimeout(then, PATIENCE_MS / 2);
}

/** How many people are on the page now. */
export function HeaderLiveCount({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <Suspense fallback={null}>
      <LiveCount isSmall={isSmall} />
    </Suspense>
  );
}
