// Confirms who is signed in, for operations that need a recent sign-in.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import type { Micros } from '../../../../contract/time.ts';
import { findPasswordHash, findTwoFactor } from '../../../storage/people/credentials.ts';
import { updateSession } from '../../../storage/people/sessions.ts';
import type { SignIn } from '../index.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { wrongCode } from '../two-factor/totp.ts';
import { isCurrentCode } from '../two-factor/two-factor.ts';
import type { SignedIn } from './security-change.ts';
import { FRESH_LIFE } from './session-life.ts';

const FREE_ATTEMPTS = 5;

/** Returns until when the session is fresh. */
export async function reauthenticate(
  signIn: SignIn,
  owner: SignedIn,
  given: { password: string; code: string | undefined },
  request: SignInRequest,
): Promise<Micros> {
  const needsCode = (await findTwoFactor(signIn.store.read, owner.accountId)) !== undefined;
  if (needsCode && given.code === undefined) throw invalid({ code: ['Type the code of your authenticator app too.'] });
  await verifyOwnPassword(signIn, owner, { password: given.password, field: 'password' }, request);
  if (needsCode && !(await isCurrentCode(signIn, owner.accountId, given.code!))) throw wrongCode();
  return refresh(signIn, owner);
}

async function refresh({ store, clock }: SignIn, owner: SignedIn): Promise<Micros> {
  const now = clock();
  const isThere = await store.write(owner.accountId, (tx) => updateSession(tx, owner, { fresh_at: now }));
  if (!isThere) throw new ApiError('unauthenticated');
  return now + FRESH_LIFE;
}

/** `field` is the request field with the password. */
export async function verifyOwnPassword(
  { store, throttle, passwords }: SignIn,
  { accountId }: SignedIn,
  { password, field }: { password: string; field: string },
  request: SignInRequest,
): Promise<void> {
  const attempt = await throttle.begin([{ key: `reauthenticate ${accountId}`, free: FREE_ATTEMPTS }]);
  const hash = await findPasswordHash(store.read, accountId);
  if (hash === undefined) throw invalid({ [field]: ['This account has no password; use another way to sign in.'] });
  const isRight = await passwords.verify(hash, password, { ...request, accountId });
  if (!isRight) throw invalid({ [field]: ['The password is wrong.'] });
  await attempt.succeed();
}
