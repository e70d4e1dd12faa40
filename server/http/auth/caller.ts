// Who makes a request to the API. A program has a key, a person who is signed in has a session.
import type { Micros } from '../../../contract/time.ts';
import type { KeyScope } from '../../../contract/vocabulary.ts';
import type { Allowance } from '../../domain/plans/allowance.ts';

export type Caller = KeyCaller | SessionCaller;

interface AccountCaller {
  readonly accountId: number;
  readonly allowance: Allowance;
}

export interface KeyCaller extends AccountCaller {
  readonly kind: 'key';
  /** Of the key; requests are rate-limited by it. */
  readonly id: number;
  readonly scope: KeyScope;
}

export interface SessionCaller extends AccountCaller {
  readonly kind: 'session';
  readonly id: number;
  /** Until then its sign-in is recent enough for what needs one. */
  readonly freshUntil: Micros;
}

/** A caller whose credentials are valid, which is not yet to say that it may do what it asks for. */
export interface Identity {
  readonly caller: Caller;
  /** False while the account is suspended. */
  readonly isActive: boolean;
  /** Called once the request is let through. */
  noteUse(): void;
}

/** A kind of credentials. The first that finds any in a request decides, whether or not they are valid. */
export interface AuthMethod {
  credentialOf(headers: { authorization?: string | undefined; cookie?: string | undefined }): string | undefined;
  /** At once where it is cached. Undefined if it is invalid, expired or revoked. */
  identify(credential: string): Identity | undefined | Promise<Identity | undefined>;
}
