// Browsers that somebody signed in with before. A signed cookie names the browser and its accounts: failed attempts of
// others do not lock out such a browser, and its sign-ins are not announced as new. It is a stranger again once an account
// was recovered, or its address proven: whoever had the account before may have been somebody else.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { findPerson } from '../../../storage/people/people.ts';
import type { PersonRow } from '../../../storage/people-tables.ts';
import { cookieIn, setCookie } from '../cookies.ts';
import type { SignIn } from '../index.ts';
import type { SignInRequest } from '../sign-in-request.ts';

const MAX_ACCOUNTS = 5;
const LIFE_SECONDS = 400 * 24 * 3600;
const FORM = /^([\w-]{22})((?:~\d{1,16}-\d{1,16})*)\.([\w-]{43})$/;

export interface Device {
  id: string;
  accounts: readonly KnownAccount[];
}

interface KnownAccount {
  accountId: number;
  /** Of the account when somebody signed in. */
  epoch: number;
}

export function deviceIn(cookieHeader: string | undefined, secret: string, dashboardUrl: string): Device | undefined {
  const [, id, list, signature] = FORM.exec(cookieIn(cookieHeader, 'device', dashboardUrl)) ?? [];
  if (id === undefined || list === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id + list, secret)))) return undefined;
  const accounts = list
    .split('~')
    .slice(1)
    .map((one) => one.split('-').map(Number));
  return { id, accounts: accounts.map(([accountId, epoch]) => ({ accountId: accountId!, epoch: epoch! })) };
}

export async function deviceOf(
  { secret, origins }: Pick<SignIn, 'secret' | 'origins'>,
  { cookie }: Pick<SignInRequest, 'cookie'>,
): Promise<Device | undefined> {
  return deviceIn(cookie, await secret(), origins.dashboard());
}

/** The generation changes with every recovery; the proven address counts too. */
type Known = Pick<PersonRow, 'person_id' | 'generation' | 'proven_id'>;

export function isKnownBy(device: Device | undefined, person: Known): device is Device {
  const known = device?.accounts.find((one) => one.accountId === person.person_id);
  return known?.epoch === epochOf(person);
}

/** The `Set-Cookie` header that adds this person's account to the known ones of the browser. */
export function deviceCookie(known: Device | undefined, person: Known, secret: string, dashboardUrl: string): string {
  const { person_id: accountId } = person;
  const id = known?.id ?? randomBytes(16).toString('base64url');
  const others = (known?.accounts ?? []).filter((other) => other.accountId !== accountId);
  const all = [{ accountId, epoch: epochOf(person) }, ...others].slice(0, MAX_ACCOUNTS);
  const value = id + all.map((one) => `~${one.accountId}-${one.epoch}`).join('');
  return setCookie(dashboardUrl, 'device', `${value}.${sign(value, secret)}`, LIFE_SECONDS);
}

/** For a browser with a session of the account, when the account's address was proven. */
export async function knownDeviceCookie(signIn: SignIn, accountId: number, request: SignInRequest): Promise<string[]> {
  const person = await findPerson(signIn.store.read, accountId);
  if (!person) return [];
  const device = await deviceOf(signIn, request);
  return [deviceCookie(device, person, await signIn.secret(), signIn.origins.dashboard())];
}

function epochOf({ generation, proven_id }: Known): number {
  return generation * 2 + (proven_id === null ? 0 : 1);
}

function sign(value: string, secret: string): string {
  return createHmac('sha256', secret).update(`device ${value}`).digest('base64url');
}
