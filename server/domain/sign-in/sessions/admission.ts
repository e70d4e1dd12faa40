// The end of every sign-in. better-auth commits a session on its own, so a recovery or a change of the password may have
// come first. Under the account's lock, a new session is admitted only if what it was started with still holds.
import { ApiError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { countSignIn } from '../../../storage/accounts/accounts.ts';
import { type Ownership, readOwnership } from '../../../storage/accounts/ownership.ts';
import { deleteOldestSessions, deleteSessions, hasSession } from '../../../storage/accounts/sessions.ts';
import type { Executor } from '../../../storage/tables.ts';
import { type HeldAccount, heldAccount } from '../../accounts/held-account.ts';
import { logActivity } from '../../activity/activity.ts';
import type { SignIn } from '../index.ts';
import { mailNotice } from '../mails/send.ts';
import { isFlood } from '../recovery/notices.ts';
import { placeOf } from '../sign-in-record.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import type { SignedIn } from './assert-signed-in.ts';
import { type Device, deviceCookie, deviceIn, isKnownBy } from './devices.ts';

/** Whether the password is still that one, the passkey still there, the generation the same. The account is held. */
export type StillHolds = (tx: Executor, account: HeldAccount) => Promise<boolean>;

/** Returns the `Set-Cookie` header that makes the browser a known one. A confirmed session is not a new sign-in. */
export async function admit(
  signIn: SignIn,
  { accountId, sessionId }: SignedIn,
  request: SignInRequest,
  stillHolds: StillHolds,
  { isConfirmed = false } = {},
): Promise<string> {
  const { store } = signIn;
  const device = await deviceOf(signIn, request);
  const account = await store.write(accountId, async (tx) => {
    const held = await heldAccount(tx, accountId);
    const isAdmitted =
      held.is_active === 1 && (await hasSession(tx, accountId, sessionId)) && (await stillHolds(tx, held));
    if (!isAdmitted) {
      await deleteSessions(tx, accountId, { id: sessionId });
      return undefined;
    }
    if (isConfirmed) return held;
    await record(tx, signIn, accountId, request);
    // The first sign-in is part of signing up.
    const isExpected = isKnownBy(device, accountId, held) || held.login_count === 0;
    if (!isExpected && !(await isFlood(signIn, held))) await announce(tx, signIn, held, request);
    return held;
  });
  if (!account) throw new ApiError('unauthenticated', 'This sign-in is not valid any more. Start again.');
  return deviceCookie(device, accountId, account, await signIn.secret(), signIn.origins.dashboard());
}

export async function deviceOf(signIn: SignIn, { cookie }: Pick<SignInRequest, 'cookie'>): Promise<Device | undefined> {
  return deviceIn(cookie, await signIn.secret(), signIn.origins.dashboard());
}

/** For a browser with a session of the account, when the account's address was proven. */
export async function knownDeviceCookie(signIn: SignIn, accountId: number, request: SignInRequest): Promise<string[]> {
  const account: Ownership | undefined = await readOwnership(signIn.store.read, accountId);
  if (!account) return [];
  const device = await deviceOf(signIn, request);
  return [deviceCookie(device, accountId, account, await signIn.secret(), signIn.origins.dashboard())];
}

/** The count, and the activity log. */
async function record(
  tx: Executor,
  { store, clock }: SignIn,
  accountId: number,
  { actor }: SignInRequest,
): Promise<void> {
  await countSignIn(tx, accountId);
  await deleteOldestSessions(tx, accountId, limits.sessions);
  const message = `Signed in with ${actor.browser} on ${actor.os}.`;
  const subject = { kind: 'account', id: accountId } as const;
  await logActivity(tx, store.dialect, accountId, actor, { type: 'login', subject, message, at: clock() });
}

async function announce(
  tx: Executor,
  signIn: SignIn,
  { account_id: accountId, email: to, generation }: HeldAccount,
  { actor }: SignInRequest,
): Promise<void> {
  const details = { generation, place: placeOf(actor, signIn.clock()) };
  await mailNotice(tx, signIn, 'new-sign-in', { accountId, to, details }, actor);
}
