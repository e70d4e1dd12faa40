// Signing in with a password. A wrong password and an unknown address get the same answer after the same work.
import { ApiError } from '../../../contract/errors.ts';
import { hasTwoFactor } from '../../storage/accounts/account-security.ts';
import { findAccountIdByEmail } from '../../storage/accounts/accounts.ts';
import { findPasswordHash } from '../../storage/accounts/credentials.ts';
import { readOwnership } from '../../storage/accounts/ownership.ts';
import { findUsername } from '../../storage/accounts/usernames.ts';
import type { SignIn } from './index.ts';
import { deviceOf, type StillHolds } from './sessions/admission.ts';
import { isKnownBy } from './sessions/devices.ts';
import { startSession } from './sessions/start-session.ts';
import { recordFailure } from './sign-in-record.ts';
import type { SignInRequest } from './sign-in-request.ts';
import { type Attempt, type AttemptLimit, perNetwork } from './throttle.ts';
import { suspendSignIn } from './two-factor/pending-sign-in.ts';

/** Verified against if there is no account. No password has this hash. */
const NOBODY = `${'0'.repeat(32)}:${'0'.repeat(128)}`;
/** Queried if there is no account, so that an unknown address costs as many queries. */
const NO_ACCOUNT = 0;
const FREE_PER_ACCOUNT = 5;
const FREE_PER_NETWORK = 20;
const FREE_PER_DEVICE = 5;

export interface PasswordSignIn {
  /** Not signed in yet: a code of the second factor is needed. */
  needsCode: boolean;
  /** `Set-Cookie` headers. */
  cookies: string[];
}

export async function signInWithPassword(
  signIn: SignIn,
  given: { login: string; password: string },
  request: SignInRequest,
): Promise<PasswordSignIn> {
  const { store, passwords, throttle } = signIn;
  const { networks, wait } = request;
  const login = given.login.toLowerCase();
  const accountId = await findAccountId(signIn, login);
  // Before the password: a recovery in between ends this sign-in.
  const account = await readOwnership(store.read, accountId ?? NO_ACCOUNT);
  const hash = await findPasswordHash(store.read, accountId ?? NO_ACCOUNT);
  const device = await deviceOf(signIn, request);
  const isKnown = accountId !== undefined && account !== undefined && isKnownBy(device, accountId, account);
  // Others may have used up the attempts of the account and the network. A known browser has its own limit.
  const attempt = await throttle.begin(
    isKnown
      ? [{ key: `sign-in device ${device!.id} ${accountId}`, free: FREE_PER_DEVICE }]
      : [...perName(login, accountId, hash), ...perNetwork('sign-in', networks, FREE_PER_NETWORK)],
  );
  const user = { networks, wait, ...(isKnown ? { accountId } : { login }) };
  const isRight = await verified(() => passwords.verify(hash ?? NOBODY, given.password, user), attempt);
  if (accountId === undefined || account === undefined || hash === undefined || !isRight || attempt.isInVain) {
    if (accountId !== undefined) recordFailure(signIn, accountId, request.actor);
    throw new ApiError('unauthenticated', 'The e-mail address or the password is wrong.');
  }
  await attempt.succeed();
  const { generation } = account;
  if (await hasTwoFactor(store.read, accountId)) {
    return { needsCode: true, cookies: await suspendSignIn(signIn, { accountId, generation }, hash) };
  }
  const stillHolds: StillHolds = async (tx, held) =>
    held.generation === generation &&
    (await findPasswordHash(tx, accountId)) === hash &&
    !(await hasTwoFactor(tx, accountId));
  return { needsCode: false, cookies: await startSession(signIn, accountId, request, stillHolds) };
}

/**
 * An account has an e-mail address and a username, and nobody must learn from the limits which of them belong together. So
 * each name has its own limit, which the caller notices, and the account has one that nobody notices: without it, there would
 * be attempts for each name. After a change of the password, it begins again.
 */
function perName(login: string, accountId: number | undefined, hash: string | undefined): AttemptLimit[] {
  return [
    { key: `sign-in name ${login}`, free: FREE_PER_ACCOUNT },
    { key: `sign-in account ${accountId ?? login} ${hash}`, free: FREE_PER_ACCOUNT, isSilent: true },
  ];
}

/** A password that could not be checked does not count as an attempt. */
async function verified(verify: () => Promise<boolean>, attempt: Attempt): Promise<boolean> {
  try {
    return await verify();
  } catch (error) {
    await attempt.succeed();
    throw error;
  }
}

/** By e-mail address or username, in lower case. */
async function findAccountId({ store }: SignIn, login: string): Promise<number | undefined> {
  if (login.includes('@')) return findAccountIdByEmail(store.read, login);
  return (await findUsername(store.read, login))?.account_id;
}
