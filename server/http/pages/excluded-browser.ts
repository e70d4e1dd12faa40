// The one cookie on the pages' origin: the tokens of accounts that do not count the visits of this browser. It is set
// only by the page "do not count me" and by the dashboard, never by a page or a link.
import { isExclusionToken } from '../../domain/analytics/exclusion.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';

const NAME = 'fingerpost_uncounted';
/** Browsers accept a cookie with this prefix only from this host itself, over HTTPS. */
const SECURE_NAME = `__Host-${NAME}`;
const SEPARATOR = '.';
/** Somebody with more accounts has the oldest one counted again. */
const MAX_TOKENS = 20;
/** The longest life that browsers allow: 400 days. */
const LIFE_SECONDS = 400 * 24 * 60 * 60;

/** Runs for every visit. Most have no cookie at all. */
export function isExcluded(cookie: string | undefined, { exclusion }: Pick<PageOwner, 'exclusion'>): boolean {
  if (cookie === undefined || exclusion === null || !cookie.includes(exclusion)) return false;
  return tokensIn(cookie).includes(exclusion);
}

/** The `Set-Cookie` headers that add or remove a token. */
export function exclusionCookies(
  cookie: string | undefined,
  token: string,
  { isExcluded: isAdded, isSecure }: { isExcluded: boolean; isSecure: boolean },
): string[] {
  const others = tokensIn(cookie).filter((one) => one !== token);
  const tokens = isAdded ? [token, ...others].slice(0, MAX_TOKENS) : others;
  const own = isSecure ? SECURE_NAME : NAME;
  // The cookie of a time when the site had no HTTPS.
  const stale = isSecure && hasCookie(cookie, NAME) ? [written(NAME, [], false)] : [];
  return [written(own, tokens, isSecure), ...stale];
}

function written(name: string, tokens: readonly string[], isSecure: boolean): string {
  const life = tokens.length === 0 ? 0 : LIFE_SECONDS;
  const attributes = `Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `${name}=${tokens.join(SEPARATOR)}; ${attributes}`;
}

function tokensIn(header: string | undefined): string[] {
  const values = cookiesIn(header).filter(([name]) => name === NAME || name === SECURE_NAME);
  const tokens = values.flatMap(([, value]) => value.split(SEPARATOR, MAX_TOKENS)).filter(isExclusionToken);
  return [...new Set(tokens)];
}

function hasCookie(header: string | undefined, wanted: string): boolean {
  return cookiesIn(header).some(([name]) => name === wanted);
}

function cookiesIn(header: string | undefined): [name: string, value: string][] {
  return (header ?? '').split(';').map((part) => {
    const equals = part.indexOf('=');
    return equals < 0 ? ['', ''] : [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
  });
}
