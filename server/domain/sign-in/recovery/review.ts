// After a recovery, the owner reviews what the account has: somebody who had it before may have left something behind.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import { type AccessKind, accessKinds, type NamedAccess, removeAccess } from '../../../storage/accounts/access.ts';
import { holdForEdit } from '../../../storage/accounts/accounts.ts';
import { findTwoFactor } from '../../../storage/people/credentials.ts';
import { updatePerson } from '../../../storage/people/people.ts';
import type { Actor } from '../../accounts/actor.ts';
import { heldAccount } from '../../accounts/held-account.ts';
import { describeAccess } from '../../accounts/recovery.ts';
import { logActivity } from '../../activity/activity.ts';
import type { SignIn } from '../index.ts';
import { assertSignedIn, type SignedIn } from '../sessions/assert-signed-in.ts';
import { notifyTwoFactorOff } from '../two-factor/two-factor.ts';

/** Everything, all of a kind, or one of a kind. */
export interface ReviewSelection {
  kind?: AccessKind | undefined;
  id?: number | undefined;
}

/** Returns what was removed. */
export async function removeReviewed(
  signIn: SignIn,
  owner: SignedIn,
  { kind, id }: ReviewSelection,
  actor: Actor,
): Promise<NamedAccess[]> {
  if (id !== undefined && kind === undefined) throw invalid({ kind: ['Name the kind of the id too.'] });
  const { store, clock } = signIn;
  const { accountId } = owner;
  return store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId);
    await assertSignedIn(tx, owner);
    const twoFactor = await findTwoFactor(tx, accountId);
    const at = clock();
    const selection = { kinds: kind === undefined ? accessKinds : [kind], range: { from: id, through: id }, at };
    const removed = await removeAccess(tx, accountId, selection);
    const has = (wanted: AccessKind) => removed.some((one) => one.kind === wanted);
    if (id !== undefined && removed.length === 0) {
      throw new ApiError('not_found', `The account has no ${kind} ${id}.`);
    }
    if (removed.length > 0) {
      const subject = { kind: 'account', id: accountId } as const;
      const event = { type: 'access_removed', subject, message: `Removed: ${describeAccess(removed)}.`, at } as const;
      await logActivity(tx, store.dialect, accountId, actor, event);
    }
    if (has('pixel')) await holdForEdit(tx, accountId, at);
    if (has('two_factor')) await notifyTwoFactorOff(tx, signIn, account, twoFactor!, actor);
    return removed;
  });
}

export async function finishReview({ store }: SignIn, owner: SignedIn): Promise<void> {
  const { accountId } = owner;
  await store.write(accountId, async (tx) => {
    await heldAccount(tx, accountId);
    await assertSignedIn(tx, owner);
    await updatePerson(tx, accountId, { recovered_at: null });
  });
}
