// Changes the password, for a signed-in owner or through a reset link. Ends the other sessions.
import { invalid, Refusal } from '../../../../contract/errors.ts';
import { passwordChangedMessage } from '../../../mail/messages.ts';
import { findAccount, holdAccount, setPasswordHash } from '../../../storage/accounts/accounts.ts';
import { findPasswordHash } from '../../../storage/accounts/credentials.ts';
import { deleteSessions } from '../../../storage/accounts/sessions.ts';
import type { AccountRow, Executor } from '../../../storage/tables.ts';
import { mailLanguage } from '../../accounts/account-settings.ts';
import type { Actor } from '../../accounts/actor.ts';
import { logActivity } from '../../activity/activity.ts';
import type { SignIn } from '../index.ts';
import type { SignedIn } from '../sessions/reauthentication.ts';
import { verifyOwnPassword } from '../sessions/reauthentication.ts';
import { placeOf } from '../sign-in-record.ts';
import { passwordProblem } from './password-rules.ts';

export async function changePassword(
  signIn: SignIn,
  owner: SignedIn,
  given: { password: string; current: string | undefined; isFresh: boolean },
  actor: Actor,
): Promise<void> {
  const account = await findAccount(signIn.store.read, owner.accountId);
  if (!account) throw new Refusal('unauthenticated');
  const problem = passwordProblem(given.password, [account.username, account.email]);
  if (problem) throw invalid({ password: [problem] });
  if (given.current !== undefined) await verifyOwnPassword(signIn, owner, given.current, 'current_password');
  else if (!given.isFresh && (await findPasswordHash(signIn.store.read, owner.accountId)) !== undefined) {
    throw invalid({ current_password: ['Type your current password too.'] });
  }
  const passwordHash = await signIn.passwords.hash(given.password);
  await replacePassword(signIn, account, passwordHash, actor, { except: owner.sessionId, within: async () => {} });
}

export async function replacePassword(
  { store, clock, mailer, origins }: SignIn,
  { account_id: accountId, email, username }: AccountRow,
  passwordHash: string,
  actor: Actor,
  { except, within }: { except: number | undefined; within: (tx: Executor) => Promise<void> },
): Promise<void> {
  const at = clock();
  await store.write(accountId, async (tx) => {
    if (!(await holdAccount(tx, accountId))) throw new Refusal('unauthenticated');
    await within(tx);
    const [id] = await store.dialect.allocateIds(tx, 1);
    await setPasswordHash(tx, accountId, { id: id!, password: passwordHash, at: store.dialect.authInstant(at) });
    await deleteSessions(tx, accountId, except === undefined ? 'all' : { except });
    const subject = { kind: 'account', id: accountId } as const;
    const event = { type: 'password_changed', subject, message: 'The password was changed.', at } as const;
    await logActivity(tx, store.dialect, accountId, actor, event);
  });
  const language = await mailLanguage(store.read, accountId, actor);
  const url = origins.dashboardLink('/recover');
  mailer.send(passwordChangedMessage({ to: email, language }, username, placeOf(actor, at), url), accountId);
}
