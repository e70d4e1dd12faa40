// Mails about changes of how an account is signed in to. If the address was proven before the change, the mail has a link
// that takes the change back, "This wasn't me": the token is stored in the transaction of the change.
import type { ChangeKind } from '../../../mail/security-messages.ts';
import type { TwoFactor } from '../../../storage/people/credentials.ts';
import type { PersonRow } from '../../../storage/people-tables.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { HeldAccount } from '../../accounts/held-account.ts';
import { UNDO_LIFE } from '../../accounts/recovery.ts';
import type { SignIn } from '../index.ts';
import { mailLink, mailNotice } from '../mails/send.ts';
import { placeOf } from '../sign-in-record.ts';
import { holdAddress } from '../tokens.ts';

/** Mails in an hour to an address that nobody has proven: it may be that of somebody else. */
const FREE_UNPROVEN = 5;

/** Counts a mail to the address of an account, unless it is proven: then it goes to the owner, who wants to know. */
export async function isFlood(
  { throttle }: Pick<SignIn, 'throttle'>,
  { email, proven_id }: Pick<PersonRow, 'email' | 'proven_id'>,
): Promise<boolean> {
  if (proven_id !== null) return false;
  return throttle.begin([{ key: `notice ${email}`, free: FREE_UNPROVEN }]).then(
    () => false,
    () => true,
  );
}

/** Each of them sends a mail and stores a link for seven days. */
const FREE_CHANGES = 200;

/** Before a change that can be made again and again. */
export async function limitChanges({ throttle }: SignIn, accountId: number): Promise<void> {
  await throttle.begin([{ key: `change ${accountId}`, free: FREE_CHANGES }]);
}

export interface Change {
  kind: ChangeKind;
  /** The change, and what is added after it, have ids from this one on. */
  since: number;
  /** The second factor that was removed. */
  twoFactor?: TwoFactor | undefined;
  /** Shown to the owner of a proven address only. */
  name?: string | undefined;
}

type Context = Pick<SignIn, 'clock' | 'jobs' | 'secretIn' | 'throttle'>;

/** In the transaction of the change. `account` is as it was before. */
export async function notify(
  tx: Executor,
  context: Context,
  account: HeldAccount,
  { kind: change, since, twoFactor, name }: Change,
  actor: Actor,
): Promise<void> {
  const { account_id: accountId, email: to, address_id: addressId, generation, proven_id } = account;
  const place = placeOf(actor, context.clock());
  if (proven_id === null) {
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
