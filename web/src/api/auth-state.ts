// What the dashboard knows before anybody signs in: the installation's settings, and whether this browser has a session.
import { use, useSyncExternalStore } from 'react';
import type { SignInSettings } from '../../../clients/typescript/index.ts';
import { publicApi } from './client.ts';

const KEY = 'fingerpost.signed-in';

let settings: Promise<SignInSettings> | undefined;
let known: SignInSettings | undefined;
let isSignedIn = false;
const listeners = new Set<() => void>();

/** Asked for once; after a failure, again. */
export function loadSettings(): Promise<SignInSettings> {
  settings ??= publicApi.auth.getSignInSettings().then(
    (found) => {
      known = found;
      isSignedIn = found.signed_in;
      remember();
      return found;
    },
    (error) => {
      settings = undefined;
      throw error;
    },
  );
  return settings;
}

/** Suspends until they are there. `use` alone would suspend once more. */
export function useSettings(): SignInSettings {
  return known ?? use(loadSettings());
}

export function useSignedIn(): boolean {
  useSettings();
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isSignedIn,
  );
}

export function setSignedIn(value: boolean): void {
  isSignedIn = value;
  remember();
  for (const listener of listeners) listener();
}

/** The last time that this browser asked. A guess, only good for loading code early. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing loads the code later.
  }
}
