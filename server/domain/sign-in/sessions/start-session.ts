// Starts a session through better-auth, which sets its cookies, and makes the browser known as one of the account.
import { Refusal } from '../../../../contract/errors.ts';
import type { SignIn } from '../index.ts';
import type { Visitor } from '../sign-in.ts';
import { deviceCookie, deviceIn } from './devices.ts';
import { sessionCookieName, withoutCookie } from './session-cookie.ts';

export interface StartedSession {
  /** Not signed in yet: a code of the second factor is needed. */
  needsCode: boolean;
  /** `Set-Cookie` headers. */
  cookies: string[];
}

export async function startSession(
  signIn: SignIn,
  accountId: number,
  visitor: Visitor,
  { afterPassword }: { afterPassword: boolean },
): Promise<StartedSession> {
  const { api } = await signIn.auth();
  const start = afterPassword ? api.startSessionAfterPassword : api.startSession;
  const answer = await fromAuth(
    start({ body: { accountId }, headers: await authHeaders(visitor), returnHeaders: true } as never),
  );
  const { headers, response } = answer as unknown as { headers: Headers; response: { twoFactorRedirect?: boolean } };
  const cookies = headers.getSetCookie();
  if (response.twoFactorRedirect) return { needsCode: true, cookies };
  return { needsCode: false, cookies: [...cookies, await knownDeviceCookie(signIn, accountId, visitor)] };
}

export async function knownDeviceCookie(signIn: SignIn, accountId: number, { cookie }: Visitor): Promise<string> {
  const secret = await signIn.secret();
  const dashboardUrl = signIn.origins.dashboard();
  return deviceCookie(deviceIn(cookie, secret, dashboardUrl), accountId, secret, dashboardUrl);
}

/** The request headers that better-auth may see. */
export async function authHeaders({ cookie, userAgent, actor }: Visitor): Promise<Headers> {
  const { ADDRESS_HEADER } = await import('../auth.ts');
  const headers = new Headers({ [ADDRESS_HEADER]: actor.ip });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  return headers;
}

/** better-auth must not look up the session: it would use its own clock and its own checks. */
export function withoutSession({ origins }: Pick<SignIn, 'origins'>, visitor: Visitor): Visitor {
  return { ...visitor, cookie: withoutCookie(visitor.cookie, sessionCookieName(origins.dashboard())) };
}

/** Turns errors of better-auth into ours. `refusals` says what its codes mean here. */
export async function fromAuth<T>(
  answer: Promise<T>,
  refusals: Readonly<Record<string, () => Refusal>> = {},
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { body } = error as { body?: { code?: string } };
    const refusal = body?.code === undefined ? undefined : refusals[body.code];
    if (refusal) throw refusal();
    const { SUSPENDED } = await import('../auth.ts');
    if (body?.code === SUSPENDED) throw new Refusal('forbidden', 'This account is suspended.');
    throw error;
  }
}
