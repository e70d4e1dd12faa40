// Whether the service can be reached. While it cannot, screens keep what they show, one banner says so, and the service
// is asked until it answers.
import { useSyncExternalStore } from 'react';
import { FingerpostError } from '../../../clients/typescript/index.ts';

const ASK_AGAIN_MS = 3_000;

let isLost = false;
let isChecking = false;
const listeners = new Set<() => void>();
let askNow = () => {};

export function isUnreachable(error: unknown): boolean {
  return error instanceof FingerpostError && error.code === 'unreachable';
}

export function isConnected(): boolean {
  return !isLost;
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsConnected(): boolean {
  return useSyncExternalStore(onConnection, isConnected);
}

/** After a call failed. `ask` decides: something may keep a browser from a single address. */
export async function checkConnection(ask: () => Promise<unknown>): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  do {
    if (isLost) await pause();
    set(await ask().then(() => false, isUnreachable));
  } while (isLost);
  isChecking = false;
}

function set(value: boolean): void {
  if (value === isLost) return;
  isLost = value;
  for (const listener of listeners) listener();
}

/** Not longer than until the browser says that there is a network again. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ASK_AGAIN_MS);
    askNow = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

addEventListener('online', () => askNow());
