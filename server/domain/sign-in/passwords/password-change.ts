// Changes the password for a signed-in owner. Ends the other sessions.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import { findAccount } from '../../../storage/accounts/accounts.ts';
import { findPasswordHash, setPassword } from '../../../storage/people/credentials.ts';
import { deleteSessions } from '../../../storage/people/sessions.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { SignIn } from '../index.ts';
import { limitChanges, notify } from '../recovery/notices.ts';
import { changeSecurity, logSecurity, type SignedIn } from '../sessions/security-change.ts';
import { verifyOwnPassword } from '../sessions/reauthentication.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { passwordProblem } from './password-rules.ts';

export async function changePassword(
  signIn: SignIn,
  owner: SignedIn,
  given: { password: string; current: string | undefined; isFresh: boolean },
  request: SignInRequest,
): Promise<void> {
  const { store } = signIn;
  const { accountId, sessionId } = owner;
  const account = await findAccount(store.read, accountId);
  if (!account) throw new ApiError('unauthenticated');
  const problem = passwordProblem(given.password, [account.username, account.email]);
  if (problem) throw invalid({ password: [problem] });
  if (given.current !== undefined) {
    await verifyOwnPassword(signIn, owner, { password: given.current, field: 'current_password' }, request);
  } else if (!given.isFresh) throw await confirmFirst(signIn, owner);
  await limitChanges(signIn, accountId);
  const passwordHash = await signIn.passwords.hash(given.password, { ...request, accountId });
  await changeSecurity(signIn, owner, async (tx, held) => {
    const since = await storePassword(tx, signIn, accountId, passwordHash, request.actor);
    await deleteSessions(tx, accountId, { except: sessionId });
    await notify(tx, signIn, held, { kind: 'password', since }, request.actor);
  });
}

async function confirmFirst({ store }: SignIn, { accountId }: SignedIn): Promise<ApiError> {
  if ((await findPasswordHash(store.read, accountId)) === undefined) return new ApiError('reauthenticate');
  return invalid({ current_password: ['Type your current password too.'] });
}

/** Returns the id of the password. */
export async function storePassword(
  tx: Executor,
  signIn: SignIn,
  accountId: number,
  passwordHash: string,
  actor: Actor,
): Promise<number> {
  const [id] = await signIn.store.dialect.allocateIds(tx, 1);
  await setPassword(tx, accountId, { id: id!, hash: passwordHash });
  await logSecurity(tx, signIn, accountId, actor, { type: 'password_changed', message: 'The password was changed.' });
  return id!;
}
