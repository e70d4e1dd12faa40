// The session's cookie as better-auth writes it: the token and its signature (HMAC-SHA-256, base64), URL-encoded.
import { createHmac, timingSafeEqual } from 'node:crypto';

const NAME = 'fingerpost.session_token';

export function sessionCookieName(dashboardUrl: string): string {
  return cookieName(NAME, dashboardUrl);
}

export function cookieName(name: string, dashboardUrl: string): string {
  return (dashboardUrl.startsWith('https:') ? '__Secure-' : '') + name;
}

/** A `Set-Cookie` header, in the form of better-auth. `name` is without the prefix for HTTPS. */
export function setCookieHeader(dashboardUrl: string, name: string, value: string, lifeSeconds: number): string {
  const secure = dashboardUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(name, dashboardUrl)}=${value}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** Sets the session's cookie; without a value, removes it. */
export function setSessionCookie(dashboardUrl: string, value: string, lifeSeconds: number): string {
  return setCookieHeader(dashboardUrl, NAME, value, lifeSeconds);
}

/** The first cookie with this name. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  return cookieValues(header, name)[0];
}

/** All cookies with this name. A browser sends one for each path and domain that it was set for. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  return header.split(';').flatMap((part) => {
    const equals = part.indexOf('=');
    return equals > 0 && part.slice(0, equals).trim() === name ? [part.slice(equals + 1).trim()] : [];
  });
}

/**
 * Undefined if there are several. Scripts on other ports and parent domains of the dashboard's host can set cookies for it
 * (cookie tossing), and a request does not say which one the dashboard has set.
 */
export function sessionCookieIn(header: string | undefined, dashboardUrl: string): string | undefined {
  const values = cookieValues(header, sessionCookieName(dashboardUrl));
  return values.length === 1 ? values[0] : undefined;
}

/** The header without this cookie. */
export function withoutCookie(header: string | undefined, name: string): string | undefined {
  const others = header?.split(';').filter((part) => part.split('=', 1)[0]!.trim() !== name);
  return others?.join(';');
}

/** The token, if the signature is ours. */
export function tokenIn(cookie: string, secret: string): string | undefined {
  const value = decoded(cookie);
  const dot = value.lastIndexOf('.');
  if (dot <= 0) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
