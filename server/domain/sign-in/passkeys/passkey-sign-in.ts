// Signing in with a passkey, and confirming with one who is signed in.
import { ApiError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { findPasskey, listPasskeys, usePasskey } from '../../../storage/people/passkeys.ts';
import { holdPerson } from '../../../storage/people/people.ts';
import { deleteSessions, updateSession } from '../../../storage/people/sessions.ts';
import type { Executor } from '../../../storage/tables.ts';
import { clearCookie, cookieIn } from '../cookies.ts';
import type { SignIn } from '../index.ts';
import { noLongerValid, signInAs } from '../sessions/start-session.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { perNetwork } from '../throttle.ts';
import { findValidToken, trySpend } from '../tokens.ts';
import { PasskeyRefusal } from './passkey-refusal.ts';
import { knownPasskey, NO_USER_VERIFICATION, relyingParty, rememberChallenge } from './passkeys.ts';
import { authenticationOptions, checkedCredential, verifyAuthentication, type WebAuthnAnswer } from './webauthn.ts';

/** The current session of the browser. */
interface CurrentSession {
  accountId: number;
  id: number;
}

/** The sign-in screen requests options whenever it is opened. */
const FREE_PER_NETWORK = 200;

/** Options for `navigator.credentials.get`, and the cookie that remembers their challenge. */
export async function startPasskeySignIn(
  signIn: SignIn,
  current: CurrentSession | undefined,
  request: SignInRequest,
): Promise<WebAuthnAnswer> {
  // Every request counts, because each challenge is stored for five minutes.
  await signIn.throttle.begin(perNetwork('passkey', request.networks, FREE_PER_NETWORK));
  const own = current && (await listPasskeys(signIn.store.read, current.accountId, limits.passkeys));
  const { options, challenge } = await authenticationOptions(relyingParty(signIn), { allow: own?.map(knownPasskey) });
  return { options, cookies: [await rememberChallenge(signIn, 'passkey-challenge', null, challenge)] };
}

/** The cookies of a new session. It replaces the one that the browser has, unless that one is only confirmed. */
export async function signInWithPasskey(
  signIn: SignIn,
  given: Record<string, unknown>,
  current: CurrentSession | undefined,
  request: SignInRequest,
): Promise<string[]> {
  const { store, clock, origins } = signIn;
  const credential = checkedCredential(given);
  const token = cookieIn(request.cookie, 'passkey', origins.dashboard());
  const begun = await findValidToken(signIn, 'passkey-challenge', token);
  if (!begun) throw usedUp();
  const passkey = await findPasskey(store.read, credential.id);
  if (!passkey) throw await failed('This passkey is not known here; it may have been deleted.');
  const { person_id: accountId, id, counter: before } = passkey;
  const stored = {
    credentialId: passkey.credential_id,
    publicKey: passkey.public_key,
    counter: before,
    transports: knownPasskey(passkey).transports,
  };
  const { challenge } = begun;
  const { counter } = await verifyAuthentication(relyingParty(signIn), { credential, challenge, stored }).catch(
    async (error: unknown) => {
      if (!(error instanceof PasskeyRefusal)) throw error;
      const isUnverified = error.code === 'user-not-verified';
      throw await failed(isUnverified ? NO_USER_VERIFICATION : 'The passkey could not be verified. Try again.');
    },
  );
  const cleared = clearCookie(origins.dashboard(), 'passkey');
  if (current?.accountId === accountId) {
    await store.write(accountId, async (tx) => {
      if ((await holdPerson(tx, accountId))?.is_active !== 1) throw noLongerValid();
      await use(tx);
      const session = { accountId, sessionId: current.id };
      if (!(await updateSession(tx, session, { fresh_at: clock() }))) throw new ApiError('unauthenticated');
    });
    return [cleared];
  }
  const cookies = await signInAs(signIn, accountId, request, 'passkey', use);
  if (current) await store.write(current.accountId, (tx) => deleteSessions(tx, current.accountId, { id: current.id }));
  return [...cookies, cleared];

  /** In the transaction of the sign-in: of several with the same challenge, one succeeds. */
  async function use(tx: Executor): Promise<void> {
    if (!(await trySpend(tx, 'passkey-challenge', token))) throw usedUp();
    if (!(await usePasskey(tx, accountId, id, { before, counter, at: clock() }))) throw noLongerValid();
  }

  /** A challenge is answered once, also wrongly. */
  async function failed(sentence: string): Promise<ApiError> {
    await store.writeUncached((tx) => trySpend(tx, 'passkey-challenge', token));
    return refused(sentence);
  }
}

function usedUp(): ApiError {
  return refused('This took too long, or was done already. Try again.');
}

function refused(sentence: string): ApiError {
  return new ApiError('unauthenticated', sentence);
}
