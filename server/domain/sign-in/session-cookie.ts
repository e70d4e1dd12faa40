// The session's cookie as better-auth writes it: the token and its signature (HMAC-SHA-256, base64), URL-encoded.
import { createHmac, timingSafeEqual } from 'node:crypto';

const NAME = 'fingerpost.session_token';

export function sessionCookieName(dashboardUrl: string): string {
  return (dashboardUrl.startsWith('https:') ? '__Secure-' : '') + NAME;
}

export function cookieValue(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
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
