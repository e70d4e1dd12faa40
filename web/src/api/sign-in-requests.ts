// Between a call that needs somebody to sign in and the dialog that asks for it.
import { useSyncExternalStore } from 'react';

/** `sign-in`: the session has ended. `confirm`: it is there, and what is asked for needs a fresh one. */
export type SignInRequest = 'sign-in' | 'confirm';

/** The person closed the dialog: the call was not made again. */
export class SignInDeclined extends Error {
  readonly request: SignInRequest;

  constructor(request: SignInRequest) {
    super(`declined: ${request}`);
    this.request = request;
  }
}

interface Asked {
  readonly request: SignInRequest;
  readonly answer: Promise<boolean>;
  readonly settle: (isSignedIn: boolean) => void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

/** True once it is done; false where the person closed the dialog. Calls that fail together are asked for once. */
export function askToSignIn(request: SignInRequest): Promise<boolean> {
  if (asked) return asked.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  asked = { request, answer: promise, settle: resolve };
  changed();
  return promise;
}

export function settleSignIn(isSignedIn: boolean): void {
  const { settle } = asked ?? {};
  asked = undefined;
  changed();
  settle?.(isSignedIn);
}

/** While a session has ended and the person is asked to sign in, calls wait for the answer: they could only fail. */
export function signInAnswer(): Promise<boolean> | undefined {
  return asked?.request === 'sign-in' ? asked.answer : undefined;
}

/** Called whenever `signInAnswer` changes. */
export function onSignInRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSignInRequest(): SignInRequest | undefined {
  return useSyncExternalStore(onSignInRequest, () => asked?.request);
}

function changed(): void {
  for (const listener of listeners) listener();
}
