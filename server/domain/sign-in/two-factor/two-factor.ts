// Setting up the second factor, and checking its codes.
import { ApiError } from '../../../../contract/errors.ts';
import {
  activateTwoFactor,
  activeTwoFactor,
  deleteTwoFactor,
  findCredential,
  findTwoFactor,
  setRecoveryCodes,
  setTwoFactor,
  type TwoFactor,
  useStep,
} from '../../../storage/people/credentials.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { HeldAccount } from '../../accounts/held-account.ts';
import { UNDO_LIFE } from '../../accounts/recovery.ts';
import type { SignIn } from '../index.ts';
import { limitChanges, notify } from '../recovery/notices.ts';
import { type ByOperator, changeSecurity, logSecurity, type SignedIn } from '../sessions/security-change.ts';
import { newRecoveryCodes, storedRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, rightStep, seal, totpUri, wrongCode } from './totp.ts';

const FREE_ATTEMPTS = 5;

/** Not active until a code proves that the app has the secret. */
export async function startTwoFactor(signIn: SignIn, owner: SignedIn): Promise<{ secret: string; uri: string }> {
  const { store, clock } = signIn;
  const { accountId } = owner;
  const secret = newTotpSecret();
  const sealed = seal(secret, accountId, await signIn.secret());
  return changeSecurity(signIn, owner, async (tx, account) => {
    if (await findTwoFactor(tx, accountId)) throw isOn();
    const [id] = await store.dialect.allocateIds(tx, 1);
    const twoFactor = { id: id!, secret: sealed, addedAt: clock(), usedStep: 0, recoveryCodes: '[]' };
    await setTwoFactor(tx, accountId, twoFactor, { isActive: false });
    return { secret, uri: totpUri(secret, account.email) };
  });
}

/** Returns the recovery codes. They cannot be shown again. */
export async function confirmTwoFactor(signIn: SignIn, owner: SignedIn, code: string, actor: Actor): Promise<string[]> {
  const { store, clock } = signIn;
  const { accountId } = owner;
  const stored = await findCredential(store.read, accountId);
  if (!stored?.totp_secret) throw new ApiError('invalid', 'Set up two-factor authentication first.');
  if (activeTwoFactor(stored)) throw isOn();
  if (!(await isCurrentCode(signIn, accountId, code))) throw wrongCode();
  await limitChanges(signIn, accountId);
  const codes = newRecoveryCodes();
  const hashes = storedRecoveryCodes(codes, await signIn.secret());
  await changeSecurity(signIn, owner, async (tx, account) => {
    // Another set-up may have begun since the code was checked, or another code may have ended this one.
    const now = await findCredential(tx, accountId);
    if (activeTwoFactor(now)) throw isOn();
    if (now?.totp_secret !== stored.totp_secret) throw wrongCode();
    const [id] = await store.dialect.allocateIds(tx, 1);
    await activateTwoFactor(tx, accountId, { id: id!, addedAt: clock(), recoveryCodes: hashes });
    await notify(tx, signIn, account, { kind: 'two-factor-on', since: id! }, actor);
    const event = { type: 'two_factor_enabled', message: 'Two-factor authentication was turned on.' } as const;
    await logSecurity(tx, signIn, accountId, actor, event);
  });
  return codes;
}

export async function replaceRecoveryCodes(signIn: SignIn, owner: SignedIn, actor: Actor): Promise<string[]> {
  const { accountId } = owner;
  const codes = newRecoveryCodes();
  const hashes = storedRecoveryCodes(codes, await signIn.secret());
  await changeSecurity(signIn, owner, async (tx) => {
    if (!(await findTwoFactor(tx, accountId))) throw isOff();
    await setRecoveryCodes(tx, accountId, hashes);
    const event = { type: 'recovery_codes_replaced', message: 'The recovery codes were replaced.' } as const;
    await logSecurity(tx, signIn, accountId, actor, event);
  });
  return codes;
}

export async function disableTwoFactor(signIn: SignIn, owner: SignedIn | ByOperator, actor: Actor): Promise<void> {
  const { accountId } = owner;
  await changeSecurity(signIn, owner, async (tx, account) => {
    const twoFactor = await findTwoFactor(tx, accountId);
    if (!twoFactor) throw isOff();
    await deleteTwoFactor(tx, accountId);
    await notifyTwoFactorOff(tx, signIn, account, twoFactor, actor);
    const event = { type: 'two_factor_disabled', message: 'Two-factor authentication was turned off.' } as const;
    await logSecurity(tx, signIn, accountId, actor, event);
  });
}

/** For the mail about a second factor that was removed. */
export async function notifyTwoFactorOff(
  tx: Executor,
  signIn: SignIn,
  account: HeldAccount,
  twoFactor: TwoFactor,
  actor: Actor,
): Promise<void> {
  const { store, clock } = signIn;
  const [since] = await store.dialect.allocateIds(tx, 1);
  // Taking this back must not lock the owner out with what a thief has set up shortly before.
  const isOld = twoFactor.addedAt <= clock() - UNDO_LIFE;
  await notify(
    tx,
    signIn,
    account,
    { kind: 'two-factor', since: since!, twoFactor: isOld ? twoFactor : undefined },
    actor,
  );
}

/** True once for each code of the authenticator app. Attempts are limited per account, since six digits can be guessed. */
export async function isCurrentCode(signIn: SignIn, accountId: number, code: string): Promise<boolean> {
  const attempt = await signIn.throttle.begin([{ key: `own code ${accountId}`, free: FREE_ATTEMPTS }]);
  const step = await rightStep(signIn, await findCredential(signIn.store.read, accountId), code);
  const isRight = step !== undefined && (await signIn.store.write(accountId, (tx) => useStep(tx, accountId, step)));
  if (isRight) await attempt.succeed();
  return isRight;
}

function isOn(): ApiError {
  return new ApiError('invalid', 'Two-factor authentication is on.');
}

function isOff(): ApiError {
  return new ApiError('invalid', 'Two-factor authentication is off.');
}
