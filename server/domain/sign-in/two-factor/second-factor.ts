// The second step of a sign-in: a code of the authenticator app, or a recovery code.
import { holdAccount } from '../../../storage/accounts/accounts.ts';
import { readOwnership } from '../../../storage/accounts/ownership.ts';
import { findTwoFactor, setRecoveryCodes } from '../../../storage/accounts/two-factor.ts';
import type { SignIn } from '../index.ts';
import { deviceOf } from '../sessions/admission.ts';
import { isKnownBy } from '../sessions/devices.ts';
import { startSession } from '../sessions/start-session.ts';
import { recordFailure } from '../sign-in-record.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import type { AttemptLimit } from '../throttle.ts';
import { pendingSignIn } from './pending-sign-in.ts';
import { withoutRecoveryCode } from './recovery-codes.ts';
import { usesUpCode, wrongCode } from './two-factor.ts';

const FREE_PER_ACCOUNT = 5;
const FREE_PER_DEVICE = 5;

/** Returns the cookies of the session. */
export async function signInWithCode(signIn: SignIn, code: string, request: SignInRequest): Promise<string[]> {
  const { cookies } = await finish(signIn, request, async (accountId) =>
    (await usesUpCode(signIn, accountId, code)) ? true : undefined,
  );
  return cookies;
}

export async function signInWithRecoveryCode(
  signIn: SignIn,
  code: string,
  request: SignInRequest,
): Promise<{ cookies: string[]; codesLeft: number }> {
  const { cookies, proof } = await finish(signIn, request, (accountId) => useRecoveryCode(signIn, accountId, code));
  return { cookies, codesLeft: proof };
}

/** `verify` returns undefined if the code is wrong. */
async function finish<Proof>(
  signIn: SignIn,
  request: SignInRequest,
  verify: (accountId: number) => Promise<Proof | undefined>,
): Promise<{ cookies: string[]; proof: Proof }> {
  const { accountId, stillHolds, cookie } = await pendingSignIn(signIn, request);
  const attempt = await signIn.throttle.begin([await limitOf(signIn, accountId, request)]);
  const proof = await verify(accountId);
  if (proof === undefined) {
    recordFailure(signIn, accountId, request.actor);
    throw wrongCode();
  }
  await attempt.succeed();
  const cookies = await startSession(signIn, accountId, request, stillHolds);
  return { cookies: [...cookies, cookie], proof };
}

/** Somebody who knows the password could use up the account's attempts. Known browsers have a separate limit. */
async function limitOf(signIn: SignIn, accountId: number, request: SignInRequest): Promise<AttemptLimit> {
  const device = await deviceOf(signIn, request);
  const account = await readOwnership(signIn.store.read, accountId);
  return account && isKnownBy(device, accountId, account)
    ? { key: `code device ${device.id} ${accountId}`, free: FREE_PER_DEVICE }
    : { key: `code account ${accountId}`, free: FREE_PER_ACCOUNT };
}

/** Returns how many codes are left; undefined if the code is wrong. */
async function useRecoveryCode(signIn: SignIn, accountId: number, code: string): Promise<number | undefined> {
  const secret = await signIn.secret();
  return signIn.store.write(accountId, async (tx) => {
    // Serialized: if the same code is used twice at once, only one sign-in succeeds.
    if (!(await holdAccount(tx, accountId))) return undefined;
    const stored = await findTwoFactor(tx, accountId);
    const left = stored?.isActive ? withoutRecoveryCode(stored.backupCodes, code, secret) : undefined;
    if (left) await setRecoveryCodes(tx, accountId, JSON.stringify(left));
    return left?.length;
  });
}
