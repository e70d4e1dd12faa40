// One-time sign-in links, created by the operator. They replace the password and the second factor, and give the account
// back to its owner.
import { ApiError } from '../../../contract/errors.ts';
import { MINUTE } from '../../../contract/time.ts';
import { readOwnership } from '../../storage/accounts/ownership.ts';
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
  const account = await readOwnership(context.store.read, accountId);
  if (!account) throw new ApiError('not_found', 'There is no such account.');
  const token = await issueToken(
    context,
    'sign-in',
    { accountId, generation: account.generation },
    { isRecovery },
    LIFE,
  );
  return context.origins.dashboardLink(`/sign-in/link?token=${token}`);
}

/** Returns the cookies of the session. */
export async function signInWithLink(signIn: SignIn, token: string, request: SignInRequest): Promise<string[]> {
  const { store } = signIn;
  const attempt = await signIn.throttle.begin(perNetwork('link', request.networks, FREE_PER_NETWORK));
  const { accountId, isRecovery } = await readToken(signIn, 'sign-in', token);
  await attempt.succeed();
  const generation = await store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId, invalidLink);
    if (account.is_active !== 1) throw suspended(account.suspension_reason);
    await spendToken(tx, 'sign-in', token);
    if (!isRecovery) return account.generation;
    const recovery = { account, through: null, actor: request.actor, at: signIn.clock() };
    return (await recover(tx, store.dialect, recovery)).generation;
  });
  return startSession(signIn, accountId, request, async (_tx, account) => account.generation === generation);
}
