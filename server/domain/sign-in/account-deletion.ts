// An account that its owner deletes is offline at once and erased 14 days later. Until then its owner can change their
// mind: signed in, or with the link in the mail about it.
import type { ActivityType } from '../../../contract/activities.ts';
import { invalid } from '../../../contract/errors.ts';
import { DAY, type Micros } from '../../../contract/time.ts';
import { mailFolderOf, removeMailOf } from '../../mail/mailer.ts';
import { deletionMessage } from '../../mail/messages.ts';
import { listAllDueDeletions } from '../../storage/accounts/account-security.ts';
import { findAccount, updateAccount } from '../../storage/accounts/accounts.ts';
import { deleteExpiredTokens } from '../../storage/accounts/auth-tokens.ts';
import { deleteExpiredSessions } from '../../storage/accounts/sessions.ts';
import type { AccountRow, Executor } from '../../storage/tables.ts';
import type { Clock } from '../../system/clock.ts';
import { mailLanguage } from '../accounts/account-settings.ts';
import { removeAccount } from '../accounts/accounts.ts';
import type { Actor } from '../accounts/actor.ts';
import { type HeldAccount, heldAccount } from '../accounts/held-account.ts';
import { logActivity } from '../activity/activity.ts';
import { foldersOf } from '../uploads/account-files.ts';
import { emptyFolder, type UploadServices } from '../uploads/uploads.ts';
import type { SignIn } from './index.ts';
import { isFlood } from './recovery/notices.ts';
import { invalidLink, issueToken, readToken, spendToken } from './tokens.ts';

const GRACE: Micros = 14 * DAY;
const ERASED_AT_ONCE = 20;
/** On the dashboard's origin. */
export const KEEP_ACCOUNT_PATH = '/keep-account';

/** Returns when it will be erased. */
export async function requestDeletion(
  signIn: SignIn,
  accountId: number,
  username: string,
  actor: Actor,
): Promise<Micros> {
  const { store, clock, mailer, origins } = signIn;
  const deletesAt = clock() + GRACE;
  const event = { type: 'account_deletion_requested', message: 'The account will be deleted in 14 days.' } as const;
  const account = await change(signIn, accountId, actor, event, (found) => {
    if (found.username !== username.toLowerCase()) throw invalid({ username: ['Type the username of this account.'] });
    // A repeated request does not postpone the deletion.
    return found.deletes_at ?? deletesAt;
  });
  const due = account.deletes_at ?? deletesAt;
  if (account.deletes_at === null && !(await isFlood(signIn, account))) {
    const { generation } = account;
    const token = await issueToken(signIn, 'keep-account', { accountId, generation }, {}, GRACE);
    const url = origins.dashboardLink(`${KEEP_ACCOUNT_PATH}/${token}`);
    const language = await mailLanguage(store.read, accountId, actor);
    mailer.send(deletionMessage({ to: account.email, language }, account.username, due, url), accountId);
  }
  return due;
}

export async function cancelDeletion(
  signIn: SignIn,
  accountId: number,
  actor: Actor,
  also: (tx: Executor) => Promise<void> = async () => {},
): Promise<void> {
  const event = { type: 'account_deletion_cancelled', message: 'The deletion of the account was cancelled.' } as const;
  await change(signIn, accountId, actor, event, () => null, also);
}

/** The account that the link in the mail is about; its deletion has not been cancelled yet. */
export async function accountToKeep(signIn: SignIn, token: string): Promise<AccountRow> {
  const { accountId } = await readToken(signIn, 'keep-account', token);
  const account = await findAccount(signIn.store.read, accountId);
  if (!account || account.deletes_at === null) throw invalidLink();
  return account;
}

/** With the link in the mail, which works once. */
export async function keepAccount(signIn: SignIn, token: string, actor: Actor): Promise<AccountRow> {
  const account = await accountToKeep(signIn, token);
  await cancelDeletion(signIn, account.account_id, actor, (tx) => spendToken(tx, 'keep-account', token));
  return account;
}

/** Returns the account as it was before. */
function change(
  { store, clock }: SignIn,
  accountId: number,
  actor: Actor,
  { type, message }: { type: ActivityType; message: string },
  deletesAt: (account: AccountRow) => Micros | null,
  also: (tx: Executor) => Promise<void> = async () => {},
): Promise<HeldAccount> {
  return store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId);
    await also(tx);
    const due = deletesAt(account);
    if (due === account.deletes_at) return account;
    const at = clock();
    await updateAccount(tx, accountId, { deletes_at: due, updated_at: at });
    const subject = { kind: 'account', id: accountId } as const;
    await logActivity(tx, store.dialect, accountId, actor, { type, subject, message, at });
    return account;
  });
}

export interface ErasureServices extends UploadServices {
  dataDir: string;
}

/** Removes the account with all of its rows, uploads, exports and messages. All are gone when it resolves. */
export async function eraseAccount({ store, files, dataDir }: ErasureServices, accountId: number): Promise<void> {
  const removeFiles = async (folders: readonly string[]) => {
    for (const folder of folders) await emptyFolder(files, folder);
    await removeMailOf(mailFolderOf({ dataDir }), accountId);
  };
  // Files first: if that fails, it is tried again as long as the account is there.
  await removeFiles(await foldersOf(store.read, accountId));
  // Something may have been uploaded or exported meanwhile.
  await removeFiles(await removeAccount(store, accountId));
}

/** Part of the upkeep that one process does for all. Also deletes expired rows. */
export async function eraseDueAccounts({ clock, ...services }: ErasureServices & { clock: Clock }): Promise<void> {
  const { store } = services;
  const now = clock();
  await store.note(async (tx) => {
    await deleteExpiredSessions(tx, store.dialect, now);
    await deleteExpiredTokens(tx, store.dialect, now);
  });
  const failures: unknown[] = [];
  for (const accountId of await listAllDueDeletions(store.read, now, ERASED_AT_ONCE)) {
    // One whose files cannot be removed must not keep the others.
    await eraseAccount(services, accountId).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
