// Signing in with a provider: the redirect to it, and the callback. Between them, a cookie has the token of what the callback
// must bring, and one callback uses it up.
import { ApiError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { MINUTE, SECOND } from '../../../../contract/time.ts';
import { findInvitationOf, useUpInvitation } from '../../../storage/accounts/invitations.ts';
import { findTwoFactor } from '../../../storage/people/credentials.ts';
import { findIdentity } from '../../../storage/people/identities.ts';
import { findPerson, findPersonByEmail, holdPerson } from '../../../storage/people/people.ts';
import type { PersonRow } from '../../../storage/people-tables.ts';
import { createAccount } from '../../accounts/accounts.ts';
import { heldAccount } from '../../accounts/held-account.ts';
import { cleanText } from '../../text.ts';
import { cookieIn, setCookie } from '../cookies.ts';
import type { SignIn } from '../index.ts';
import { endPrevious, noLongerValid, startSession } from '../sessions/start-session.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { perNetwork } from '../throttle.ts';
import { findValidToken, issueToken, trySpend } from '../tokens.ts';
import { suspendIn } from '../two-factor/second-factor.ts';
import { freeUsername } from '../username-check.ts';
import { assertLinked, linkIdentity, recoverUnproven } from './provider-account.ts';
import type { ProviderClaims } from './provider-claims.ts';
import { ProviderRefusal } from './provider-refusal.ts';
import { PROVIDER } from './provider-settings.ts';

export interface Redirect {
  url: string;
  /** `Set-Cookie` headers. */
  cookies: string[];
}

const FREE_PER_NETWORK = 100;
const LIFE = 10 * MINUTE;

/** The provider's sign-in address, and the cookie that identifies the browser in the callback. */
export async function startProviderSignIn(
  signIn: SignIn,
  { provider, returnTo }: { provider: string; returnTo: string },
  { networks }: SignInRequest,
): Promise<Redirect> {
  const { openId, origins, store, throttle } = signIn;
  if (!openId || provider !== PROVIDER) throw new ApiError('not_found', 'There is no such provider.');
  // Every request counts, because what is expected of the callback is stored for ten minutes.
  await throttle.begin(perNetwork('provider', networks, FREE_PER_NETWORK));
  const { url, ...expected } = await openId.start(callbackOf(signIn));
  const token = await store.writeUncached((tx) =>
    issueToken(tx, signIn, 'provider', null, { ...expected, returnTo }, LIFE),
  );
  return { url, cookies: [setCookie(origins.dashboard(), 'provider', token, LIFE / SECOND)] };
}

/** Answers the callback. Redirects to the dashboard (a new account: to the first steps), or to `/sign-in?error=…`. */
export async function finishProviderSignIn(signIn: SignIn, query: string, request: SignInRequest): Promise<Redirect> {
  const { openId, origins, store } = signIn;
  try {
    const token = cookieIn(request.cookie, 'provider', origins.dashboard());
    const begun = await findValidToken(signIn, 'provider', token);
    if (!openId || !begun) throw usedUp();
    const callback = new URL(callbackOf(signIn) + query);
    // Before the provider is asked: nobody can make the service ask it again and again. A callback with another state, which
    // any site can send the browser to, ends nothing.
    const isExpected = callback.searchParams.get('state') === begun.state;
    if (!isExpected || !(await store.writeUncached((tx) => trySpend(tx, 'provider', token)))) throw usedUp();
    const claims = await openId.finish(callback, begun);
    const { path, cookies } = await admit(signIn, claims, begun.returnTo, request);
    await endPrevious(signIn, request);
    return { url: origins.dashboardLink(path), cookies };
  } catch (error) {
    const code = store.dialect.isDuplicate(error) ? 'state_mismatch' : codeOf(error);
    if (code === undefined) throw error;
    return { url: origins.dashboardLink(`/sign-in?error=${encodeURIComponent(code)}`), cookies: [] };
  }
}

function callbackOf({ origins }: SignIn): string {
  return `${origins.dashboard()}/api/v1/auth/callback/${PROVIDER}`;
}

function usedUp(): ProviderRefusal {
  return new ProviderRefusal('state_mismatch');
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof ProviderRefusal) return error.code;
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'forbidden') return 'account_suspended';
  if (error.code === 'unauthenticated') return 'account_recovered';
  return error.code === 'invalid' ? 'failed' : undefined;
}

