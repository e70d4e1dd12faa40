// Signing in with a passkey, and confirming with one who is signed in.
import { ApiError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { listPasskeys, notePasskeyUse } from '../../../storage/accounts/passkeys.ts';
import { deleteSessions } from '../../../storage/accounts/sessions.ts';
import type { SignIn } from '../index.ts';
import { admit, type StillHolds } from '../sessions/admission.ts';
import { authHeaders, fromAuth, withoutSession } from '../sessions/start-session.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { perNetwork } from '../throttle.ts';
import { NO_USER_VERIFICATION } from './passkeys.ts';
import { checkedCredential, type WebAuthnAnswer } from './webauthn.ts';

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
  const { api } = await signIn.auth();
  const { headers, response } = await api.generatePasskeyAuthenticationOptions({
    headers: await authHeaders(withoutSession(signIn, request)),
    returnHeaders: true,
  });
  const own = current && (await listPasskeys(signIn.store.read, current.accountId, limits.passkeys));
  const allowCredentials = own?.map(({ credentialID: id, transports }) => ({
    id,
    type: 'public-key',
    transports: transports?.split(',').filter((transport) => transport !== ''),
  }));
  const options = { ...response, userVerification: 'required', ...(allowCredentials && { allowCredentials }) };
  return { options, cookies: headers.getSetCookie() };
}

/** The cookies of a new session. It replaces the one that the browser has. */
export async function signInWithPasskey(
  signIn: SignIn,
  given: Record<string, unknown>,
  current: CurrentSession | undefined,
  request: SignInRequest,
): Promise<string[]> {
  const { store, clock } = signIn;
  const credential = checkedCredential(given);
  const { api } = await signIn.auth();
  const { headers, response } = await fromAuth(
    api.verifyPasskeyAuthentication({
      body: { response: credential as never },
      headers: await authHeaders(withoutSession(signIn, request)),
      returnHeaders: true,
    }),
    {
      CHALLENGE_NOT_FOUND: () => refused('This took too long, or was done already. Try again.'),
      PASSKEY_NOT_FOUND: () => refused('This passkey is not known here; it may have been deleted.'),
      AUTHENTICATION_FAILED: () => refused('The passkey could not be verified. Try again.'),
      USER_NOT_VERIFIED: () => refused(NO_USER_VERIFICATION),
    },
  );
  const accountId = Number(response.user.id);
  const session = { accountId, sessionId: Number(response.session.id) };
  const isThere: StillHolds = (tx) => notePasskeyUse(tx, accountId, credential.id, clock());
  const isConfirmed = current?.accountId === accountId;
  const cookie = await admit(signIn, session, request, isThere, { isConfirmed });
  if (current) await store.write(current.accountId, (tx) => deleteSessions(tx, current.accountId, { id: current.id }));
  return [...headers.getSetCookie(), cookie];
}

function refused(sentence: string): ApiError {
  return new ApiError('unauthenticated', sentence);
}
