import { Type } from 'typebox';
import { defineJob, type Job, type JobKind } from '../../../jobs/job.ts';
import { countSignIn, holdAccountAsIs, touchAccountLate } from '../../../storage/accounts/accounts.ts';
import type { Store } from '../../../storage/store.ts';
import { logAttempt } from '../../activity/activity.ts';

const payload = Type.Object({
  activityId: Type.Integer(),
  at: Type.Integer(),
  type: Type.Union([Type.Literal('login'), Type.Literal('logout'), Type.Literal('sessions_ended')]),
  message: Type.String(),
  ip: Type.String(),
  os: Type.String(),
  browser: Type.String(),
  country: Type.String(),
});

export const recordSignInKind: JobKind<typeof payload> = { name: 'record-sign-in', payload };

/** What signing in and out leaves in the account: the activity, and how often and when somebody was there. */
export function recordSignIn(store: Store): Job {
  return defineJob({
    ...recordSignInKind,
    // Tried for days: the server that has the account may be down.
    maxAttempts: 100,
    concurrency: 4,
    async run({ activityId, at, type, message, country, ...actor }, { accountId: id, endIn }) {
      const accountId = id!;
      await store.write(accountId, async (tx) => {
        if (await holdAccountAsIs(tx, accountId)) {
          const event = { id: activityId, type, subject: { kind: 'account', id: accountId }, message, at } as const;
          await logAttempt(tx, store.dialect, accountId, actor, event);
          if (type === 'login') await countSignIn(tx, accountId);
          await touchAccountLate(tx, accountId, { at, agent: actor.os, country });
        }
        await endIn(tx);
      });
    },
  });
}