interface Admission {
  /** On the dashboard. */
  path: string;
  cookies: string[];
}

/**
 * Signs in the person with this identity, or else with the verified address. An address that was never proven here may belong to
 * somebody else's sign-up: then the account is recovered first. Without an account, makes one if that is allowed.
 */
async function admit(
  signIn: SignIn,
  claims: ProviderClaims,
  returnTo: string,
  request: SignInRequest,
): Promise<Admission> {
  const { store, provider } = signIn;
  const { actor } = request;
  const { email, isEmailVerified } = claims;
  if (email === undefined) throw new ProviderRefusal('email_missing');
  const identity = await findIdentity(store.read, claims);
  if (!identity && !isEmailVerified) throw new ProviderRefusal('email_not_verified');
  const found = await (identity ? findPerson(store.read, identity.person_id) : findPersonByEmail(store.read, email));
  if (!found) return create(signIn, { ...claims, email }, request);
  const mayBeOthers = found.proven_id === null && isEmailVerified && found.email === email;

  return store.write(found.person_id, async (tx) => {
    const needsAccount = mayBeOthers || !identity;
    let account = needsAccount ? await heldAccount(tx, found.person_id, noLongerValid) : undefined;
    const held: PersonRow | undefined = account ?? (await holdPerson(tx, found.person_id));
    if (held?.generation !== found.generation || held.email !== found.email) throw noLongerValid();
    if (account && mayBeOthers && account.proven_id === null) {
      account = await recoverUnproven(tx, signIn, account, actor);
    }
    const person = account ?? held;
    const asks = provider!.secondFactor === 'ask' && (await findTwoFactor(tx, person.person_id)) !== undefined;
    if (asks) {
      const path = `/sign-in?two_factor=1&to=${encodeURIComponent(returnTo)}`;
      const { issuer, subject } = claims;
      const isLinked = (await findIdentity(tx, claims)) !== undefined;
      return { path, cookies: await suspendIn(tx, signIn, person, { issuer, subject, isLinked }) };
    }
    await assertLinked(tx, signIn, { person, account }, claims, actor);
    return { path: returnTo, cookies: await startSession(tx, signIn, person, request, 'provider') };
  });
}

async function create(
  signIn: SignIn,
  claims: ProviderClaims & { email: string },
  request: SignInRequest,
): Promise<Admission> {
  const { store, clock, signup } = signIn;
  const { email, username, name } = claims;
  const at = clock();
  const invitation = signup === 'open' ? undefined : await findInvitationOf(store.read, email, at);
  if (signup !== 'open' && !invitation) throw new ProviderRefusal('signup_closed');
  const [local] = (username ?? email).split('@');
  const shown = cleanText(name?.slice(0, limits.personName) ?? '', { least: 1, most: limits.personName });
  let cookies: string[] = [];
  const account = { username: await freeUsername(store, local!), email, name: shown };
  await createAccount(store, account, request.actor, at, {
    isEmailVerified: true,
    async within(tx, accountId) {
      if (invitation && !(await useUpInvitation(tx, invitation.token_hash, at))) {
        throw new ProviderRefusal('signup_closed');
      }
      const held = await heldAccount(tx, accountId);
      await linkIdentity(tx, signIn, held, claims, request.actor, { isNew: true });
      cookies = await startSession(tx, signIn, held, request, 'provider');
    },
  });
  return { path: '/welcome', cookies };
}
