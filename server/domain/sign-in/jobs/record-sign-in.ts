import { Type } from 'typebox';
import { defineJob, type Job, type JobKind } from '../../../jobs/job.ts';
import { countSignIn, holdAccountAsIs } from '../../../storage/accounts/accounts.ts';
import type { Store } from '../../../storage/store.ts';
import { logAttempt } from '../../activity/activity.ts';

const payload = Type.Object({
  activityId: Type.Integer(),
  at: Type.Integer(),
  ip: Type.String(),
  os: Type.String(),
  browser: Type.String(),
  country: Type.String(),
});

export const recordSignInKind: JobKind<typeof payload> = { name: 'record-sign-in', payload };

/** What a sign-in leaves in the account: the activity, and how often and when somebody was there. */
export function recordSignIn(store: Store): Job {
  return defineJob({
    ...recordSignInKind,
    // Tried for days: the server that has the account may be down.
    maxAttempts: 100,
    concurrency: 4,
    async run({ activityId, at, country, ...actor }, { accountId: id, endIn }) {
      const accountId = id!;
      await store.write(accountId, async (tx) => {
        if (await holdAccountAsIs(tx, accountId)) {
          const message = `Signed in with ${actor.browser} on ${actor.os}.`;
          const event = { type: 'login', subject: { kind: 'account', id: accountId }, message, at } as const;
          await logAttempt(tx, store.dialect, accountId, actor, { ...event, id: activityId });
          await countSignIn(tx, accountId, { at, agent: actor.os, country });
        }
        await endIn(tx);
      });
    },
  });
}
