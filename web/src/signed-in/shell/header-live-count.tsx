import { lazy, Suspense } from 'react';
import { whenIdle } from '../../frame/idle.ts';

/** After the screen. If it cannot be loaded, the screen does without. */
const LiveCount = lazy(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve));
  try {
    return { default: (await import('../stats/live/live-count.tsx')).LiveCount };
  } catch {
    return { default: () => null };
  }
});

/** How many people are on the page now. */
export function HeaderLiveCount({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <Suspense fallback={null}>
      <LiveCount isSmall={isSmall} />
    </Suspense>
  );
}
