// After a recovery, the owner reviews what the account has: somebody who had it before may have left something behind.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import { type AccessKind, accessKinds, type NamedAccess, removeAccess } from '../../../storage/accounts/access.ts';
import { holdForEdit } from '../../../storage/accounts/accounts.ts';
import { findTwoFactor } from '../../../storage/people/credentials.ts';
import { updatePerson } from '../../../storage/people/people.ts';
import type { Actor } from '../../accounts/actor.ts';
import { describeAccess } from '../../accounts/recovery.ts';
import type { SignIn } from '../index.ts';
import { changeSecurity, logSecurity, type SignedIn } from '../sessions/security-change.ts';
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
  const { accountId } = owner;
  return changeSecurity(signIn, owner, async (tx, account) => {
    const twoFactor = await findTwoFactor(tx, accountId);
    const at = signIn.clock();
    const selection = { kinds: kind === undefined ? accessKinds : [kind], range: { from: id, through: id }, at };
    const removed = await removeAccess(tx, accountId, selection);
    const has = (wanted: AccessKind) => removed.some((one) => one.kind === wanted);
    if (id !== undefined && removed.length === 0) {
      throw new ApiError('not_found', `The account has no ${kind} ${id}.`);
    }
    if (removed.length > 0) {
      const event = { type: 'access_removed', message: `Removed: ${describeAccess(removed)}.` } as const;
      await logSecurity(tx, signIn, accountId, actor, event);
    }
    if (has('pixel')) await holdForEdit(tx, accountId, at);
    if (has('two_factor')) await notifyTwoFactorOff(tx, signIn, account, twoFactor!, actor);
    return removed;
  });
}

export function finishReview(signIn: SignIn, owner: SignedIn): Promise<void> {
  return changeSecurity(signIn, owner, (tx) => updatePerson(tx, owner.accountId, { recovered_at: null }));
}
