// What the dashboard knows before anybody signs in: the installation's settings, and whether this browser has a session.
import { use, useSyncExternalStore } from 'react';
import type { SignInSettings } from '../../../clients/typescript/index.ts';
import { publicApi } from './client.ts';

let settings: Promise<SignInSettings> | undefined;
let isSignedIn = false;
const listeners = new Set<() => void>();

/** Asked for once; after a failure, again. */
export function loadSettings(): Promise<SignInSettings> {
  settings ??= publicApi.auth.getSignInSettings().then(
    (found) => {
      isSignedIn = found.signed_in;
      return found;
    },
    (error) => {
      settings = undefined;
      throw error;
    },
  );
  return settings;
}

/** Suspends until they are there. */
export function useSettings(): SignInSettings {
  return use(loadSettings());
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
  for (const listener of listeners) listener();
}
