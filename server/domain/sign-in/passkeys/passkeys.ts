// The passkeys of an account.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { countPasskeys, deletePasskey, findPasskeyName, renamePasskey } from '../../../storage/accounts/passkeys.ts';
import { hasSession } from '../../../storage/accounts/sessions.ts';
import type { Actor } from '../../accounts/actor.ts';
import { heldAccount } from '../../accounts/held-account.ts';
import { logActivity } from '../../activity/activity.ts';
import type { SignIn } from '../index.ts';
import { limitChanges, notify } from '../recovery/notices.ts';
import type { SignedIn } from '../sessions/assert-signed-in.ts';
import { authHeaders, fromAuth, withoutSession } from '../sessions/start-session.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { checkedCredential, type WebAuthnAnswer } from './webauthn.ts';

export interface PasskeyName {
  id: number;
  name: string;
}

/** Options for `navigator.credentials.create`, and the cookie that remembers their challenge. */
export async function startPasskey(signIn: SignIn, accountId: number, request: SignInRequest): Promise<WebAuthnAnswer> {
  // Nobody should make a passkey that is then refused. It is counted again when it is stored.
  if ((await countPasskeys(signIn.store.read, accountId)) >= limits.passkeys) throw tooMany();
  const { api } = await signIn.auth();
  const { headers, response } = await api.generatePasskeyRegistrationOptions({
    query: { context: String(accountId) },
    headers: await authHeaders(withoutSession(signIn, request)),
    returnHeaders: true,
  });
  return { options: { ...response }, cookies: headers.getSetCookie() };
}

/** Stores the credential that the browser created. */
export async function addPasskey(
  signIn: SignIn,
  owner: SignedIn,
  given: { name: string | undefined; credential: Record<string, unknown> },
  request: SignInRequest,
): Promise<PasskeyName> {
  const { accountId } = owner;
  await limitChanges(signIn, accountId);
  const { api } = await signIn.auth();
  const { ACCOUNT_HEADER } = await import('./passkey-plugin.ts');
  const headers = await authHeaders(withoutSession(signIn, request));
  headers.set(ACCOUNT_HEADER, String(accountId));
  const body = { response: checkedCredential(given.credential), ...(given.name !== undefined && { name: given.name }) };
  const { id, name } = await fromAuth(api.verifyPasskeyRegistration({ body, headers }), {
    CHALLENGE_NOT_FOUND: tooLate,
    FAILED_TO_VERIFY_REGISTRATION: notVerified,
    OTHER_ACCOUNT: notVerified,
    TOO_MANY_PASSKEYS: tooMany,
    USER_NOT_VERIFIED: () => invalid({ credential: [NO_USER_VERIFICATION] }),
  });
  const added = { id: Number(id), name: name ?? 'Passkey' };
  await record(signIn, owner, added, request.actor);
  return added;
}

export async function nameOwnPasskey(
  { store }: SignIn,
  accountId: number,
  { id, name }: PasskeyName,
): Promise<PasskeyName> {
  await store.write(accountId, async (tx) => {
    if ((await findPasskeyName(tx, accountId, id)) === undefined) throw noPasskey(id);
    await renamePasskey(tx, accountId, id, name);
  });
  return { id, name };
}

export async function removePasskey(signIn: SignIn, accountId: number, id: number, actor: Actor): Promise<void> {
  const { store, clock } = signIn;
  await store.write(accountId, async (tx) => {
    const name = await findPasskeyName(tx, accountId, id);
    if (name === undefined) throw noPasskey(id);
    await deletePasskey(tx, accountId, id);
    const subject = { kind: 'account', id: accountId } as const;
    const event = { subject, message: `The passkey "${name}" was deleted.`, at: clock() };
    await logActivity(tx, store.dialect, accountId, actor, { type: 'passkey_deleted', ...event });
  });
}

export const NO_USER_VERIFICATION =
  'The passkey must check who you are, with a PIN, a fingerprint or your face. Set this up on the device, then try again.';

/** better-auth has committed the passkey. It is removed again if a recovery has ended the session meanwhile. */
async function record(
  signIn: SignIn,
  { accountId, sessionId }: SignedIn,
  { id, name }: PasskeyName,
  actor: Actor,
): Promise<void> {
  const { store, clock } = signIn;
  const isAdded = await store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId);
    if (!(await hasSession(tx, accountId, sessionId))) {
      await deletePasskey(tx, accountId, id);
      return false;
    }
    const subject = { kind: 'account', id: accountId } as const;
    const event = { subject, message: `The passkey "${name}" was added.`, at: clock() };
    await logActivity(tx, store.dialect, accountId, actor, { type: 'passkey_added', ...event });
    await notify(tx, signIn, account, { kind: 'passkey', since: id, name }, actor);
    return true;
  });
  if (!isAdded) throw new ApiError('unauthenticated');
}

function tooMany(): ApiError {
  return invalid({ credential: [`An account has at most ${limits.passkeys} passkeys; delete one first.`] });
}

function tooLate(): ApiError {
  return invalid({ credential: ['This took too long, or was done already. Start again.'] });
}

function notVerified(): ApiError {
  return invalid({ credential: ['The passkey could not be verified. Start again.'] });
}

function noPasskey(id: number): ApiError {
  return new ApiError('not_found', `The account has no passkey ${id}.`);
}
