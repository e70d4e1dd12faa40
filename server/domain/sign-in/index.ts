// What signing in works with. One for the process: both apps share sessions, limits and the thread for passwords.
import type { Clock } from '../../clock.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Store } from '../../storage/store.ts';
import type { Auth } from './auth.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createAuthSecret } from './secret.ts';
import { createSessionAccess, type SessionAccess } from './session-access.ts';
import { createThrottle, type Throttle } from './throttle.ts';

export type SignupMode = 'open' | 'invite' | 'closed';

export interface SignInOptions {
  store: Store;
  clock: Clock;
  mailer: Mailer;
  signup: SignupMode;
  authSecret: string | undefined;
  /** Where links in messages lead, and whose cookies they are. Known once the dashboard listens. */
  origins: { dashboard(): string; dashboardLink(path: string): string };
}

export interface SignIn extends Omit<SignInOptions, 'authSecret'> {
  secret(): Promise<string>;
  /** better-auth, which is loaded when it is first asked for. */
  auth(): Promise<Auth>;
  sessions: SessionAccess;
  passwords: Passwords;
  throttle: Throttle;
  /** Sends what is waiting, for a few seconds. */
  close(): Promise<void>;
}

export function createSignIn({ authSecret, ...options }: SignInOptions): SignIn {
  const { store, clock, origins } = options;
  const secret = createAuthSecret(store, authSecret);
  const passwords = createPasswords();
  let auth: Promise<Auth> | undefined;

  async function load(): Promise<Auth> {
    const { createAuth } = await import('./auth.ts');
    return createAuth({ store, clock, secret: await secret(), dashboardUrl: origins.dashboard(), passwords });
  }

  return {
    ...options,
    secret,
    auth() {
      auth ??= load().catch((error: unknown) => {
        auth = undefined;
        throw error;
      });
      return auth;
    },
    sessions: createSessionAccess({ store, clock, secret }),
    passwords,
    throttle: createThrottle(clock),
    async close() {
      passwords.close();
      await options.mailer.stop();
    },
  };
}
