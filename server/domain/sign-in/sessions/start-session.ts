// The end of every sign-in: one transaction, in which what it is based on still holds, and which locks the person alone. So
// it waits for nobody who changes the account, and needs no other server of a cluster.
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { SECOND } from '../../../../contract/time.ts';
import { holdPerson, updatePerson } from '../../../storage/people/people.ts';
import { deleteOldestSessions, deleteSessions, insertSession } from '../../../storage/people/sessions.ts';
import type { PersonRow, SignInMethod } from '../../../storage/people-tables.ts';
import type { Executor } from '../../../storage/tables.ts';
import { suspended } from '../../accounts/suspension.ts';
import { hashToken } from '../../accounts/token-format.ts';
import { sessionCookieIn, setCookie } from '../cookies.ts';
import type { SignIn } from '../index.ts';
import { mailNotice } from '../mails/send.ts';
import { isFlood } from '../recovery/notices.ts';
import { placeOf, recordLater } from '../sign-in-record.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { deviceCookie, deviceIn, isKnownBy } from './devices.ts';
import { SESSION_LIFE } from './session-life.ts';

const TOKEN_BYTES = 32;
/** Sign-ins of new browsers that are announced at once. Then the owner knows, and some of the further ones are. */
const FREE_ANNOUNCED = 50;

/** `check` throws if something that the sign-in is based on does not hold any more. Returns `Set-Cookie` headers. */
export function signInAs(
  signIn: SignIn,
  personId: number,
  request: SignInRequest,
  method: SignInMethod,
  check: (tx: Executor, person: PersonRow) => Promise<void>,
): Promise<string[]> {
  return signIn.store.write(personId, async (tx) => {
    const person = await holdPerson(tx, personId);
    if (!person) throw noLongerValid();
    await check(tx, person);
    return startSession(tx, signIn, person, request, method);
  });
}

/** In a transaction that holds the person. */
export async function startSession(
  tx: Executor,
  signIn: SignIn,
  person: PersonRow,
  request: SignInRequest,
  method: SignInMethod,
): Promise<string[]> {
  if (person.is_active !== 1) throw suspended(person.suspension_reason);
  const { store, clock, origins } = signIn;
  const { person_id } = person;
  const { actor, userAgent: agent = '' } = request;
  const at = clock();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const [id] = await store.dialect.allocateIds(tx, 1);
  const times = { created_at: at, fresh_at: at, seen_at: at, expires_at: at + SESSION_LIFE };
  await insertSession(tx, { id: id!, person_id, token_hash: hashToken(token), ...times, ip: actor.ip, agent, method });
  await deleteOldestSessions(tx, person_id, limits.sessions);
  const secret = await signIn.secretIn(tx);
  const device = deviceIn(request.cookie, secret, origins.dashboard());
  // The first sign-in is part of signing up.
  if (person.signed_in === 0) await updatePerson(tx, person_id, { signed_in: 1 });
  else if (!isKnownBy(device, person)) await announce(tx, signIn, person, request);
  const message = `Signed in with ${actor.browser} on ${actor.os}.`;
  await recordLater(tx, signIn, person_id, actor, { type: 'login', message });
  return [
    setCookie(origins.dashboard(), 'session', token, SESSION_LIFE / SECOND),
    deviceCookie(device, person, secret, origins.dashboard()),
  ];
}

async function announce(
  tx: Executor,
  signIn: SignIn,
  person: PersonRow,
  { actor }: Pick<SignInRequest, 'actor'>,
): Promise<void> {
  if ((await isFlood(signIn, person)) || (await areTooMany(signIn, person))) return;
  const { person_id: accountId, email: to, generation } = person;
  const details = { generation, place: placeOf(actor, signIn.clock()) };
  await mailNotice(tx, signIn, 'new-sign-in', { accountId, to, details }, actor);
}

/** Somebody with the password could fill the mailbox, and keep the mails of others waiting. */
function areTooMany({ throttle }: SignIn, { person_id }: PersonRow): Promise<boolean> {
  return throttle.begin([{ key: `new sign-in ${person_id}`, free: FREE_ANNOUNCED }]).then(
    () => false,
    () => true,
  );
}

/** After a sign-in whose session replaces the previous one of the browser. */
export async function endPrevious({ store, sessions, origins }: SignIn, { cookie }: SignInRequest): Promise<void> {
  const value = sessionCookieIn(cookie, origins.dashboard());
  const previous = value === undefined ? undefined : await sessions.find(value);
  if (!previous) return;
  const { accountId, sessionId: id } = previous;
  await store.write(accountId, (tx) => deleteSessions(tx, accountId, { id }));
}

export function noLongerValid(): ApiError {
  return new ApiError('unauthenticated', 'This sign-in is not valid any more. Start again.');
}
