// One-time sign-in links, created by the operator. They replace the password and the second factor, and give the account
// back to its owner.
import { ApiError } from '../../../contract/errors.ts';
import { MINUTE } from '../../../contract/time.ts';
import { findPerson, holdPerson } from '../../storage/people/people.ts';
import type { PersonRow } from '../../storage/people-tables.ts';
import type { Executor } from '../../storage/tables.ts';
import { heldAccount } from '../accounts/held-account.ts';
import { recover } from '../accounts/recovery.ts';
import { suspended } from '../accounts/suspension.ts';
import type { SignIn } from './index.ts';
import { startSession } from './sessions/start-session.ts';
import type { SignInRequest } from './sign-in-request.ts';
import { perNetwork } from './throttle.ts';
import { invalidLink, issueToken, readToken, spendToken } from './tokens.ts';

const LIFE = 15 * MINUTE;
const FREE_PER_NETWORK = 20;

/** The first link of an account that nobody has had before is no recovery. */
export async function issueSignInLink(
  context: Pick<SignIn, 'store' | 'clock' | 'origins'>,
  accountId: number,
  { isRecovery = true } = {},
): Promise<string> {
  const token = await context.store.writeUncached(async (tx) => {
    const person = await holdPerson(tx, accountId);
    if (!person) throw new ApiError('not_found', 'There is no such account.');
    const owner = { accountId, generation: person.generation };
    return issueToken(tx, context, 'sign-in', owner, { isRecovery }, LIFE);
  });
  return context.origins.dashboardLink(`/sign-in/link?token=${token}`);
}

/** Returns the cookies of the session. */
export async function signInWithLink(signIn: SignIn, token: string, request: SignInRequest): Promise<string[]> {
  const { store } = signIn;
  const attempt = await signIn.throttle.begin(perNetwork('link', request.networks, FREE_PER_NETWORK));
  const { accountId, isRecovery } = await readToken(signIn, 'sign-in', token);
  await attempt.succeed();
  return store.write(accountId, async (tx) => {
    const person = await (isRecovery ? recovered : held)(tx);
    return startSession(tx, signIn, person, request, 'link');
  });

  async function held(tx: Executor): Promise<PersonRow> {
    const person = await holdPerson(tx, accountId);
    if (!person) throw invalidLink();
    await spendToken(tx, 'sign-in', token);
    return person;
  }

  async function recovered(tx: Executor): Promise<PersonRow> {
    const account = await heldAccount(tx, accountId, invalidLink);
    if (account.is_active !== 1) throw suspended(account.suspension_reason);
    await spendToken(tx, 'sign-in', token);
    await recover(tx, store.dialect, { account, through: null, actor: request.actor, at: signIn.clock() });
    return (await findPerson(tx, accountId))!;
  }
}
