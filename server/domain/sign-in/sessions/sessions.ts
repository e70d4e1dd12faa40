// Ending sessions: this one, another one, or all others. Like a sign-in, it locks the person alone.
import { ApiError } from '../../../../contract/errors.ts';
import { holdPerson } from '../../../storage/people/people.ts';
import { deleteSessions } from '../../../storage/people/sessions.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { SignIn } from '../index.ts';
import { recordLater } from '../sign-in-record.ts';
import type { SignedIn } from './security-change.ts';

type Context = Pick<SignIn, 'store' | 'jobs' | 'clock'>;

export async function signOut(context: Context, { accountId, sessionId }: SignedIn, actor: Actor): Promise<void> {
  await end(context, accountId, { id: sessionId }, actor, { type: 'logout', message: 'Signed out.' });
}

export async function endSession(context: Context, accountId: number, id: number, actor: Actor): Promise<void> {
  const ended = await end(context, accountId, { id }, actor, { type: 'logout', message: 'A session was ended.' });
  if (ended === 0) throw noSuchSession();
}

export function noSuchSession(): ApiError {
  return new ApiError('not_found', 'There is no session with this id.');
}

/** Returns how many there were. */
export function endOtherSessions(context: Context, owner: SignedIn, actor: Actor): Promise<number> {
  const event = { type: 'sessions_ended', message: 'All other sessions were ended.' } as const;
  return end(context, owner.accountId, { except: owner.sessionId }, actor, event);
}

async function end(
  context: Context,
  accountId: number,
  which: Parameters<typeof deleteSessions>[2],
  actor: Actor,
  event: { type: 'logout' | 'sessions_ended'; message: string },
): Promise<number> {
  return context.store.write(accountId, async (tx) => {
    await holdPerson(tx, accountId);
    const ended = await deleteSessions(tx, accountId, which);
    if (ended > 0) await recordLater(tx, context, accountId, actor, event);
    return ended;
  });
}
