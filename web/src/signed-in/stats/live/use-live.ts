import { useSyncExternalStore } from 'react';
import { currentLive, listenToLive } from './live-feed.ts';
import type { LiveState } from './live-state.ts';

/** Undefined until it is known. All that use it share one stream. */
export function useLive(): LiveState | undefined {
  return useSyncExternalStore(listenToLive, currentLive);
}
