// Operations that are not saved yet, stored in the browser: they survive a reload, and are sent afterwards.
import type { Operation } from './operations.ts';

export interface PendingStorage {
  read(): readonly Operation[];
  write(operations: readonly Operation[]): void;
}

export function pendingStorage(owner: string): PendingStorage {
  const name = `fingerpost.pending.${owner}`;
  return {
    read() {
      try {
        return JSON.parse(localStorage.getItem(name) ?? '[]') as Operation[];
      } catch {
        return [];
      }
    },
    write(operations) {
      try {
        if (operations.length === 0) localStorage.removeItem(name);
        else localStorage.setItem(name, JSON.stringify(operations));
      } catch {
        // Full or forbidden: the operations are still in memory.
      }
    },
  };
}
