// What is recorded of signing in and out.
import type { Micros } from '../../../contract/time.ts';
import type { Place } from '../../mail/messages.ts';
import { holdAccount } from '../../storage/accounts/accounts.ts';
import type { Executor } from '../../storage/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { logAttempt } from '../activity/activity.ts';
import type { SignIn } from './index.ts';
import { recordSignInKind } from './jobs/record-sign-in.ts';

/**
 * In the activity log of the account, when the server that has it answers. In a transaction that holds the person: it needs
 * nothing of the account.
 */
export async function recordLater(
  tx: Executor,
  { store, jobs, clock }: Pick<SignIn, 'store' | 'jobs' | 'clock'>,
  accountId: number,
  { ip, os, browser, country }: Actor,
  event: { type: 'login' | 'logout' | 'sessions_ended'; message: string },
): Promise<void> {
  const [activityId] = await store.dialect.allocateIds(tx, 1);
  const payload = { activityId: activityId!, at: clock(), ...event, ip, os, browser, country };
  await jobs.enqueue(tx, recordSignInKind, { accountId, payload });
}

/** Not awaited: the response time must not reveal whether the account exists. */
export function recordFailure({ store, clock }: SignIn, accountId: number, actor: Actor): void {
  const subject = { kind: 'account', id: accountId } as const;
  const message = `A sign-in with ${actor.browser} on ${actor.os} failed.`;
  const event = { type: 'login_failed', subject, message, at: clock() } as const;
  store
    .write(accountId, async (tx) => {
      if (await holdAccount(tx, accountId)) await logAttempt(tx, store.dialect, accountId, actor, event);
    })
    // Not critical: the attempt is rejected either way.
    .catch(() => {});
}

export function placeOf({ browser, os, ip, countryCode }: Actor, at: Micros): Place {
  return { browser, os, ip, countryCode, at };
}
