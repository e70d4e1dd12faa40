// Mails about changes of how an account is signed in to. If the address was proven before the change, the mail has a link
// that takes the change back, "This wasn't me": the token is stored in the transaction of the change.
import { DAY } from '../../../../contract/time.ts';
import { type ChangeDetails, type ChangeKind, changeMessage } from '../../../mail/security-messages.ts';
import type { StoredTwoFactor } from '../../../storage/accounts/two-factor.ts';
import type { Executor } from '../../../storage/tables.ts';
import { mailLanguage } from '../../accounts/account-settings.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { HeldAccount } from '../../accounts/held-account.ts';
import type { SignInContext } from '../context.ts';
import { placeOf } from '../sign-in-record.ts';
import { holdAddress, issueTokenIn } from '../tokens.ts';

const UNDO_LIFE = 7 * DAY;
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

export interface Notice extends Change {
  /** As it was before the change. */
  account: HeldAccount;
  undoToken: string | undefined;
}

/** In the transaction of the change. `account` is as it was before. */
export async function prepareNotice(
  tx: Executor,
  context: Pick<SignInContext, 'store' | 'clock'>,
  account: HeldAccount,
  change: Change,
): Promise<Notice> {
  if (account.provenId === null) return { ...change, account, undoToken: undefined };
  const { account_id: accountId, email, addressId, generation } = account;
  const contents = { email, addressId, since: change.since, twoFactor: change.twoFactor };
  const owner = { accountId, generation, addressId };
  const undoToken = await issueTokenIn(tx, context, 'undo', owner, contents, UNDO_LIFE);
  // Otherwise a thief who changed the address could sign up with it, and the link could not restore it.
  if (change.kind === 'email') await holdAddress(tx, context, owner, email, UNDO_LIFE);
  return { ...change, account, undoToken };
}

/** Once the change is committed. */
export async function sendNotice(signIn: SignInContext, { account, undoToken, kind, name }: Notice, actor: Actor) {
  const { store, clock, mailer, origins } = signIn;
  const { account_id: accountId, email: to, username } = account;
  if (undoToken === undefined && (await isFlood(signIn, account))) return;
  const details: ChangeDetails = {
    name,
    place: placeOf(actor, clock()),
    undoUrl: undoToken && origins.dashboardLink(`${kind === 'email' ? '/email/undo' : '/undo'}?token=${undoToken}`),
    recoverUrl: origins.dashboardLink('/recover'),
  };
  const language = await mailLanguage(store.read, accountId, actor);
  mailer.send(changeMessage(kind, { to, language }, username, details), accountId);
}
