// Signing in with a password. A wrong password and an unknown address get the same answer after the same work.
import { ApiError } from '../../../contract/errors.ts';
import { findUsername } from '../../storage/accounts/usernames.ts';
import { findCredential } from '../../storage/people/credentials.ts';
import { findPerson, findPersonByEmail } from '../../storage/people/people.ts';
import type { SignIn } from './index.ts';
import { deviceOf, isKnownBy } from './sessions/devices.ts';
import { noLongerValid, signInAs } from './sessions/start-session.ts';
import { recordFailure } from './sign-in-record.ts';
import type { SignInRequest } from './sign-in-request.ts';
import { type Attempt, type AttemptLimit, perNetwork } from './throttle.ts';
import { passwordState } from './tokens.ts';
import { suspendSignIn } from './two-factor/second-factor.ts';

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
  const person = await findPerson(store.read, accountId ?? NO_ACCOUNT);
  const credential = await findCredential(store.read, accountId ?? NO_ACCOUNT);
  const hash = credential?.password_hash ?? undefined;
  const device = await deviceOf(signIn, request);
  const isKnown = person !== undefined && isKnownBy(device, person);
  // Others may have used up the attempts of the account and the network. A known browser has its own limit.
  const attempt = await throttle.begin(
    isKnown
      ? [{ key: `sign-in device ${device!.id} ${accountId}`, free: FREE_PER_DEVICE }]
      : [...perName(login, accountId, hash), ...perNetwork('sign-in', networks, FREE_PER_NETWORK)],
  );
  const user = { networks, wait, ...(isKnown ? { accountId } : { login }) };
  const isRight = await verified(() => passwords.verify(hash ?? NOBODY, given.password, user), attempt);
  if (!person || !credential || hash === undefined || !isRight || attempt.isInVain) {
    if (accountId !== undefined) recordFailure(signIn, accountId, request.actor);
    throw new ApiError('unauthenticated', 'The e-mail address or the password is wrong.');
  }
  await attempt.succeed();
  if (credential.totp_confirmed === 1) {
    return { needsCode: true, cookies: await suspendSignIn(signIn, person, { passwordState: passwordState(hash) }) };
  }
  const cookies = await signInAs(signIn, person.person_id, request, 'password', async (tx, held) => {
    const now = await findCredential(tx, held.person_id);
    const isSame = now?.password_hash === hash && now.totp_confirmed === 0;
    if (held.generation !== person.generation || !isSame) throw noLongerValid();
  });
  return { needsCode: false, cookies };
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
  if (login.includes('@')) return (await findPersonByEmail(store.read, login))?.person_id;
  return (await findUsername(store.read, login))?.account_id;
}
