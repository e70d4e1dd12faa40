// What is recorded of sign-ins that fail.
import type { Micros } from '../../../contract/time.ts';
import type { Place } from '../../mail/messages.ts';
import { holdAccount } from '../../storage/accounts/accounts.ts';
import type { Actor } from '../accounts/actor.ts';
import { logAttempt } from '../activity/activity.ts';
import type { SignIn } from './index.ts';

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
