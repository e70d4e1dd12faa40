// The passkeys of an account.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { MINUTE, SECOND } from '../../../../contract/time.ts';
import { findAccount } from '../../../storage/accounts/accounts.ts';
import {
  deletePasskey,
  findPasskeyName,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from '../../../storage/people/passkeys.ts';
import { findPerson } from '../../../storage/people/people.ts';
import type { TokenOwner } from '../../../storage/people/one-time-tokens.ts';
import type { PasskeyRow } from '../../../storage/people-tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import { cookieIn, setCookie } from '../cookies.ts';
import type { SignIn } from '../index.ts';
import { limitChanges, notify } from '../recovery/notices.ts';
import { changeSecurity, logSecurity, type SignedIn } from '../sessions/security-change.ts';
import type { SignInRequest } from '../sign-in-request.ts';

import { findValidToken, issueToken, trySpend } from '../tokens.ts';
import { PasskeyRefusal } from './passkey-refusal.ts';
import {
  checkedCredential,
  type KnownPasskey,
  type RelyingParty,
  registrationOptions,
  verifyRegistration,
  type WebAuthnAnswer,
} from './webauthn.ts';

const CHALLENGE_LIFE = 5 * MINUTE;

export interface PasskeyName {
  id: number;
  name: string;
}

export function relyingParty({ origins }: Pick<SignIn, 'origins'>): RelyingParty {
  const origin = origins.dashboard();
  return { id: new URL(origin).hostname, name: 'Fingerpost', origin };
}

export function knownPasskey({ credential_id: id, transports }: PasskeyRow): KnownPasskey {
  return { id, transports: transports.split(',').filter((transport) => transport !== '') };
}

/** Stores the challenge. Returns the cookie that remembers it. */
export async function rememberChallenge(
  signIn: SignIn,
  kind: 'new-passkey' | 'passkey-challenge',
  owner: TokenOwner | null,
  challenge: string,
): Promise<string> {
  const { store, origins } = signIn;
  const token = await store.writeUncached((tx) => issueToken(tx, signIn, kind, owner, { challenge }, CHALLENGE_LIFE));
  return setCookie(origins.dashboard(), 'passkey', token, CHALLENGE_LIFE / SECOND);
}

/** Options for `navigator.credentials.create`, and the cookie that remembers their challenge. */
export async function startPasskey(signIn: SignIn, accountId: number): Promise<WebAuthnAnswer> {
  const { read } = signIn.store;
  const [account, person] = [await findAccount(read, accountId), await findPerson(read, accountId)];
  if (!account || !person) throw new ApiError('unauthenticated');
  const own = await listPasskeys(read, accountId, limits.passkeys);
  // Nobody should make a passkey that is then refused. They are counted again when it is stored.
  if (own.length >= limits.passkeys) throw tooMany();
  const user = { id: String(accountId), name: account.email, displayName: account.username };
  const { options, challenge } = await registrationOptions(relyingParty(signIn), {
    user,
    exclude: own.map(knownPasskey),
  });
  const owner = { accountId, generation: person.generation };
  return { options, cookies: [await rememberChallenge(signIn, 'new-passkey', owner, challenge)] };
}

/** Stores the credential that the browser created. */
export async function addPasskey(
  signIn: SignIn,
  owner: SignedIn,
  given: { name: string | undefined; credential: Record<string, unknown> },
  request: SignInRequest,
): Promise<PasskeyName> {
  const { store, clock, origins } = signIn;
  const { accountId } = owner;
  await limitChanges(signIn, accountId);
  const credential = checkedCredential(given.credential);
  const token = cookieIn(request.cookie, 'passkey', origins.dashboard());
  const begun = await findValidToken(signIn, 'new-passkey', token);
  if (!begun) throw tooLate();
  if (begun.accountId !== accountId) throw notVerified();
  const { challenge } = begun;
  const made = await verifyRegistration(relyingParty(signIn), { credential, challenge }).catch((error: unknown) => {
    if (!(error instanceof PasskeyRefusal)) throw error;
    throw error.code === 'user-not-verified' ? invalid({ credential: [NO_USER_VERIFICATION] }) : notVerified();
  });
  const name = given.name ?? made.name;
  return changeSecurity(signIn, owner, async (tx, account) => {
    if (!(await trySpend(tx, 'new-passkey', token))) throw tooLate();
    if ((await listPasskeys(tx, accountId, limits.passkeys)).length >= limits.passkeys) throw tooMany();
    const at = clock();
    const [id] = await store.dialect.allocateIds(tx, 1);
    await insertPasskey(tx, {
      id: id!,
      person_id: accountId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      multi_device: Number(made.isMultiDevice),
      backed_up: Number(made.isBackedUp),
      transports: made.transports.join(','),
      aaguid: made.aaguid,
      name,
      created_at: at,
      used_at: null,
    });
    const event = { type: 'passkey_added', message: `The passkey "${name}" was added.` } as const;
    await logSecurity(tx, signIn, accountId, request.actor, event);
    await notify(tx, signIn, account, { kind: 'passkey', since: id!, name }, request.actor);
    return { id: id!, name };
  }).catch((error: unknown) => {
    throw store.dialect.isDuplicate(error) ? notVerified() : error;
  });
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

export async function removePasskey(signIn: SignIn, owner: SignedIn, id: number, actor: Actor): Promise<void> {
  const { accountId } = owner;
  await changeSecurity(signIn, owner, async (tx) => {
    const name = await findPasskeyName(tx, accountId, id);
    if (name === undefined) throw noPasskey(id);
    await deletePasskey(tx, accountId, id);
    const event = { type: 'passkey_deleted', message: `The passkey "${name}" was deleted.` } as const;
    await logSecurity(tx, signIn, accountId, actor, event);
  });
}

export const NO_USER_VERIFICATION =
  'The passkey must check who you are, with a PIN, a fingerprint or your face. Set this up on the device, then try again.';

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
