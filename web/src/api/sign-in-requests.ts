// Between a call that needs somebody to sign in and the dialog that asks for it.
import { useSyncExternalStore } from 'react';

/** `sign-in`: the session has ended. `confirm`: it is there, and what is asked for needs a fresh one. */
export type SignInRequest = 'sign-in' | 'confirm';

/** The person closed the dialog: the call was not made again. */
export class SignInDeclined extends Error {
  readonly request: SignInRequest;
  readonly requestId: string | undefined;

  constructor(request: SignInRequest, requestId: string | undefined) {
    super(`declined: ${request}`);
    this.request = request;
    this.requestId = requestId;
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

export function useSignInRequest(): SignInRequest | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked?.request,
  );
}

function changed(): void {
  for (const listener of listeners) listener();
}
