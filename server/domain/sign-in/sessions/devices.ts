// Browsers that somebody signed in with before. A signed cookie names the browser and its accounts: failed attempts of
// others do not lock out such a browser, and its sign-ins are not announced as new. It is a stranger again once an account
// was recovered, or its address proven: whoever had the account before may have been somebody else.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Ownership } from '../../../storage/accounts/ownership.ts';
import { cookieName, cookieValue, setCookieHeader } from './session-cookie.ts';

const NAME = 'fingerpost.device';
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
  const value = cookieValue(cookieHeader, cookieName(NAME, dashboardUrl));
  const [, id, list, signature] = FORM.exec(value ?? '') ?? [];
  if (id === undefined || list === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id + list, secret)))) return undefined;
  const accounts = list
    .split('~')
    .slice(1)
    .map((one) => one.split('-').map(Number));
  return { id, accounts: accounts.map(([accountId, epoch]) => ({ accountId: accountId!, epoch: epoch! })) };
}

/** Changes with every recovery of the account, and when its address is proven. */
type Epoch = Pick<Ownership, 'generation' | 'provenId'>;

export function isKnownBy(device: Device | undefined, accountId: number, account: Epoch): device is Device {
  const known = device?.accounts.find((one) => one.accountId === accountId);
  return known?.epoch === epochOf(account);
}

/** The `Set-Cookie` header that adds this account to the known ones of the browser. */
export function deviceCookie(
  known: Device | undefined,
  accountId: number,
  account: Epoch,
  secret: string,
  dashboardUrl: string,
): string {
  const id = known?.id ?? randomBytes(16).toString('base64url');
  const others = (known?.accounts ?? []).filter((other) => other.accountId !== accountId);
  const all = [{ accountId, epoch: epochOf(account) }, ...others].slice(0, MAX_ACCOUNTS);
  const value = id + all.map((one) => `~${one.accountId}-${one.epoch}`).join('');
  return setCookieHeader(dashboardUrl, NAME, `${value}.${sign(value, secret)}`, LIFE_SECONDS);
}

function epochOf({ generation, provenId }: Epoch): number {
  return generation * 2 + (provenId === null ? 0 : 1);
}

function sign(value: string, secret: string): string {
  return createHmac('sha256', secret).update(`device ${value}`).digest('base64url');
}
