// The services of sign-in. There is one for the process: both apps share sessions, limits and the password thread.
import type { Auth } from './auth.ts';
import type { SignInContext, SignInOptions } from './context.ts';
import { createPasswords } from './passwords/passwords.ts';
import { createProviderAuth } from './provider/provider.ts';
import type { ProviderSetup } from './provider/provider-settings.ts';
import { createAuthSecret } from './secret.ts';
import { createSessionAccess } from './sessions/session-access.ts';
import { createThrottle } from './throttle.ts';

export interface SignIn extends SignInContext {
  /** better-auth, which is loaded on first use. */
  auth(): Promise<Auth>;
  /** better-auth with the provider. Rejects while the provider does not answer. */
  providerAuth(): Promise<Auth>;
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
