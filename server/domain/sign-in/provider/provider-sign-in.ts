// Signing in with a provider: the redirect to it, and the callback.
import { ApiError } from '../../../../contract/errors.ts';
import { listProviders } from '../../../storage/accounts/credentials.ts';
import { deleteSessions } from '../../../storage/accounts/sessions.ts';
import type { SignIn } from '../index.ts';
import { admit, type StillHolds } from '../sessions/admission.ts';
import type { SignedIn } from '../sessions/assert-signed-in.ts';
import { cookieValue, sessionCookieIn, sessionCookieName } from '../sessions/session-cookie.ts';
import { authHeaders, withoutSession } from '../sessions/start-session.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { perNetwork } from '../throttle.ts';
import type { Callback } from './provider-account.ts';
import { PROVIDER } from './provider-settings.ts';

export interface Redirect {
  url: string;
  /** `Set-Cookie` headers. */
  cookies: string[];
}

const FREE_PER_NETWORK = 100;

/** The provider's sign-in address, and the cookie that identifies the browser in the callback. */
export async function startProviderSignIn(
  signIn: SignIn,
  { provider, returnTo }: { provider: string; returnTo: string },
  request: SignInRequest,
): Promise<Redirect> {
  if (!signIn.provider || provider !== PROVIDER) throw new ApiError('not_found', 'There is no such provider.');
  // Every request counts, because each state is stored for ten minutes.
  await signIn.throttle.begin(perNetwork('provider', request.networks, FREE_PER_NETWORK));
  const { api } = await signIn.providerAuth();
  const { headers, response } = await api.signInSocial({
    body: {
      provider: PROVIDER as never,
      callbackURL: signIn.origins.dashboardLink(returnTo),
      errorCallbackURL: signIn.origins.dashboardLink('/sign-in'),
      disableRedirect: true,
    },
    headers: await authHeaders(withoutSession(signIn, request)),
    returnHeaders: true,
  });
  return { url: response.url!, cookies: headers.getSetCookie() };
}

/** Answers the callback. Redirects to the dashboard (a new account: to the first steps), or to `/sign-in?error=…`. */
export async function finishProviderSignIn(
  signIn: SignIn,
  query: Record<string, string>,
  request: SignInRequest,
): Promise<Redirect> {
  const { api } = await signIn.providerAuth();
  const { currentCallback } = await import('./provider-account.ts');
  const headers = await authHeaders(withoutSession(signIn, request));
  const callback: Callback = { actor: request.actor, isNew: false, generation: 0, signIn };
  const answer = await currentCallback.run(callback, () =>
    api.callbackOAuth({ method: 'GET', params: { id: PROVIDER }, query, headers, asResponse: true } as never),
  );
  const response = answer as unknown as Response;
  const cookies = response.headers.getSetCookie();
  const location = response.headers.get('location');
  if (location === null) return failed(signIn, await codeOf(response), cookies);
  const session = await startedBy(signIn, cookies);
  if (!session) return failed(signIn, new URL(location).searchParams.get('error'), cookies);
  const stillHolds: StillHolds = async (tx, account) =>
    account.generation === callback.generation && (await listProviders(tx, session.accountId)).includes(PROVIDER);
  const cookie = await admit(signIn, session, request, stillHolds);
  await endPrevious(signIn, request);
  const url = callback.isNew ? signIn.origins.dashboardLink('/welcome') : location;
  return { url, cookies: [...cookies, cookie] };
}

function failed({ origins }: SignIn, code: string | null, cookies: string[]): Redirect {
  const error = encodeURIComponent((code ?? 'failed').toLowerCase());
  return { url: origins.dashboardLink(`/sign-in?error=${error}`), cookies };
}

async function codeOf(response: Response): Promise<string | null> {
  const body = (await response.json().catch(() => ({}))) as { code?: string } | null;
  return body?.code ?? null;
}

async function startedBy({ sessions, origins }: SignIn, cookies: readonly string[]): Promise<SignedIn | undefined> {
  const name = sessionCookieName(origins.dashboard());
  const value = cookies.map((cookie) => cookieValue(cookie, name)).find((found) => found);
  return value === undefined ? undefined : sessions.find(value);
}

/** The new session replaces the previous one of the browser. */
async function endPrevious({ store, sessions, origins }: SignIn, { cookie }: SignInRequest): Promise<void> {
  const value = sessionCookieIn(cookie, origins.dashboard());
  const previous = value === undefined ? undefined : await sessions.find(value);
  if (!previous) return;
  const { accountId, sessionId: id } = previous;
  await store.write(accountId, (tx) => deleteSessions(tx, accountId, { id }));
}
