// What rows share. It stays the same object while the list changes, so that rows are not rendered again for it.
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { RemovalTarget } from '../../editing/index.ts';
import type { PageActions } from './page-actions.ts';

export interface OpenRow {
  readonly target: RemovalTarget;
  /** The field that takes the focus. By default it stays on the row. */
  readonly part?: 'first' | 'schedule';
}

export interface ListTools {
  readonly actions: PageActions;
  readonly opened: OpenRows;
  openMenu(target: RemovalTarget, opener: HTMLElement): void;
  keyOf(target: RemovalTarget): string;
}

/** Which row is open: one at most. */
export interface OpenRows {
  current(): OpenRow | undefined;
  isOpen(key: string): boolean;
  open(row: OpenRow | undefined): void;
  subscribe(listener: () => void): () => void;
}

export function createOpenRows(keyOf: (target: RemovalTarget) => string): OpenRows {
  let current: OpenRow | undefined;
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    isOpen: (key) => current !== undefined && keyOf(current.target) === key,
    open(row) {
      current = row;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const ListContext = createContext<ListTools | undefined>(undefined);
export const ListProvider = ListContext.Provider;

export function useListTools(): ListTools {
  return useContext(ListContext)!;
}

export function useOpenRow(): OpenRow | undefined {
  const { opened } = useListTools();
  return useSyncExternalStore(opened.subscribe, opened.current);
}

export function useIsOpen(key: string): boolean {
  const { opened } = useListTools();
  return useSyncExternalStore(opened.subscribe, () => opened.isOpen(key));
}
