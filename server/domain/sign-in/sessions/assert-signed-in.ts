import { ApiError } from '../../../../contract/errors.ts';
import { hasSession } from '../../../storage/people/sessions.ts';
import type { Executor } from '../../../storage/tables.ts';

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
