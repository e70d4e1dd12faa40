// An account that its owner deletes is offline at once and erased seven days later. Until then its owner can change their mind.
import { invalid, Refusal } from '../../../contract/errors.ts';
import { DAY, humanDate, type Micros } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { deletionMessage } from '../../mail/messages.ts';
import { listAllDueDeletions } from '../../storage/accounts/account-security.ts';
import { findAccount, holdAccount, updateAccount } from '../../storage/accounts/accounts.ts';
import { deleteExpiredTokens } from '../../storage/accounts/auth-tokens.ts';
import { deleteExpiredSessions } from '../../storage/accounts/sessions.ts';
import type { Store } from '../../storage/store.ts';
import type { AccountRow } from '../../storage/tables.ts';
import { removeAccount } from '../accounts/accounts.ts';
import type { Actor } from '../accounts/actor.ts';
import { type ActivityType, logActivity } from '../activity/activity.ts';
import type { SignIn } from './index.ts';

const GRACE: Micros = 7 * DAY;
const ERASED_AT_ONCE = 20;

/** Returns when it will be erased. */
export async function requestDeletion(
  signIn: SignIn,
  accountId: number,
  username: string,
  actor: Actor,
): Promise<Micros> {
  const { clock, mailer, origins } = signIn;
  const deletesAt = clock() + GRACE;
  const event = { type: 'account_deletion_requested', message: 'The account will be deleted in seven days.' } as const;
  const account = await change(signIn, accountId, actor, event, (found) => {
    if (found.username !== username.toLowerCase()) throw invalid({ username: ['Type the username of this account.'] });
    // A repeated request does not postpone the deletion.
    return found.deletes_at ?? deletesAt;
  });
  const due = account.deletes_at ?? deletesAt;
  if (account.deletes_at === null) {
    mailer.send(deletionMessage(account.email, account.username, humanDate(due), origins.dashboardLink('/sign-in')));
  }
  return due;
}

export async function cancelDeletion(signIn: SignIn, accountId: number, actor: Actor): Promise<void> {
  const event = { type: 'account_deletion_cancelled', message: 'The deletion of the account was cancelled.' } as const;
  await change(signIn, accountId, actor, event, () => null);
}

/** Returns the account as it was before. */
function change(
  { store, clock }: SignIn,
  accountId: number,
  actor: Actor,
  { type, message }: { type: ActivityType; message: string },
  deletesAt: (account: AccountRow) => Micros | null,
): Promise<AccountRow> {
  return store.write(accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const account = await findAccount(tx, accountId);
    if (!account) throw new Refusal('unauthenticated');
    const due = deletesAt(account);
    if (due === account.deletes_at) return account;
    const at = clock();
    await updateAccount(tx, accountId, { deletes_at: due, updated_at: at });
    const subject = { kind: 'account', id: accountId } as const;
    await logActivity(tx, store.dialect, accountId, actor, { type, subject, message, at });
    return account;
  });
}

/** Part of the upkeep that one process does for all. Also deletes expired rows. */
export async function eraseDueAccounts(store: Store, clock: Clock): Promise<void> {
  const now = clock();
  for (const accountId of await listAllDueDeletions(store.read, now, ERASED_AT_ONCE)) {
    await removeAccount(store, accountId);
  }
  await store.note(async (tx) => {
    await deleteExpiredSessions(tx, store.dialect, now);
    await deleteExpiredTokens(tx, store.dialect, now);
  });
}
