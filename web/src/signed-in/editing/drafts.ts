// Text that was typed but not committed yet. It is stored in the browser, so that neither a reload nor a lost connection
// loses it, and it is shown in the preview.
import { useSyncExternalStore } from 'react';
import type { EditTarget, Fields } from './operations.ts';

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
  subscribe(listener: () => void): () => void;
}

const STORE_AFTER_MS = 300;

export function createDrafts(owner: string): Drafts {
  const name = `fingerpost.drafts.${owner}`;
  const drafts = new Map<string, Draft>(stored(name));
  const listeners = new Set<() => void>();
  let all: readonly Draft[] = [...drafts.values()];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function store(): void {
    try {
      if (drafts.size === 0) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify([...drafts]));
    } catch {
      // Full or forbidden: the text is still on the screen.
    }
  }

  return {
    all: () => all,
    find: (target, path) => drafts.get(keyOf(target, path)),
    set(target, path, draft) {
      const key = keyOf(target, path);
      if (draft) drafts.set(key, { target, ...draft });
      else if (!drafts.delete(key)) return;
      all = [...drafts.values()];
      clearTimeout(timer);
      timer = setTimeout(store, STORE_AFTER_MS);
      for (const listener of listeners) listener();
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

const keyOf = (target: EditTarget, path: string) => `${JSON.stringify(target)} ${path}`;

function stored(name: string): [string, Draft][] {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '[]') as [string, Draft][];
  } catch {
    return [];
  }
}
