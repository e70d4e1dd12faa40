// A new password for somebody who forgot theirs. The answer does not reveal whether an account has the address.
import { hash } from 'node:crypto';
import { invalid, Refusal } from '../../../../contract/errors.ts';
import { HOUR } from '../../../../contract/time.ts';
import { resetMessage } from '../../../mail/messages.ts';
import { setVerifiedEmail } from '../../../storage/accounts/account-security.ts';
import { findAccount, findAccountIdByEmail } from '../../../storage/accounts/accounts.ts';
import { findPasswordHash } from '../../../storage/accounts/credentials.ts';
import { mailLanguage } from '../../accounts/account-settings.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { SignIn } from '../index.ts';
import type { Visitor } from '../sign-in.ts';
import { invalidLink, issueToken, readToken, spendToken } from '../tokens.ts';
import { replacePassword } from './password-change.ts';
import { passwordProblem } from './password-rules.ts';

const FREE_PER_NETWORK = 10;
const FREE_PER_ADDRESS = 3;
const LINK_LIFE = HOUR;

export async function requestReset(signIn: SignIn, email: string, { network, actor }: Visitor): Promise<void> {
  const address = email.toLowerCase();
  // Every request counts, to limit how many messages are sent.
  await signIn.throttle.begin([
    { key: `recover address ${address}`, free: FREE_PER_ADDRESS },
    { key: `recover network ${network}`, free: FREE_PER_NETWORK },
  ]);
  // Not awaited: the response time must not reveal whether there is an account. After a failure, people can ask again.
  sendLink(signIn, address, actor).catch(() => {});
}

async function sendLink(signIn: SignIn, email: string, actor: Actor): Promise<void> {
  const { read } = signIn.store;
  const accountId = await findAccountIdByEmail(read, email);
  const account = accountId === undefined ? undefined : await findAccount(read, accountId);
  if (account?.is_active !== 1) return;
  const state = stateOf(await findPasswordHash(read, account.account_id));
  const contents = { accountId: account.account_id, state };
  const token = await issueToken(signIn, 'reset-password', contents, LINK_LIFE);
  const url = signIn.origins.dashboardLink(`/reset?token=${token}`);
  const language = await mailLanguage(read, account.account_id, actor);
  signIn.mailer.send(resetMessage({ to: email, language }, account.username, url), account.account_id);
}

/** Ends all sessions and invalidates earlier links. */
export async function resetPassword(signIn: SignIn, token: string, password: string, visitor: Visitor): Promise<void> {
  const { store, clock } = signIn;
  const { accountId, state } = await readToken(signIn, 'reset-password', token);
  const account = await findAccount(store.read, accountId);
  if (!account) throw invalidLink();
  if (account.is_active !== 1) throw new Refusal('forbidden', 'This account is suspended.');
  const problem = passwordProblem(password, [account.username, account.email]);
  if (problem) throw invalid({ password: [problem] });
  const passwordHash = await signIn.passwords.hash(password);
  await replacePassword(signIn, account, passwordHash, visitor.actor, {
    except: undefined,
    within: async (tx) => {
      await spendToken(tx, 'reset-password', token);
      if (stateOf(await findPasswordHash(tx, accountId)) !== state) throw invalidLink();
      // The link arrived by mail, so the address is verified.
      await setVerifiedEmail(tx, store.dialect, accountId, account.email, clock());
    },
  });
}

/** Changes with the password. */
function stateOf(passwordHash: string | undefined): string {
  return hash('sha256', passwordHash ?? '', 'base64url');
}
