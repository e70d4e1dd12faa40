// Changes of how an account is signed in to: by somebody with a session, or by the operator.
import type { ActivityType } from '../../../../contract/activities.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { hasSession } from '../../../storage/people/sessions.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import { type HeldAccount, heldAccount } from '../../accounts/held-account.ts';
import { logActivity } from '../../activity/activity.ts';
import type { SignIn } from '../index.ts';

/** Somebody with a session. */
export interface SignedIn {
  accountId: number;
  sessionId: number;
}

/** The operator at the command line, who changes an account without a session. */
export interface ByOperator {
  accountId: number;
  isOperator: true;
}

/** In the transaction of a change, with the account held: a recovery may have ended the session since the request began. */
export async function assertSignedIn(tx: Executor, who: SignedIn | ByOperator): Promise<void> {
  if ('isOperator' in who) return;
  if (!(await hasSession(tx, who.accountId, who.sessionId))) throw new ApiError('unauthenticated');
}

/** One transaction, which holds the account of somebody who is still signed in. */
export function changeSecurity<T>(
  { store }: Pick<SignIn, 'store'>,
  who: SignedIn | ByOperator,
  change: (tx: Executor, account: HeldAccount) => Promise<T>,
): Promise<T> {
  return store.write(who.accountId, async (tx) => {
    const account = await heldAccount(tx, who.accountId);
    await assertSignedIn(tx, who);
    return change(tx, account);
  });
}

/** For the activity log of the account. */
export async function logSecurity(
  tx: Executor,
  { store, clock }: Pick<SignIn, 'store' | 'clock'>,
  accountId: number,
  actor: Actor,
  { type, message }: { type: ActivityType; message: string },
): Promise<void> {
  const subject = { kind: 'account', id: accountId } as const;
  await logActivity(tx, store.dialect, accountId, actor, { type, subject, message, at: clock() });
}
