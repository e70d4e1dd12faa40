// The services of sign-in. There is one for the process: both apps share sessions, limits and the password thread.

import type { JobQueue } from '../../jobs/queue.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import type { Auth } from './auth.ts';
import { createPasswords, type Passwords } from './passwords/passwords.ts';
import { createProviderAuth, type ProviderSettings, type ProviderSetup } from './provider/provider.ts';
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

export interface SignIn extends Omit<SignInOptions, 'authSecret'> {
  secret: AuthSecret['secret'];
  secretIn: AuthSecret['secretIn'];
  /** better-auth, which is loaded on first use. */
  auth(): Promise<Auth>;
  /** better-auth with the provider. Rejects while the provider does not answer. */
  providerAuth(): Promise<Auth>;
  sessions: SessionAccess;
  passwords: Passwords;
  throttle: Throttle;
  close(): Promise<void>;
}

export function createSignIn({ authSecret, ...options }: SignInOptions): SignIn {
  const { store, clock, origins, signup } = options;
  const { secret, secretIn } = createAuthSecret(store, authSecret);
  const passwords = options.passwords ?? createPasswords();
  let auth: Promise<Auth> | undefined;

  async function load(provider?: ProviderSetup): Promise<Auth> {
    const { createAuth } = await import('./auth.ts');
    const shared = { store, clock, passwords, signup, secret: await secret(), dashboardUrl: origins.dashboard() };
    return createAuth({ ...shared, ...(provider && { provider }) });
  }

  return {
    ...options,
    secret,
    secretIn,
    auth() {
      auth ??= load().catch((error: unknown) => {
        auth = undefined;
        throw error;
      });
      return auth;
    },
    providerAuth: createProviderAuth(options.provider, load),
    sessions: createSessionAccess({ store, clock, secret }),
    passwords,
    throttle: createThrottle(clock, { store, sharedCounters: options.sharedCounters }),
    close: () => passwords.close(),
  };
}
