// Browsers that somebody signed in with before. A signed cookie names the browser and its accounts: failed attempts of
// others do not lock out such a browser, and its sign-ins are not announced as new.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieValue } from './session-cookie.ts';

const NAME = 'fingerpost.device';
const MAX_ACCOUNTS = 5;
const LIFE_SECONDS = 400 * 24 * 3600;
const FORM = /^([\w-]{22})((?:~\d{1,16})*)\.([\w-]{43})$/;

export interface Device {
  id: string;
  accountIds: readonly number[];
}

export function deviceIn(cookieHeader: string | undefined, secret: string, dashboardUrl: string): Device | undefined {
  const value = cookieValue(cookieHeader, cookieName(dashboardUrl));
  const [, id, list, signature] = FORM.exec(value ?? '') ?? [];
  if (id === undefined || list === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id + list, secret)))) return undefined;
  return { id, accountIds: list.split('~').slice(1).map(Number) };
}

/** The `Set-Cookie` header that adds this account to the known ones of the browser. */
export function deviceCookie(
  known: Device | undefined,
  accountId: number,
  secret: string,
  dashboardUrl: string,
): string {
  const id = known?.id ?? randomBytes(16).toString('base64url');
  const others = (known?.accountIds ?? []).filter((other) => other !== accountId);
  const list = [accountId, ...others].slice(0, MAX_ACCOUNTS).map((one) => `~${one}`);
  const value = id + list.join('');
  const secure = dashboardUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(dashboardUrl)}=${value}.${sign(value, secret)}; Max-Age=${LIFE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function cookieName(dashboardUrl: string): string {
  return (dashboardUrl.startsWith('https:') ? '__Secure-' : '') + NAME;
}

function sign(value: string, secret: string): string {
  return createHmac('sha256', secret).update(`device ${value}`).digest('base64url');
}
