// Signing in with a password. A wrong password and an unknown address get the same answer after the same work.
import { Refusal } from '../../../contract/errors.ts';
import { hasTwoFactor } from '../../storage/accounts/account-security.ts';
import { findAccountIdByEmail } from '../../storage/accounts/accounts.ts';
import { findPasswordHash } from '../../storage/accounts/credentials.ts';
import { readOwnership } from '../../storage/accounts/ownership.ts';
import { findUsername } from '../../storage/accounts/usernames.ts';
import type { Actor } from '../accounts/actor.ts';
import type { SignIn } from './index.ts';
import { deviceOf, type StillHolds } from './sessions/admission.ts';
import { isKnownBy } from './sessions/devices.ts';
import { startSession } from './sessions/start-session.ts';
import { recordFailure } from './sign-in-record.ts';
import type { Attempt } from './throttle.ts';
import { suspendSignIn } from './two-factor/pending-sign-in.ts';

export interface Visitor {
  actor: Actor;
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network: string;
  cookie: string | undefined;
  userAgent: string | undefined;
}

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
  visitor: Visitor,
): Promise<PasswordSignIn> {
  const { store, passwords } = signIn;
  const accountId = await findAccountId(signIn, given.login);
  const device = await deviceOf(signIn, visitor);
  // Before the password: a recovery in between ends this sign-in.
  const account = await readOwnership(store.read, accountId ?? NO_ACCOUNT);
  const isKnown = accountId !== undefined && account !== undefined && isKnownBy(device, accountId, account);
  // Others may have used up the attempts of the account and the network. A known browser has its own limit.
  const attempt = isKnown
    ? await signIn.throttle.begin([{ key: `sign-in device ${device!.id} ${accountId}`, free: FREE_PER_DEVICE }])
    : await beginAttempt(signIn, accountId ?? given.login.toLowerCase(), visitor);
  const hash = await findPasswordHash(store.read, accountId ?? NO_ACCOUNT);
  const isRight = await verified(() => passwords.verify(hash ?? NOBODY, given.password, !isKnown), attempt);
  if (accountId === undefined || account === undefined || hash === undefined || !isRight) {
    if (accountId !== undefined) recordFailure(signIn, accountId, visitor.actor);
    throw new Refusal('unauthenticated', 'The e-mail address or the password is wrong.');
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
  return { needsCode: false, cookies: await startSession(signIn, accountId, visitor, stillHolds) };
}

function beginAttempt({ throttle }: SignIn, who: number | string, { network }: Visitor): Promise<Attempt> {
  return throttle.begin([
    { key: `sign-in account ${who}`, free: FREE_PER_ACCOUNT },
    { key: `sign-in network ${network}`, free: FREE_PER_NETWORK },
  ]);
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

/** By e-mail address or username. */
async function findAccountId({ store }: SignIn, login: string): Promise<number | undefined> {
  const name = login.toLowerCase();
  if (name.includes('@')) return findAccountIdByEmail(store.read, name);
  return (await findUsername(store.read, name))?.account_id;
}
