// Starts a session through better-auth, which sets its cookies.
import type { ApiError } from '../../../../contract/errors.ts';
import { suspended } from '../../accounts/suspension.ts';
import type { SignIn } from '../index.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { admit, type StillHolds } from './admission.ts';
import { sessionCookieName, withoutCookie } from './session-cookie.ts';

/** Returns the `Set-Cookie` headers. */
export async function startSession(
  signIn: SignIn,
  accountId: number,
  request: SignInRequest,
  stillHolds: StillHolds,
): Promise<string[]> {
  const { api } = await signIn.auth();
  const body = { accountId };
  const answer = await fromAuth(
    api.startSession({ body, headers: await authHeaders(request), returnHeaders: true } as never),
  );
  const { headers, response } = answer as unknown as { headers: Headers; response: { sessionId: number } };
  const session = { accountId, sessionId: response.sessionId };
  return [...headers.getSetCookie(), await admit(signIn, session, request, stillHolds)];
}

/** The request headers that better-auth may see. */
export async function authHeaders({ cookie, userAgent, actor }: SignInRequest): Promise<Headers> {
  const { ADDRESS_HEADER } = await import('../auth.ts');
  const headers = new Headers({ [ADDRESS_HEADER]: actor.ip });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  return headers;
}

/** better-auth must not look up the session: it would use its own clock and its own checks. */
export function withoutSession({ origins }: Pick<SignIn, 'origins'>, request: SignInRequest): SignInRequest {
  return { ...request, cookie: withoutCookie(request.cookie, sessionCookieName(origins.dashboard())) };
}

/** Turns errors of better-auth into ours. `refusals` says what its codes mean here. */
export async function fromAuth<T>(
  answer: Promise<T>,
  apiErrors: Readonly<Record<string, () => ApiError>> = {},
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { body } = error as { body?: { code?: string; message?: string } };
    const apiError = body?.code === undefined ? undefined : apiErrors[body.code];
    if (apiError) throw apiError();
    const { SUSPENDED } = await import('../auth.ts');
    if (body?.code === SUSPENDED) throw suspended(body.message || null);
    throw error;
  }
}
