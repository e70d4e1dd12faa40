// The second step of a sign-in: a code of the authenticator app, or a recovery code. Until then a cookie names the pending
// sign-in, which ends with the next change of the password, and with a recovery.
import { ApiError } from '../../../../contract/errors.ts';
import { MINUTE, SECOND } from '../../../../contract/time.ts';
import { activeTwoFactor, findCredential, setRecoveryCodes, useStep } from '../../../storage/people/credentials.ts';
import { findPerson, holdPerson } from '../../../storage/people/people.ts';
import type { CredentialRow, PersonRow, SignInMethod } from '../../../storage/people-tables.ts';
import type { Executor } from '../../../storage/tables.ts';
import { heldAccount } from '../../accounts/held-account.ts';
import { clearCookie, cookieIn, setCookie } from '../cookies.ts';
import type { SignIn } from '../index.ts';
import { assertLinked } from '../provider/provider-account.ts';
import { deviceOf, isKnownBy } from '../sessions/devices.ts';
import { noLongerValid, startSession } from '../sessions/start-session.ts';
import { recordFailure } from '../sign-in-record.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import type { AttemptLimit } from '../throttle.ts';
import { findValidToken, issueToken, type PendingBasis, passwordState, trySpend } from '../tokens.ts';
import { withoutRecoveryCode } from './recovery-codes.ts';
import { rightStep, wrongCode } from './totp.ts';

const FREE_PER_ACCOUNT = 5;
const FREE_PER_DEVICE = 5;
const LIFE = 10 * MINUTE;

/** After a password or a provider. Returns `Set-Cookie` headers. */
export function suspendSignIn(signIn: SignIn, person: PersonRow, basis: PendingBasis): Promise<string[]> {
  return signIn.store.writeUncached(async (tx) => {
    const held = await holdPerson(tx, person.person_id);
    if (held?.generation !== person.generation) throw noLongerValid();
    return suspendIn(tx, signIn, held, basis);
  });
}

/** In a transaction that holds the person. The browser is not signed in to another account meanwhile. */
export async function suspendIn(
  tx: Executor,
  signIn: SignIn,
  { person_id: accountId, generation }: PersonRow,
  basis: PendingBasis,
): Promise<string[]> {
  const token = await issueToken(tx, signIn, 'second-factor', { accountId, generation }, basis, LIFE);
  const dashboardUrl = signIn.origins.dashboard();
  return [clearCookie(dashboardUrl, 'session'), setCookie(dashboardUrl, 'pending', token, LIFE / SECOND)];
}

/** Returns the cookies of the session. */
export async function signInWithCode(signIn: SignIn, code: string, request: SignInRequest): Promise<string[]> {
  const { cookies } = await finish(signIn, request, 'code', {
    find: (credential) => rightStep(signIn, credential, code),
    spend: async (tx, { person_id }, step) => ((await useStep(tx, person_id, step)) ? step : undefined),
  });
  return cookies;
}

export async function signInWithRecoveryCode(
  signIn: SignIn,
  code: string,
  request: SignInRequest,
): Promise<{ cookies: string[]; codesLeft: number }> {
  const secret = await signIn.secret();
  const without = (credential: CredentialRow) => withoutRecoveryCode(credential, code, secret);
  const { cookies, spent } = await finish(signIn, request, 'recovery-code', {
    find: async (credential) => without(credential),
    async spend(tx, credential) {
      const left = without(credential);
      if (left) await setRecoveryCodes(tx, credential.person_id, JSON.stringify(left));
      return left;
    },
  });
  return { cookies, codesLeft: spent.length };
}

interface Code<Proof> {
  /** Undefined if the code is wrong. */
  find(credential: CredentialRow): Promise<Proof | undefined>;
  /** The same in the transaction of the sign-in: of several with the same code, one succeeds. */
  spend(tx: Executor, credential: CredentialRow, proof: Proof): Promise<Proof | undefined>;
}

async function finish<Proof>(
  signIn: SignIn,
  request: SignInRequest,
  method: SignInMethod,
  { find, spend }: Code<Proof>,
): Promise<{ cookies: string[]; spent: Proof }> {
  const { store, throttle, origins } = signIn;
  const token = cookieIn(request.cookie, 'pending', origins.dashboard());
  const pending = await findValidToken(signIn, 'second-factor', token);
  const person = pending && (await findPerson(store.read, pending.accountId));
  if (!person) throw new ApiError('unauthenticated', 'This sign-in took too long. Start again.');
  const accountId = person.person_id;
  const attempt = await throttle.begin([await limitOf(signIn, person, request)]);
  const credential = await findCredential(store.read, accountId);
  const proof = activeTwoFactor(credential) && (await find(credential!));
  if (proof === undefined) throw refused();
  await attempt.succeed();
  // Somebody who was linked then, and is not any more, is not linked again.
  const isToBeLinked = 'issuer' in pending && !pending.isLinked;
  return store.write(accountId, async (tx) => {
    const account = isToBeLinked ? await heldAccount(tx, accountId, noLongerValid) : undefined;
    const held = account ?? (await holdPerson(tx, accountId));
    const now = await findCredential(tx, accountId);
    if (!held || !activeTwoFactor(now) || !(await trySpend(tx, 'second-factor', token))) throw noLongerValid();
    const spent = await spend(tx, now!, proof);
    if (spent === undefined) throw refused();
    if ('issuer' in pending) await assertLinked(tx, signIn, { person: held, account }, pending, request.actor);
    else if (passwordState(now!.password_hash) !== pending.passwordState) throw noLongerValid();
    const cookies = await startSession(tx, signIn, held, request, method);
    return { cookies: [...cookies, clearCookie(origins.dashboard(), 'pending')], spent };
  });

  function refused(): ApiError {
    recordFailure(signIn, accountId, request.actor);
    return wrongCode();
  }
}

/** Somebody who knows the password could use up the account's attempts. Known browsers have a separate limit. */
async function limitOf(signIn: SignIn, person: PersonRow, request: SignInRequest): Promise<AttemptLimit> {
  const { person_id: accountId } = person;
  const device = await deviceOf(signIn, request);
  return isKnownBy(device, person)
    ? { key: `code device ${device.id} ${accountId}`, free: FREE_PER_DEVICE }
    : { key: `code account ${accountId}`, free: FREE_PER_ACCOUNT };
}
