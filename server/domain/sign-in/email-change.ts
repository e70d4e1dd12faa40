// The e-mail address of an account: verified by a link, changed by a link to the new address, and restored by a link to the
// old one.
import type { ActivityType } from '../../../contract/activities.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { DAY } from '../../../contract/time.ts';
import { emailChangedMessage, emailChangeMessage } from '../../mail/messages.ts';
import { setPendingEmail, setVerifiedEmail } from '../../storage/accounts/account-security.ts';
import { findAccount, findAccountIdByEmail, holdAccount } from '../../storage/accounts/accounts.ts';
import { deleteSessions } from '../../storage/accounts/sessions.ts';
import type { AccountRow, Executor } from '../../storage/tables.ts';
import { mailLanguage } from '../accounts/account-settings.ts';
import type { Actor } from '../accounts/actor.ts';
import { logActivity } from '../activity/activity.ts';
import type { SignIn } from './index.ts';
import { sendVerification } from './sign-up.ts';
import { invalidLink, issueToken, readToken, spendToken, type TokenKind } from './tokens.ts';

const CHANGE_LIFE = DAY;
const UNDO_LIFE = 7 * DAY;
const FREE_MESSAGES = 5;

export async function verifyEmail(signIn: SignIn, token: string, actor: Actor): Promise<void> {
  const { accountId, email } = await readToken(signIn, 'verify-email', token);
  await withAccount(signIn, accountId, { kind: 'verify-email', token }, async (tx, account) => {
    if (account.email !== email) throw invalidLink();
    await setVerified(signIn, tx, account, email);
    await log(signIn, tx, accountId, actor, 'email_verified', `The e-mail address ${email} was verified.`);
  });
}

export async function requestEmailChange(
  signIn: SignIn,
  accountId: number,
  given: string,
  actor: Actor,
): Promise<void> {
  const { store, mailer, origins, throttle } = signIn;
  const email = given.toLowerCase();
  const account = await ownAccount(signIn, accountId);
  if (email === account.email) throw invalid({ email: ['This is your address already.'] });
  await throttle.begin([{ key: `email ${accountId}`, free: FREE_MESSAGES }]);
  if ((await findAccountIdByEmail(store.read, email)) !== undefined) throw taken(email);
  await store.write(accountId, async (tx) => {
    await holdAccount(tx, accountId);
    await setPendingEmail(tx, accountId, email);
  });
  const token = await issueToken(signIn, 'change-email', { accountId, email, oldEmail: account.email }, CHANGE_LIFE);
  const url = origins.dashboardLink(`/email/confirm?token=${token}`);
  const language = await mailLanguage(store.read, accountId, actor);
  mailer.send(emailChangeMessage({ to: email, language }, account.username, url), accountId);
}

/** Sends the link for the pending address, or for the current one, again. Returns the address. */
export async function resendVerification(signIn: SignIn, accountId: number, actor: Actor): Promise<string> {
  const account = await ownAccount(signIn, accountId);
  const { username, email, pending_email } = account;
  if (pending_email !== null) {
    await requestEmailChange(signIn, accountId, pending_email, actor);
    return pending_email;
  }
  await signIn.throttle.begin([{ key: `email ${accountId}`, free: FREE_MESSAGES }]);
  await sendVerification(signIn, { accountId, username, email }, actor);
  return email;
}

export async function confirmEmailChange(signIn: SignIn, token: string, actor: Actor): Promise<void> {
  const { accountId, email, oldEmail } = await readToken(signIn, 'change-email', token);
  const { store, mailer, origins } = signIn;
  const account = await store
    .write(accountId, async (tx) => {
      const found = await heldAccount(tx, accountId);
      if (found.pending_email !== email || found.email !== oldEmail) throw invalidLink();
      await spendToken(tx, 'change-email', token);
      await setVerified(signIn, tx, found, email);
      await log(signIn, tx, accountId, actor, 'email_changed', `The e-mail address was changed to ${email}.`);
      return found;
    })
    .catch((error: unknown) => {
      throw store.dialect.isDuplicate(error) ? taken(email) : error;
    });
  const undo = await issueToken(signIn, 'undo-email', { accountId, oldEmail }, UNDO_LIFE);
  const url = origins.dashboardLink(`/email/undo?token=${undo}`);
  const language = await mailLanguage(store.read, accountId, actor);
  mailer.send(emailChangedMessage({ to: oldEmail, language }, account.username, email, url), accountId);
}

/** Works after further changes too: the owner of the old address owned the account before. Ends all sessions. */
export async function undoEmailChange(signIn: SignIn, token: string, actor: Actor): Promise<void> {
  const { accountId, oldEmail } = await readToken(signIn, 'undo-email', token);
  await withAccount(signIn, accountId, { kind: 'undo-email', token }, async (tx, account) => {
    await setVerified(signIn, tx, account, oldEmail);
    await deleteSessions(tx, accountId, 'all');
    await log(signIn, tx, accountId, actor, 'email_changed', `The e-mail address was changed back to ${oldEmail}.`);
  });
}

async function withAccount(
  { store }: SignIn,
  accountId: number,
  { kind, token }: { kind: TokenKind; token: string },
  work: (tx: Executor, account: AccountRow) => Promise<void>,
): Promise<void> {
  try {
    await store.write(accountId, async (tx) => {
      const account = await heldAccount(tx, accountId);
      await spendToken(tx, kind, token);
      await work(tx, account);
    });
  } catch (error) {
    if (store.dialect.isDuplicate(error)) throw new Refusal('invalid', 'Another account has this address now.');
    throw error;
  }
}

async function heldAccount(tx: Executor, accountId: number): Promise<AccountRow> {
  await holdAccount(tx, accountId);
  const account = await findAccount(tx, accountId);
  if (!account) throw invalidLink();
  return account;
}

function setVerified({ store, clock }: SignIn, tx: Executor, account: AccountRow, email: string): Promise<void> {
  return setVerifiedEmail(tx, store.dialect, account.account_id, email, clock());
}

async function log(
  { store, clock }: SignIn,
  tx: Executor,
  accountId: number,
  actor: Actor,
  type: ActivityType,
  message: string,
): Promise<void> {
  const subject = { kind: 'account', id: accountId } as const;
  await logActivity(tx, store.dialect, accountId, actor, { type, subject, message, at: clock() });
}

async function ownAccount({ store }: SignIn, accountId: number): Promise<AccountRow> {
  const account = await findAccount(store.read, accountId);
  if (!account) throw new Refusal('unauthenticated');
  return account;
}

function taken(email: string): Refusal {
  return invalid({ email: [`The e-mail address ${email} has an account already.`] });
}
