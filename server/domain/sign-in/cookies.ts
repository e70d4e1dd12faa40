// The cookies of sign-in. Where the dashboard has TLS their names begin with `__Host-`: no other host can set them.

const names = {
  /** The token of a session: 32 random bytes. */
  session: 'fingerpost.session',
  /** Accounts that somebody has signed in to with this browser. */
  device: 'fingerpost.device',
  /** The token of a sign-in that waits for a second factor. */
  pending: 'fingerpost.two_factor',
  /** The token of a challenge. */
  passkey: 'fingerpost.passkey',
  /** The token of a sign-in with a provider, until the browser comes back. */
  provider: 'fingerpost.provider',
};
export type Cookie = keyof typeof names;

const SESSION_TOKEN = /^[\w-]{43}$/;

export function cookieName(cookie: Cookie, dashboardUrl: string): string {
  return (dashboardUrl.startsWith('https:') ? '__Host-' : '') + names[cookie];
}

/** A `Set-Cookie` header. */
export function setCookie(dashboardUrl: string, cookie: Cookie, value: string, lifeSeconds: number): string {
  const secure = dashboardUrl.startsWith('https:') ? '; Secure' : '';
  const start = `${cookieName(cookie, dashboardUrl)}=${value}; Max-Age=${lifeSeconds}; Path=/; HttpOnly`;
  return `${start}${secure}; SameSite=Lax`;
}

/** A `Set-Cookie` header that removes it. */
export function clearCookie(dashboardUrl: string, cookie: Cookie): string {
  return setCookie(dashboardUrl, cookie, '', 0);
}

/** All cookies with this name. A browser sends one for each path and domain that it was set for. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  return header.split(';').flatMap((part) => {
    const equals = part.indexOf('=');
    return equals > 0 && part.slice(0, equals).trim() === name ? [part.slice(equals + 1).trim()] : [];
  });
}

/** The first one; empty if there is none. */
export function cookieIn(header: string | undefined, cookie: Cookie, dashboardUrl: string): string {
  return cookieValues(header, cookieName(cookie, dashboardUrl))[0] ?? '';
}

/**
 * Undefined if there are several. Scripts on other ports and parent domains of the dashboard's host can set cookies for it
 * (cookie tossing), and a request does not say which one the dashboard has set.
 */
export function sessionCookieIn(header: string | undefined, dashboardUrl: string): string | undefined {
  const values = cookieValues(header, cookieName('session', dashboardUrl));
  return values.length === 1 ? values[0] : undefined;
}

/** What has another form is no session, and is not looked up. */
export function isSessionToken(value: string): boolean {
  return SESSION_TOKEN.test(value);
}
