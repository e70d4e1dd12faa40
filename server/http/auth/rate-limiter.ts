// Rate limit per id, in windows of one minute that start with the first request. A process that serves alone counts in
// memory. Several processes count together in the store, exactly: a request waits for its number there, together with
// all others of the moment. While the store does not answer, each process counts on from what it knows.
import { MINUTE, type Micros, SECOND } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import { addToWindows, type CountedWindow, readWindows } from '../../storage/shared-limits.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';

export interface Quota {
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** How processes count together. */
export interface SharedLimit {
  store: Store;
  sharedCounters: SharedCounters;
  /** Of the limit, the same in all processes. */
  name: string;
}

interface Window {
  end: Micros;
  used: number;
  /** How many of them the store does not have. */
  unsent: number;
}

interface Waiting {
  window: Window;
  /** One for each request. */
  resolve: ((used: number) => void)[];
}

const MAX_WINDOWS = 50_000;
const WINDOWS_AT_ONCE = 1000;

export function createRateLimiter(clock: Clock, shared?: SharedLimit) {
  // If it is full, the least recently used window is evicted, so a client that keeps sending stays limited.
  const windows = createLru<number, Window>(MAX_WINDOWS);
  let waiting = new Map<number, Waiting>();
  let isSending = false;
  let hasUnsent = false;

  function windowOf(id: number): Window {
    const now = clock();
    const known = windows.get(id);
    if (known && known.end > now && known.end <= now + MINUTE) return known;
    const fresh = { end: now + MINUTE, used: 0, unsent: 0 };
    windows.set(id, fresh);
    return fresh;
  }

  function countHere(window: Window): number {
    window.used += 1;
    window.unsent += 1;
    hasUnsent = true;
    return window.used;
  }

  /** Counts what was sent to the store without an answer. */
  function countOn(window: Window): number {
    window.used += 1;
    return window.used;
  }

  function quota(window: Window, used: number, limit: number): Quota {
    return {
      remaining: Math.max(0, limit - used),
      resetSeconds: Math.ceil((window.end - clock()) / SECOND),
      exceeded: used > limit,
    };
  }

  function countThere(id: number, window: Window): Promise<number> {
    return new Promise((resolve) => {
      const entry = waiting.get(id);
      if (entry) entry.resolve.push(resolve);
      else waiting.set(id, { window, resolve: [resolve] });
      if (!isSending) sendWaiting().catch(() => {});
    });
  }

  /** One statement at a time: requests that arrive meanwhile are in the next one. */
  async function sendWaiting(): Promise<void> {
    isSending = true;
    // Requests of the same event-loop turn are in one statement.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      const sent = await add([...batch].map(([id, { window, resolve }]) => ({ id, window, more: resolve.length })));
      for (const [id, { window, resolve }] of batch) {
        const used = sent?.get(id);
        for (const [index, each] of resolve.entries()) {
          each(used === undefined ? countOn(window) : used - resolve.length + index + 1);
        }
      }
    }
    isSending = false;
  }

  /** Adds what is unsent, and more. Returns how much is used in each window; undefined if the store does not answer. */
  async function add(
    entries: readonly { id: number; window: Window; more: number }[],
  ): Promise<Map<number, number> | undefined> {
    const { store, sharedCounters, name } = shared!;
    const now = clock();
    const added = entries.map(({ id, window, more }): CountedWindow => {
      return { id, used: window.unsent + more, lasts: Math.min(Math.max(1, window.end - now), MINUTE) };
    });
    for (const { window } of entries) window.unsent = 0;
    const writing = store.enqueue((executor) => addToWindows(executor, store.dialect, name, added));
    writing.catch(() => {
      for (const [index, { window }] of entries.entries()) window.unsent += added[index]!.used;
      hasUnsent = true;
    });
    const found = await sharedCounters.attempt(writing).catch(() => undefined);
    if (!found) return undefined;
    const windowsById = new Map(entries.map(({ id, window }) => [id, window]));
    for (const { id, used, lasts } of found) {
      Object.assign(windowsById.get(id)!, { used, end: clock() + Math.min(lasts, MINUTE) });
    }
    return new Map(found.map(({ id, used }) => [id, used]));
  }

  async function share(): Promise<void> {
    if (!hasUnsent) return;
    hasUnsent = false;
    const now = clock();
    const unsent = [...windows.entries()]
      .filter(([, { unsent, end }]) => unsent > 0 && end > now)
      .map(([id, window]) => ({ id, window, more: 0 }));
    for (let start = 0; start < unsent.length; start += WINDOWS_AT_ONCE) {
      await add(unsent.slice(start, start + WINDOWS_AT_ONCE));
    }
  }

  async function resume(): Promise<void> {
    const { store, name } = shared!;
    for (const { id, used, lasts } of await readWindows(store.read, store.dialect, name)) {
      const unsent = windows.get(id)?.unsent ?? 0;
      windows.set(id, { end: clock() + Math.min(lasts, MINUTE), used: used + unsent, unsent });
    }
  }

  shared?.sharedCounters.add({ share, resume });
  return {
    /** At once if this process counts alone. */
    count(id: number, limit: number): Quota | Promise<Quota> {
      const window = windowOf(id);
      if (!shared?.sharedCounters.isShared()) return quota(window, countHere(window), limit);
      return countThere(id, window).then((used) => quota(window, used, limit));
    },
  };
}
