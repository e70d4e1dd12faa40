// "This wasn't me": the link in a mail about a change. It takes the change back with all that was added since, restores the
// address that it was sent to, and gives the account back to the owner of that mailbox.
import { ApiError } from '../../../../contract/errors.ts';
import { accessKinds, type NamedAccess, removeAccess } from '../../../storage/accounts/access.ts';
import { deletePasswordFrom, setTwoFactor } from '../../../storage/people/credentials.ts';
import { setProvenAddress } from '../../../storage/people/people.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import { type HeldAccount, heldAccount } from '../../accounts/held-account.ts';
import { recover } from '../../accounts/recovery.ts';
import type { SignIn } from '../index.ts';
import { issueResetToken } from '../passwords/recovery.ts';
import { logSecurity } from '../sessions/security-change.ts';
import { invalidLink, readToken, spendToken, type TokenContents } from '../tokens.ts';
import { mailRecovered, mailReplaced } from './recovered.ts';

/** Pixels are part of the page: they are for the owner to review. */
const UNDONE_KINDS = accessKinds.filter((kind) => kind !== 'pixel');

/** Works after further changes too: the owner of the address owned the account before. Returns a token to set a password. */
export async function undoChange(signIn: SignIn, token: string, actor: Actor): Promise<string> {
  const { store, clock } = signIn;
  const { accountId, ...contents } = await readToken(signIn, 'undo', token);
  const { email, addressId: through } = contents;
  const at = clock();
  return store
    .write(accountId, async (tx) => {
      const held = await heldAccount(tx, accountId, invalidLink);
      await spendToken(tx, 'undo', token);
      await restoreAddress(tx, signIn, held, contents, actor);
      const undone = await takeBack(tx, signIn, held, contents, actor);
      const recovery = { account: held, through, removed: undone, actor, at };
      const { generation, removed } = await recover(tx, store.dialect, recovery);
      const account = { ...held, email, address_id: through, generation };
      await mailRecovered(tx, signIn, account, removed, actor);
      if (held.email !== email) await mailReplaced(tx, signIn, account, held.email, actor);
      return issueResetToken(tx, signIn, account);
    })
    .catch((error: unknown) => {
      if (store.dialect.isDuplicate(error)) throw new ApiError('invalid', 'Another account has this address now.');
      throw error;
    });
}

async function restoreAddress(
  tx: Executor,
  signIn: SignIn,
  { account_id: accountId, address_id: current, proven_id }: HeldAccount,
  { email, addressId }: TokenContents['undo'],
  actor: Actor,
): Promise<void> {
  if (current === addressId) return;
  await setProvenAddress(tx, accountId, { email, address_id: addressId, proven_id: proven_id! });
  const message = `The e-mail address was changed back to ${email}.`;
  await logSecurity(tx, signIn, accountId, actor, { type: 'email_changed', message });
}

async function takeBack(
  tx: Executor,
  signIn: SignIn,
  { account_id: accountId }: HeldAccount,
  { since: from, twoFactor }: TokenContents['undo'],
  actor: Actor,
): Promise<NamedAccess[]> {
  const undone = { kinds: UNDONE_KINDS, range: { from }, at: signIn.clock() };
  const removed = await removeAccess(tx, accountId, undone);
  if (await deletePasswordFrom(tx, accountId, from)) {
    await logSecurity(tx, signIn, accountId, actor, { type: 'password_changed', message: 'The password was removed.' });
  }
  if (twoFactor) await setTwoFactor(tx, accountId, twoFactor, { isActive: true });
  return removed;
}
