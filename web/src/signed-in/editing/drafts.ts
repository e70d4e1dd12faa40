// Text that was typed but not committed yet. It is stored in the browser, so that neither a reload nor a lost connection
// loses it, and it is shown in the preview.
import { useSyncExternalStore } from 'react';
import type { EditTarget, Fields } from './operations.ts';
import type { TabStorage } from './tab-storage.ts';

export interface Draft {
  readonly target: EditTarget;
  /** As it was typed. */
  readonly text: string;
  /** As in an edit: one field, in the objects around it. */
  readonly patch: Fields;
  readonly base: Fields;
}

export interface Drafts {
  all(): readonly Draft[];
  find(target: EditTarget, path: string): Draft | undefined;
  set(target: EditTarget, path: string, draft: Omit<Draft, 'target'> | undefined): void;
  /** A new record got its real id: drafts of it are found by both. */
  setIds(ids: ReadonlyMap<number, number>): void;
  subscribe(listener: () => void): () => void;
}

const STORE_AFTER_MS = 300;

export function createDrafts(storage: TabStorage<[string, Draft]>): Drafts {
  const drafts = new Map<string, Draft>(storage.read());
  const ids = new Map<number, number>();
  const listeners = new Set<() => void>();
  let all: readonly Draft[] = [...drafts.values()];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const realTarget = (target: EditTarget): EditTarget =>
    JSON.parse(JSON.stringify(target), (_, value) => (typeof value === 'number' ? (ids.get(value) ?? value) : value));
  const keyOf = (target: EditTarget, path: string) => `${JSON.stringify(realTarget(target))} ${path}`;

  function changed(): void {
    all = [...drafts.values()];
    clearTimeout(timer);
    timer = setTimeout(() => storage.write([...drafts]), STORE_AFTER_MS);
    for (const listener of listeners) listener();
  }

  return {
    all: () => all,
    find: (target, path) => drafts.get(keyOf(target, path)),
    set(target, path, draft) {
      const key = keyOf(target, path);
      if (draft) drafts.set(key, { target: realTarget(target), ...draft });
      else if (!drafts.delete(key)) return;
      changed();
    },
    setIds(given) {
      const before = [...drafts];
      for (const [id, real] of given) ids.set(id, real);
      drafts.clear();
      for (const [key, draft] of before) {
        const path = key.slice(key.lastIndexOf(' ') + 1);
        drafts.set(keyOf(draft.target, path), { ...draft, target: realTarget(draft.target) });
      }
      if (before.length > 0) changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useDrafts(drafts: Drafts): readonly Draft[] {
  return useSyncExternalStore(drafts.subscribe, drafts.all);
}
