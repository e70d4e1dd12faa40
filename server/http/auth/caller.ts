// The caller of an API request: a program with a key, a signed-in person with a session, or somebody with whom statistics
// were shared.
import type { Micros } from '../../../contract/time.ts';
import type { KeyScope } from '../../../contract/vocabulary.ts';
import type { Quotas } from '../../domain/plans/quotas.ts';

export type Caller = KeyCaller | SessionCaller | ShareCaller;

interface AccountCaller {
  readonly accountId: number;
  readonly quotas: Quotas;
}

export interface KeyCaller extends AccountCaller {
  readonly kind: 'key';
  readonly id: number;
  readonly scope: KeyScope;
}

export interface SessionCaller extends AccountCaller {
  readonly kind: 'session';
  readonly id: number;
  /** Until then its sign-in is recent enough for what needs one. */
  readonly freshUntil: Micros;
}

export interface ShareCaller extends AccountCaller {
  readonly kind: 'share';
  readonly id: number;
  /** The only link whose statistics it may read. Null for all statistics of the account. */
  readonly linkId: number | null;
}

/** A caller with valid credentials. Its permissions are not checked yet. */
export interface Identity {
  readonly caller: Caller;
  /** False while the account is suspended. */
  readonly isActive: boolean;
  /** Called once the request is admitted. */
  noteUse(reply: UseNoted): void;
}

/** What answers the request: a session that is extended sets its cookie again. */
export interface UseNoted {
  header(name: string, value: string): unknown;
}

/** A kind of credentials. The first method that finds any in a request decides, whether or not they are valid. */
export interface AuthMethod {
  credentialOf(headers: { authorization?: string | undefined; cookie?: string | undefined }): string | undefined;
  /** Synchronous on a cache hit. Undefined if the credential is invalid, expired or revoked. */
  identify(credential: string): Identity | undefined | Promise<Identity | undefined>;
}
