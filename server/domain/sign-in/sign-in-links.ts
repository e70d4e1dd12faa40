// One-time sign-in links, created by the operator. They replace the password and the second factor.
import { Refusal } from '../../../contract/errors.ts';
import { MINUTE } from '../../../contract/time.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import type { SignIn } from './index.ts';
import { deviceIn } from './sessions/devices.ts';
import { startSession } from './sessions/start-session.ts';
import type { Visitor } from './sign-in.ts';
import { recordSignIn } from './sign-in-record.ts';
import { perNetwork } from './throttle.ts';
import { invalidLink, issueToken, readToken, spendToken } from './tokens.ts';

const LIFE = 15 * MINUTE;
const FREE_PER_NETWORK = 20;

export async function issueSignInLink(
  context: Pick<SignIn, 'store' | 'clock' | 'origins'>,
  accountId: number,
): Promise<string> {
  const token = await issueToken(context, 'sign-in', { accountId }, LIFE);
  return context.origins.dashboardLink(`/sign-in/link?token=${token}`);
}

/** Returns the cookies of the session. */
export async function signInWithLink(signIn: SignIn, token: string, visitor: Visitor): Promise<string[]> {
  const { store, origins } = signIn;
  const attempt = await signIn.throttle.begin(perNetwork('link', visitor.networks, FREE_PER_NETWORK));
  const { accountId } = await readToken(signIn, 'sign-in', token);
  await attempt.succeed();
  const account = await findAccount(store.read, accountId);
  if (!account) throw invalidLink();
  if (account.is_active !== 1) throw new Refusal('forbidden', 'This account is suspended.');
  await store.writeInstallation((tx) => spendToken(tx, 'sign-in', token));
  const { cookies } = await startSession(signIn, accountId, visitor, { afterPassword: false });
  const device = deviceIn(visitor.cookie, await signIn.secret(), origins.dashboard());
  await recordSignIn(signIn, accountId, visitor.actor, device);
  return cookies;
}
