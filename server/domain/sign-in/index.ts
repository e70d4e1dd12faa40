// What signing in works with. One for the process: both apps share sessions, limits and the thread for passwords.
import type { Clock } from '../../clock.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Store } from '../../storage/store.ts';
import type { Auth } from './auth.ts';
import { createPasswords, type Passwords } from './passwords/passwords.ts';
import { createProviderAuth, type ProviderSettings, type ProviderSetup } from './provider/provider.ts';
import { createAuthSecret } from './secret.ts';
import { createSessionAccess, type SessionAccess } from './sessions/session-access.ts';
import { createThrottle, type Throttle } from './throttle.ts';

export type SignupMode = 'open' | 'invite' | 'closed';

export interface SignInOptions {
  store: Store;
  clock: Clock;
  mailer: Mailer;
  signup: SignupMode;
  authSecret: string | undefined;
  provider: ProviderSettings | undefined;
  /** Where links in messages lead, and whose cookies they are. Known once the dashboard listens. */
  origins: { dashboard(): string; dashboardLink(path: string): string };
  /** If not in a thread of their own. */
  passwords?: Passwords | undefined;
}

export interface SignIn extends Omit<SignInOptions, 'authSecret'> {
  secret(): Promise<string>;
  /** better-auth, which is loaded when it is first asked for. */
  auth(): Promise<Auth>;
  /** The same with the provider. Refused while that does not answer. */
  providerAuth(): Promise<Auth>;
  sessions: SessionAccess;
  passwords: Passwords;
  throttle: Throttle;
  /** Sends what is waiting, for a few seconds. */
  close(): Promise<void>;
}

export function createSignIn({ authSecret, ...options }: SignInOptions): SignIn {
  const { store, clock, origins, signup } = options;
  const secret = createAuthSecret(store, authSecret);
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
    throttle: createThrottle(clock),
    async close() {
      passwords.close();
      await options.mailer.stop();
    },
  };
}
