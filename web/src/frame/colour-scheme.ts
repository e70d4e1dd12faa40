// Light or dark: as the system is, unless the person chose otherwise in this browser.
import { useSyncExternalStore } from 'react';

export type SchemeChoice = 'system' | 'light' | 'dark';

const KEY = 'fingerpost.scheme';
const listeners = new Set<() => void>();
let chosen: SchemeChoice = read();

export function applyScheme(): void {
  const root = document.documentElement;
  if (chosen === 'system') delete root.dataset.scheme;
  else root.dataset.scheme = chosen;
}

export function chooseScheme(choice: SchemeChoice): void {
  chosen = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // A browser that stores nothing keeps the choice until the page is left.
  }
  applyScheme();
  for (const listener of listeners) listener();
}

export function useScheme(): SchemeChoice {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
}

function read(): SchemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
