// Sign-ins that wait for a second factor. The plugin for two-factor authentication starts them after a password and names
// them in a signed cookie.
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';

const NO_PENDING_SIGN_IN = 'NO_PENDING_SIGN_IN';

const COOKIE = 'two_factor';
const ofOurs = { method: 'POST', metadata: { SERVER_ONLY: true } } as const;

export const pendingSignInPlugin = {
  id: 'fingerpost-pending-sign-in',
  endpoints: {
    findPendingSignIn: createAuthEndpoint('/fingerpost/find-pending-sign-in', ofOurs, async (context) => {
      const { createAuthCookie, secret, internalAdapter } = context.context;
      const name = await context.getSignedCookie(createAuthCookie(COOKIE).name, secret);
      const pending = name ? await internalAdapter.findVerificationValue(name) : null;
      if (!pending) throw noneIsPending();
      return context.json({ accountId: Number(pending.value) });
    }),
    /** Succeeds once for each pending sign-in. */
    finishPendingSignIn: createAuthEndpoint('/fingerpost/finish-pending-sign-in', ofOurs, async (context) => {
      const { createAuthCookie, secret, internalAdapter } = context.context;
      const cookie = createAuthCookie(COOKIE);
      const name = await context.getSignedCookie(cookie.name, secret);
      const pending = name ? await internalAdapter.consumeVerificationValue(name) : null;
      const user = pending && (await internalAdapter.findUserById(pending.value));
      if (!user) throw noneIsPending();
      const session = await internalAdapter.createSession(user.id);
      await setSessionCookie(context, { session, user });
      expireCookie(context, cookie);
      return context.json({ signedIn: true });
    }),
  },
} satisfies BetterAuthPlugin;

function noneIsPending(): APIError {
  return new APIError('UNAUTHORIZED', { code: NO_PENDING_SIGN_IN, message: NO_PENDING_SIGN_IN });
}
