// better-auth, set up for this installation. It is loaded with the first sign-in, never at start: import this file with
// `import()`. Its own router is not mounted; our routes call `auth.api`.
import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { limits } from '../../../contract/limits.ts';
import { SECOND } from '../../../contract/time.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import { authDatabase } from '../accounts/auth-adapter.ts';
import type { SignupMode } from './context.ts';
import { passkeyPlugin } from './passkeys/passkey-plugin.ts';
import type { Passwords, PasswordUser } from './passwords/passwords.ts';
import { recordLink } from './provider/provider-account.ts';
import { providerPlugin, refused } from './provider/provider-plugin.ts';
import type { ProviderSetup } from './provider/provider-settings.ts';
import { SESSION_LIFE } from './sessions/session-life.ts';

export interface AuthOptions {
  store: Store;
  clock: Clock;
  secret: string;
  /** The origin of the dashboard. */
  dashboardUrl: string;
  passwords: Passwords;
  signup: SignupMode;
  /** Optional: its metadata has to be fetched first, and other sign-ins must not wait for that. */
  provider?: ProviderSetup;
}

export type Auth = ReturnType<typeof createAuth>;

/** The client's address, in the headers that our routes pass on. better-auth would believe any proxy. */
export const ADDRESS_HEADER = 'x-fingerpost-address';
export const SUSPENDED = 'ACCOUNT_SUSPENDED';

export function createAuth({ store, clock, secret, dashboardUrl, passwords, signup, provider }: AuthOptions) {
  const { account, advanced, session, ...database } = authDatabase(store);
  return betterAuth({
    appName: 'Fingerpost',
    ...database,
    secret,
    baseURL: dashboardUrl,
    basePath: '/api/v1/auth',
    trustedOrigins: [dashboardUrl],
    telemetry: { enabled: false },
    // Our own routes report errors.
    logger: { disabled: true },
    // `throttle.ts` limits attempts, by account and network.
    rateLimit: { enabled: false },
    advanced: {
      ...advanced,
      cookiePrefix: 'fingerpost',
      useSecureCookies: dashboardUrl.startsWith('https:'),
      ipAddress: { disableIpTracking: true },
    },
    session: {
      ...session,
      expiresIn: SESSION_LIFE / SECOND,
      // `http/auth/sessions.ts` extends sessions.
      disableSessionRefresh: true,
      additionalFields: {
        freshAt: { type: 'number', bigint: true, input: false, required: false },
        seenAt: { type: 'number', bigint: true, input: false, required: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1,
      maxPasswordLength: limits.passwordMax * 2,
      password: {
        hash: (password) => passwords.hash(password, UNKNOWN),
        verify: ({ hash, password }) => passwords.verify(hash, password, UNKNOWN),
      },
    },
    account: { ...account, updateAccountOnSignIn: false },
    databaseHooks: {
      session: { create: { before: prepareSession } },
      account: {
        create: {
          before: async (made) => ({ data: { ...made, ...NO_TOKENS } }),
          after: async ({ id, userId }) => {
            if (!provider) return;
            const link = { accountId: Number(userId), id: Number(id) };
            const isLinked = await recordLink({ store, clock, name: provider.name }, link);
            if (!isLinked) throw refused('ACCOUNT_RECOVERED');
          },
        },
      },
    },
    plugins: [
      sessionsPlugin,
      passkeyPlugin(store, dashboardUrl),
      ...(provider ? [providerPlugin({ ...provider, store, clock, signup })] : []),
    ],
  });

  /** For every way to sign in: rejects suspended accounts, and uses our clock. */
  async function prepareSession(
    made: { userId: string },
    context: { headers?: Headers | undefined } | null | undefined,
  ) {
    const account = await findAccount(store.read, Number(made.userId));
    if (account?.is_active !== 1) {
      throw new APIError('FORBIDDEN', { code: SUSPENDED, message: account?.suspension_reason ?? '' });
    }
    const now = clock();
    const at = new Date(now / 1000);
    const data = {
      ...made,
      ipAddress: context?.headers?.get(ADDRESS_HEADER) ?? '',
      createdAt: at,
      updatedAt: at,
      expiresAt: new Date((now + SESSION_LIFE) / 1000),
      freshAt: now,
      seenAt: now,
    };
    return { data };
  }
}

/** Our routes verify passwords themselves: nobody waits for better-auth. */
const UNKNOWN: PasswordUser = { networks: [], wait: { pause() {}, resume() {}, closed: false } };

/** The tokens of a provider are not needed after the sign-in. */
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

type VerifiedAccount = { accountId: number };

/** Starts sessions after our own checks: a password, a sign-up, or a link. */
const sessionsPlugin = {
  id: 'fingerpost-sessions',
  endpoints: {
    startSession: createAuthEndpoint(
      '/fingerpost/start-session',
      { method: 'POST', metadata: { SERVER_ONLY: true, $Infer: { body: {} as VerifiedAccount } } },
      async (context) => {
        const { internalAdapter } = context.context;
        const { accountId } = context.body as unknown as VerifiedAccount;
        const user = await internalAdapter.findUserById(String(accountId));
        if (!user) throw new APIError('NOT_FOUND');
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({ sessionId: Number(session.id) });
      },
    ),
  },
} satisfies BetterAuthPlugin;
