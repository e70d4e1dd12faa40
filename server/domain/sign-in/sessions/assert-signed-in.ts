import { Refusal } from '../../../../contract/errors.ts';
import { hasSession } from '../../../storage/accounts/sessions.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { SignedIn } from './reauthentication.ts';

/** In the transaction of a change, with the account held: a recovery may have ended the session since the request began. */
export async function assertSignedIn(tx: Executor, { accountId, sessionId }: SignedIn): Promise<void> {
  if (!(await hasSession(tx, accountId, sessionId))) throw new Refusal('unauthenticated');
}
