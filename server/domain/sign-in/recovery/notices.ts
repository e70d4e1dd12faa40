// Mails about changes of how an account is signed in to. If the address was proven before the change, the mail has a link
// that takes the change back, "This wasn't me": the token is stored in the transaction of the change.
import type { ChangeKind } from '../../../mail/security-messages.ts';
import type { StoredTwoFactor } from '../../../storage/accounts/two-factor.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { HeldAccount } from '../../accounts/held-account.ts';
import { UNDO_LIFE } from '../../accounts/recovery.ts';
import type { SignInContext } from '../context.ts';
import { mailLink, mailNotice } from '../mails/send.ts';
import { placeOf } from '../sign-in-record.ts';
import { holdAddress } from '../tokens.ts';

/** Mails in an hour to an address that nobody has proven: it may be that of somebody else. */
const FREE_UNPROVEN = 5;

/** Counts a mail to the address of an account, unless it is proven: then it goes to the owner, who wants to know. */
export async function isFlood(
  { throttle }: Pick<SignInContext, 'throttle'>,
  { email, provenId }: Pick<HeldAccount, 'email' | 'provenId'>,
): Promise<boolean> {
  if (provenId !== null) return false;
  return throttle.begin([{ key: `notice ${email}`, free: FREE_UNPROVEN }]).then(
    () => false,
    () => true,
  );
}

/** Each of them sends a mail and stores a link for seven days. */
const FREE_CHANGES = 200;

/** Before a change that can be made again and again. */
export async function limitChanges({ throttle }: SignInContext, accountId: number): Promise<void> {
  await throttle.begin([{ key: `change ${accountId}`, free: FREE_CHANGES }]);
}

export interface Change {
  kind: ChangeKind;
  /** The change, and what is added after it, have ids from this one on. */
  since: number;
  /** The second factor that was removed. */
  twoFactor?: StoredTwoFactor | undefined;
  /** Shown to the owner of a proven address only. */
  name?: string | undefined;
}

type Context = Pick<SignInContext, 'store' | 'clock' | 'jobs' | 'secretIn' | 'throttle'>;

/** In the transaction of the change. `account` is as it was before. */
export async function notify(
  tx: Executor,
  context: Context,
  account: HeldAccount,
  { kind: change, since, twoFactor, name }: Change,
  actor: Actor,
): Promise<void> {
  const { account_id: accountId, email: to, addressId, generation, provenId } = account;
  const place = placeOf(actor, context.clock());
  if (provenId === null) {
    if (await isFlood(context, account)) return;
    await mailNotice(tx, context, 'changed', { accountId, to, details: { change, place, generation } }, actor);
    return;
  }
  const owner = { accountId, generation, addressId };
  const contents = { email: to, addressId, since, twoFactor };
  await mailLink(
    tx,
    context,
    'undo',
    { to, owner, contents, life: UNDO_LIFE, details: { change, name, place } },
    actor,
  );
  // Otherwise a thief who changed the address could sign up with it, and the link could not restore it.
  if (change === 'email') await holdAddress(tx, context, owner, to, UNDO_LIFE);
}
