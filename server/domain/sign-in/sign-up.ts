// Signing up: an account, a session and a message to verify the e-mail address.
import { ApiError, type FieldErrors, invalid } from '../../../contract/errors.ts';
import { DAY } from '../../../contract/time.ts';
import { findInvitation, useUpInvitation } from '../../storage/accounts/invitations.ts';
import { findPerson, findPersonByEmail } from '../../storage/people/people.ts';
import type { InvitationRow } from '../../storage/people-tables.ts';
import type { Executor } from '../../storage/tables.ts';
import { createAccount } from '../accounts/accounts.ts';
import type { Actor } from '../accounts/actor.ts';
import { hashToken } from '../accounts/token-format.ts';
import type { SignIn } from './index.ts';
import { mailLink } from './mails/send.ts';
import { passwordProblem } from './passwords/password-rules.ts';
import { startSession } from './sessions/start-session.ts';
import type { SignInRequest } from './sign-in-request.ts';
import { perNetwork } from './throttle.ts';
import { isAddressHeld } from './tokens.ts';
import { checkUsername } from './username-check.ts';

export interface SignUpRequest {
  username: string;
  email: string;
  password: string;
  name?: string | undefined;
  invitation?: string | undefined;
}

const FREE_PER_NETWORK = 10;
const VERIFICATION_LIFE = 3 * DAY;

/** Returns the cookies of the session. */
export async function signUp(signIn: SignIn, request: SignUpRequest, signInRequest: SignInRequest): Promise<string[]> {
  const { store, clock, passwords, throttle } = signIn;
  const invitation = await admittingInvitation(signIn, request);
  // Every request counts, to limit how many accounts a network creates and how many addresses it can probe.
  await throttle.begin(perNetwork('sign-up', signInRequest.networks, FREE_PER_NETWORK));
  const { username, email } = await checkedRequest(signIn, request);
  const isProven = invitation?.email === email;
  const passwordHash = await passwords.hash(request.password, { ...signInRequest, login: email });
  const at = clock();
  let cookies: string[] = [];
  await createAccount(store, { ...request, username, email, passwordHash }, signInRequest.actor, at, {
    isEmailVerified: isProven,
    within: async (tx, accountId) => {
      if (!isProven && (await isAddressHeld(tx, signIn, email))) throw invalid({ email: [taken(email)] });
      if (invitation && !(await useUpInvitation(tx, invitation.token_hash, at))) throw unusableInvitation();
      if (!isProven) await mailVerification(tx, signIn, accountId, signInRequest.actor);
      cookies = await startSession(tx, signIn, (await findPerson(tx, accountId))!, signInRequest, 'sign-up');
    },
  });
  return cookies;
}

export async function mailVerification(tx: Executor, signIn: SignIn, accountId: number, actor: Actor): Promise<void> {
  const person = await findPerson(tx, accountId);
  if (!person) return;
  const { email: to, generation, address_id: addressId } = person;
  const owner = { accountId, generation };
  const link = { to, owner, contents: { addressId }, life: VERIFICATION_LIFE, details: {} };
  await mailLink(tx, signIn, 'verify-email', link, actor);
}

async function admittingInvitation(
  { store, clock, signup }: SignIn,
  { invitation: token }: SignUpRequest,
): Promise<InvitationRow | undefined> {
  if (token !== undefined) {
    const found = await findInvitation(store.read, hashToken(token), clock());
    if (!found) throw unusableInvitation();
    return found;
  }
  if (signup === 'open') return undefined;
  const sentence = signup === 'invite' ? 'You need an invitation to sign up here.' : 'Sign-up is closed here.';
  throw new ApiError('forbidden', sentence);
}

function unusableInvitation(): ApiError {
  return invalid({ invitation: ['This invitation was used already, or has expired.'] });
}

async function checkedRequest({ store }: SignIn, request: SignUpRequest) {
  const errors: FieldErrors = {};
  const { username, message } = await checkUsername(store, request.username);
  if (message !== null) errors.username = [message];
  const email = request.email.toLowerCase();
  if (await findPersonByEmail(store.read, email)) errors.email = [taken(email)];
  const problem = passwordProblem(request.password, [username, email, email.split('@')[0]!]);
  if (problem) errors.password = [problem];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { username, email };
}

function taken(email: string): string {
  return `The e-mail address ${email} has an account already. Sign in instead.`;
}
