// Sign-ins that wait for a second factor, after the right password. A cookie names them. They end with the next change of
// the password, and with a recovery.
import { ApiError } from '../../../../contract/errors.ts';
import { MINUTE, SECOND } from '../../../../contract/time.ts';
import { findPasswordHash } from '../../../storage/accounts/credentials.ts';
import type { SignIn } from '../index.ts';
import { passwordState } from '../passwords/password-state.ts';
import type { StillHolds } from '../sessions/admission.ts';
import { cookieName, cookieValue, setCookieHeader, setSessionCookie } from '../sessions/session-cookie.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { issueToken, readToken, trySpend } from '../tokens.ts';

const COOKIE = 'fingerpost.two_factor';
const LIFE = 10 * MINUTE;

export interface PendingSignIn {
  accountId: number;
  /** True once. */
  stillHolds: StillHolds;
  /** Removes the cookie. */
  cookie: string;
}

/** Returns `Set-Cookie` headers. The browser is not signed in to another account meanwhile. */
export async function suspendSignIn(
  signIn: SignIn,
  account: { accountId: number; generation: number },
  passwordHash: string,
): Promise<string[]> {
  const contents = { state: passwordState(passwordHash) };
  const token = await issueToken(signIn, 'second-factor', account, contents, LIFE);
  const dashboardUrl = signIn.origins.dashboard();
  return [setSessionCookie(dashboardUrl, '', 0), setCookieHeader(dashboardUrl, COOKIE, token, LIFE / SECOND)];
}

export async function pendingSignIn(signIn: SignIn, request: SignInRequest): Promise<PendingSignIn> {
  const dashboardUrl = signIn.origins.dashboard();
  const token = cookieValue(request.cookie, cookieName(COOKIE, dashboardUrl)) ?? '';
  const { accountId, state } = await readToken(signIn, 'second-factor', token).catch(startAgain);
  return {
    accountId,
    async stillHolds(tx) {
      const isSame = passwordState(await findPasswordHash(tx, accountId)) === state;
      return isSame && (await trySpend(tx, 'second-factor', token));
    },
    cookie: setCookieHeader(dashboardUrl, COOKIE, '', 0),
  };
}

function startAgain(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw new ApiError('unauthenticated', 'This sign-in took too long. Start again with your password.');
}
