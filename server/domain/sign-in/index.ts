// The services of sign-in. There is one for the process: both apps share sessions, limits and the password thread.
import type { JobQueue } from '../../jobs/queue.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import { createPasswords, type Passwords } from './passwords/passwords.ts';
import { createOpenIdClient, type OpenIdClient } from './provider/openid.ts';
import type { ProviderSettings } from './provider/provider-settings.ts';
import { type AuthSecret, createAuthSecret } from './secret.ts';
import { createSessionAccess, type SessionAccess } from './sessions/session-access.ts';
import { createThrottle, type Throttle } from './throttle.ts';

export type SignupMode = 'open' | 'invite' | 'closed';

export interface SignInOptions {
  store: Store;
  clock: Clock;
  /** Whether attempts are counted together with other processes. */
  sharedCounters: SharedCounters;
  jobs: JobQueue;
  signup: SignupMode;
  authSecret: string | undefined;
  provider: ProviderSettings | undefined;
  /** For links in messages and for cookies. Known once the dashboard listens. */
  origins: { dashboard(): string; dashboardLink(path: string): string };
  /** Replaces the thread that hashes passwords. */
  passwords?: Passwords | undefined;
}

export interface SignIn extends Omit<SignInOptions, 'authSecret'>, AuthSecret {
  sessions: SessionAccess;
  passwords: Passwords;
  throttle: Throttle;
  /** Undefined if there is no provider. */
  openId: OpenIdClient | undefined;
  close(): Promise<void>;
}

export function createSignIn({ authSecret, ...options }: SignInOptions): SignIn {
  const { store, clock, sharedCounters, provider } = options;
  const passwords = options.passwords ?? createPasswords();
  return {
    ...options,
    ...createAuthSecret(store, authSecret),
    sessions: createSessionAccess({ store, clock }),
    passwords,
    throttle: createThrottle(clock, { store, sharedCounters }),
    openId: provider && createOpenIdClient(provider),
    close: () => passwords.close(),
  };
}
