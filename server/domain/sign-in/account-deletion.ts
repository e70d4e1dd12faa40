// An account that its owner deletes is offline at once and erased 14 days later. Until then its owner can change their
// mind: signed in, or with the link in the mail about it.
import type { ActivityType } from '../../../contract/activities.ts';
import { invalid } from '../../../contract/errors.ts';
import { DAY, type Micros } from '../../../contract/time.ts';
import { mailFolderOf, removeMailOf } from '../../mail/mailer.ts';
import { findAccount, updateAccount } from '../../storage/accounts/accounts.ts';
import type { AccountRow, Executor } from '../../storage/tables.ts';
import { removeAccount } from '../accounts/accounts.ts';
import type { Actor } from '../accounts/actor.ts';
import { type HeldAccount, heldAccount } from '../accounts/held-account.ts';
import { logActivity } from '../activity/activity.ts';
import { foldersOf } from '../uploads/account-files.ts';
import { emptyFolder, type UploadServices } from '../uploads/uploads.ts';
import type { SignIn } from './index.ts';
import { mailLink } from './mails/send.ts';
import { isFlood, limitChanges } from './recovery/notices.ts';
import { invalidLink, readToken, spendToken } from './tokens.ts';

const GRACE: Micros = 14 * DAY;
/** On the dashboard's origin. */
export const KEEP_ACCOUNT_PATH = '/keep-account';

/** Returns when it will be erased. */
export async function requestDeletion(
  signIn: SignIn,
  accountId: number,
  username: string,
  actor: Actor,
): Promise<Micros> {
  const { clock } = signIn;
  await limitChanges(signIn, accountId);
  const deletesAt = clock() + GRACE;
  const event = { type: 'account_deletion_requested', message: 'The account will be deleted in 14 days.' } as const;
  const account = await change(
    signIn,
    accountId,
    actor,
    event,
    (found) => {
      if (found.username !== username.toLowerCase())
        throw invalid({ username: ['Type the username of this account.'] });
      // A repeated request does not postpone the deletion.
      return found.deletes_at ?? deletesAt;
    },
    async (tx, found) => {
      if (found.deletes_at !== null || (await isFlood(signIn, found))) return;
      const { email: to, generation } = found;
      const link = { to, owner: { accountId, generation }, contents: {}, life: GRACE, details: { deletesAt } };
      await mailLink(tx, signIn, 'keep-account', link, actor);
    },
  );
  return account.deletes_at ?? deletesAt;
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
  also: (tx: Executor, account: HeldAccount) => Promise<void> = async () => {},
): Promise<HeldAccount> {
  return store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId);
    const due = deletesAt(account);
    await also(tx, account);
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
