// Setting up the second factor, and checking its codes. Not done by better-auth: its endpoints accept a code twice and
// cannot use our clock.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import {
  activateTwoFactor,
  deleteTwoFactor,
  findActiveTwoFactor,
  findTwoFactor,
  insertTwoFactor,
  type StoredTwoFactor,
  setRecoveryCodes,
  useStep,
} from '../../../storage/accounts/two-factor.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import { type HeldAccount, heldAccount } from '../../accounts/held-account.ts';
import { UNDO_LIFE } from '../../accounts/recovery.ts';
import { logActivity } from '../../activity/activity.ts';
import type { SignIn } from '../index.ts';
import { notify } from '../recovery/notices.ts';
import { assertSignedIn, type ByOperator, type SignedIn } from '../sessions/assert-signed-in.ts';
import { newRecoveryCodes, storedRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, stepOf, totpUri } from './totp.ts';

const FREE_ATTEMPTS = 5;

/** Not active until a code proves that the app has the secret. */
export async function startTwoFactor(signIn: SignIn, owner: SignedIn): Promise<{ secret: string; uri: string }> {
  const { store, clock } = signIn;
  const { accountId } = owner;
  const secret = newTotpSecret();
  const encrypted = await encrypt(signIn, secret);
  return store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId);
    await assertSignedIn(tx, owner);
    if ((await findTwoFactor(tx, accountId))?.isActive)
      throw new ApiError('invalid', 'Two-factor authentication is on.');
    const [id] = await store.dialect.allocateIds(tx, 1);
    await insertTwoFactor(tx, store.dialect, accountId, { id: id!, secret: encrypted, addedAt: clock() });
    return { secret, uri: totpUri(secret, account.email) };
  });
}

/** Returns the recovery codes. They cannot be shown again. */
export async function confirmTwoFactor(signIn: SignIn, owner: SignedIn, code: string, actor: Actor): Promise<string[]> {
  const { store, clock } = signIn;
  const { accountId } = owner;
  const stored = await findTwoFactor(store.read, accountId);
  if (!stored) throw new ApiError('invalid', 'Set up two-factor authentication first.');
  if (stored.isActive) throw new ApiError('invalid', 'Two-factor authentication is on.');
  if (!(await isCurrentCode(signIn, accountId, code))) throw wrongCode();
  const codes = newRecoveryCodes();
  const hashes = storedRecoveryCodes(codes, await signIn.secret());
  await change(signIn, owner, actor, {
    type: 'two_factor_enabled',
    message: 'Two-factor authentication was turned on.',
    work: async (tx, account) => {
      // Another set-up may have begun since the code was checked.
      if ((await findTwoFactor(tx, accountId))?.secret !== stored.secret) throw wrongCode();
      const [id] = await store.dialect.allocateIds(tx, 1);
      await activateTwoFactor(tx, store.dialect, accountId, { id: id!, addedAt: clock(), backupCodes: hashes });
      await notify(tx, signIn, account, { kind: 'two-factor-on', since: id! }, actor);
    },
  });
  return codes;
}

export async function replaceRecoveryCodes(signIn: SignIn, owner: SignedIn, actor: Actor): Promise<string[]> {
  const { accountId } = owner;
  const codes = newRecoveryCodes();
  const hashes = storedRecoveryCodes(codes, await signIn.secret());
  await change(signIn, owner, actor, {
    type: 'recovery_codes_replaced',
    message: 'The recovery codes were replaced.',
    work: async (tx) => {
      if (!(await findTwoFactor(tx, accountId))?.isActive) throw isOff();
      await setRecoveryCodes(tx, accountId, hashes);
    },
  });
  return codes;
}

export async function disableTwoFactor(signIn: SignIn, owner: SignedIn | ByOperator, actor: Actor): Promise<void> {
  const { accountId } = owner;
  const { dialect } = signIn.store;
  await change(signIn, owner, actor, {
    type: 'two_factor_disabled',
    message: 'Two-factor authentication was turned off.',
    work: async (tx, account) => {
      const twoFactor = await findActiveTwoFactor(tx, accountId);
      if (!twoFactor) throw isOff();
      await deleteTwoFactor(tx, dialect, accountId);
      await notifyTwoFactorOff(tx, signIn, account, twoFactor, actor);
    },
  });
}

/** For the mail about a second factor that was removed. */
export async function notifyTwoFactorOff(
  tx: Executor,
  signIn: SignIn,
  account: HeldAccount,
  twoFactor: StoredTwoFactor,
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
  const isRight = await usesUpCode(signIn, accountId, code);
  if (isRight) await attempt.succeed();
  return isRight;
}

/** The same without a limit on attempts. */
export async function usesUpCode(signIn: SignIn, accountId: number, code: string): Promise<boolean> {
  const { store, clock } = signIn;
  const stored = await findTwoFactor(store.read, accountId);
  const secret = stored && (await decrypt(signIn, stored.secret));
  const step = secret === undefined ? undefined : stepOf(code, secret, clock());
  return step !== undefined && (await store.write(accountId, (tx) => useStep(tx, accountId, step)));
}

export function wrongCode(): ApiError {
  return invalid({ code: ['The code is wrong, has expired, or was used already.'] });
}

function isOff(): ApiError {
  return new ApiError('invalid', 'Two-factor authentication is off.');
}

function change<T>(
  { store, clock }: SignIn,
  owner: SignedIn | ByOperator,
  actor: Actor,
  {
    work,
    ...event
  }: {
    type: 'two_factor_enabled' | 'two_factor_disabled' | 'recovery_codes_replaced';
    message: string;
    work: (tx: Executor, account: HeldAccount) => Promise<T>;
  },
): Promise<T> {
  const { accountId } = owner;
  const subject = { kind: 'account', id: accountId } as const;
  return store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId);
    await assertSignedIn(tx, owner);
    const result = await work(tx, account);
    await logActivity(tx, store.dialect, accountId, actor, { ...event, subject, at: clock() });
    return result;
  });
}

async function encrypt(signIn: SignIn, data: string): Promise<string> {
  const { symmetricEncrypt } = await import('better-auth/crypto');
  return symmetricEncrypt({ key: await signIn.secret(), data });
}

/** Undefined if AUTH_SECRET has changed. No code is valid then. */
async function decrypt(signIn: SignIn, data: string): Promise<string | undefined> {
  const { symmetricDecrypt } = await import('better-auth/crypto');
  const key = await signIn.secret();
  return symmetricDecrypt({ key, data }).catch(() => undefined);
}
