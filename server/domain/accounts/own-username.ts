// Username changes by the owner. Former usernames stay reserved and redirect to the page, so their number is limited.
import { invalid } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { findAccount, updateAccount } from '../../storage/accounts/accounts.ts';
import { claimUsername, findUsername, formerUsernames, isLookalike } from '../../storage/accounts/usernames.ts';
import type { Store } from '../../storage/store.ts';
import { logActivity } from '../activity/activity.ts';
import { type EditRequest, editPage, type PageEdit } from '../page/page-edit.ts';
import { usernameProblem } from './usernames.ts';

export async function changeUsername(store: Store, request: EditRequest, username: string): Promise<void> {
  const isSimilar = () => invalid({ username: [`The username "${username}" is too similar to an existing one.`] });
  const isTaken = () => invalid({ username: [`The username "${username}" is taken.`] });
  try {
    await editPage(store, request, async (edit) => {
      const { tx, accountId, actor, at } = edit;
      const account = await findAccount(tx, accountId);
      if (account?.username !== username) {
        const problem = usernameProblem(username);
        if (problem) throw invalid({ username: [problem] });
        const holder = await findUsername(tx, username);
        // Checked before the claim: two accounts that swap names would deadlock.
        if (holder && holder.account_id !== accountId) throw isTaken();
        if (!holder) {
          if (await isLookalike(tx, username, accountId)) throw isSimilar();
          await checkCount(edit);
        }
        await claimUsername(tx, accountId, username);
        await updateAccount(tx, accountId, { username, updated_at: at });
        const message = `The username was changed to "${username}".`;
        const subject = { kind: 'account', id: accountId } as const;
        await logActivity(tx, store.dialect, accountId, actor, { type: 'username_changed', subject, message, at });
      }
    });
  } catch (error) {
    if (store.dialect.isDuplicate(error)) throw isTaken();
    throw error;
  }
}

async function checkCount({ tx, accountId }: PageEdit): Promise<void> {
  const former = await formerUsernames(tx, accountId, limits.formerUsernames);
  if (former.length < limits.formerUsernames) return;
  const sentence = `This account has already had ${limits.formerUsernames} other usernames; use one of those.`;
  throw invalid({ username: [sentence] });
}
