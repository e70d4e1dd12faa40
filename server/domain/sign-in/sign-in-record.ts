// Records a sign-in, whichever way it was done: the count and the last activity of the account, the activity
// log, and a message to its owner if the browser is a new one.
import { limits } from '../../../contract/limits.ts';
import type { Micros } from '../../../contract/time.ts';
import { newSignInMessage, type Place } from '../../mail/messages.ts';
import { countSignIn, findAccount, holdAccount } from '../../storage/accounts/accounts.ts';
import { deleteOldestSessions } from '../../storage/accounts/sessions.ts';
import { mailLanguage } from '../accounts/account-settings.ts';
import type { Actor } from '../accounts/actor.ts';
import { logActivity, logAttempt } from '../activity/activity.ts';
import type { SignIn } from './index.ts';
import type { Device } from './sessions/devices.ts';

export async function recordSignIn(
  { store, clock, mailer, origins }: SignIn,
  accountId: number,
  actor: Actor,
  device: Device | undefined,
): Promise<void> {
  const at = clock();
  const account = await store.write(accountId, async (tx) => {
    if (!(await holdAccount(tx, accountId))) return undefined;
    await countSignIn(tx, accountId);
    await deleteOldestSessions(tx, accountId, limits.sessions);
    const message = `Signed in with ${actor.browser} on ${actor.os}.`;
    const subject = { kind: 'account', id: accountId } as const;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'login', subject, message, at });
    return findAccount(tx, accountId);
  });
  // The first sign-in is part of signing up.
  if (!account || device?.accountIds.includes(accountId) || account.login_count <= 1) return;
  const url = origins.dashboardLink('/account/sessions');
  const language = await mailLanguage(store.read, accountId, actor);
  mailer.send(newSignInMessage({ to: account.email, language }, account.username, placeOf(actor, at), url), accountId);
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
