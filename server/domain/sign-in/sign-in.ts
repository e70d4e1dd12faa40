// Signing in with a password. A wrong password and an unknown address get the same answer after the same work.
import { Refusal } from '../../../contract/errors.ts';
import { findAccountIdByEmail } from '../../storage/accounts/accounts.ts';
import { findPasswordHash } from '../../storage/accounts/credentials.ts';
import { findUsername } from '../../storage/accounts/usernames.ts';
import type { Actor } from '../accounts/actor.ts';
import { deviceIn } from './sessions/devices.ts';
import type { SignIn } from './index.ts';
import { recordFailure, recordSignIn } from './sign-in-record.ts';
import { type StartedSession, startSession } from './sessions/start-session.ts';
import type { Attempt } from './throttle.ts';

export interface Visitor {
  actor: Actor;
  /** IPv4 addresses one by one, IPv6 by their /64. */
  network: string;
  cookie: string | undefined;
  userAgent: string | undefined;
}

/** What is hashed if there is no account: nobody has a password with this hash. */
const NOBODY = `${'0'.repeat(32)}:${'0'.repeat(128)}`;
/** Asked for as well, so that an unknown address costs as many queries. */
const NO_ACCOUNT = 0;
const FREE_PER_ACCOUNT = 5;
const FREE_PER_NETWORK = 20;
const FREE_PER_DEVICE = 5;

export async function signInWithPassword(
  signIn: SignIn,
  given: { login: string; password: string },
  visitor: Visitor,
): Promise<StartedSession> {
  const { store, passwords } = signIn;
  const accountId = await findAccountId(signIn, given.login);
  const device = deviceIn(visitor.cookie, await signIn.secret(), signIn.origins.dashboard());
  const isKnown = accountId !== undefined && device?.accountIds.includes(accountId) === true;
  // Others may have used up what the account and the network have. A browser of the account has attempts of its own.
  const attempt = isKnown
    ? signIn.throttle.begin([{ key: `sign-in device ${device!.id} ${accountId}`, free: FREE_PER_DEVICE }])
    : beginAttempt(signIn, accountId ?? given.login.toLowerCase(), visitor);
  const hash = await findPasswordHash(store.read, accountId ?? NO_ACCOUNT);
  const isRight = await verified(() => passwords.verify(hash ?? NOBODY, given.password, !isKnown), attempt);
  if (accountId === undefined || hash === undefined || !isRight) {
    if (accountId !== undefined) recordFailure(signIn, accountId, visitor.actor);
    throw new Refusal('unauthenticated', 'The e-mail address or the password is wrong.');
  }
  attempt.succeed();
  const started = await startSession(signIn, accountId, visitor, { afterPassword: true });
  if (!started.needsCode) await recordSignIn(signIn, accountId, visitor.actor, device);
  return started;
}

function beginAttempt({ throttle }: SignIn, who: number | string, { network }: Visitor): Attempt {
  return throttle.begin([
    { key: `sign-in account ${who}`, free: FREE_PER_ACCOUNT },
    { key: `sign-in network ${network}`, free: FREE_PER_NETWORK },
  ]);
}

/** What could not be checked was no guess. */
async function verified(verify: () => Promise<boolean>, attempt: Attempt): Promise<boolean> {
  try {
    return await verify();
  } catch (error) {
    attempt.succeed();
    throw error;
  }
}

/** By e-mail address or username. */
async function findAccountId({ store }: SignIn, login: string): Promise<number | undefined> {
  const name = login.toLowerCase();
  if (name.includes('@')) return findAccountIdByEmail(store.read, name);
  return (await findUsername(store.read, name))?.account_id;
}
