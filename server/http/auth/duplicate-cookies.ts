// Removes session cookies that the dashboard has not set. A script on another port or a parent domain of its host can set a
// cookie of the same name for another path or domain (cookie tossing). A request with several is not signed in. These
// headers remove all but the dashboard's own, so that the next request is.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { cookieName, cookieValues } from '../../domain/sign-in/cookies.ts';

/** Routes of the API have fewer segments. */
const MAX_PATHS = 20;
const PLAIN_PATH = /^[!-:<-~]+$/;

export function removedCookies(
  { headers, url }: { headers: IncomingHttpHeaders; url: string },
  dashboardUrl: string,
): string[] {
  const name = cookieName('session', dashboardUrl);
  if (cookieValues(headers.cookie, name).length < 2) return [];
  const domains = domainsOf(new URL(dashboardUrl).hostname);
  const secure = dashboardUrl.startsWith('https:') ? '; Secure' : '';
  return pathsOf(url.split('?', 1)[0]!).flatMap((path) =>
    ['', ...domains.map((domain) => `; Domain=${domain}`)]
      .filter((domain) => path !== '/' || domain !== '')
      .map((domain) => `${name}=; Max-Age=0; Path=${path}${domain}${secure}`),
  );
}

/** Every path that a cookie of this request can have: `/`, `/api`, `/api/`, `/api/v1`… */
function pathsOf(path: string): string[] {
  if (!PLAIN_PATH.test(path)) return ['/'];
  const ends = [...path.matchAll(/\//g)].slice(0, MAX_PATHS).map(({ index }) => index);
  const paths = ends.flatMap((end) => [path.slice(0, end), path.slice(0, end + 1)]);
  return [...new Set([...paths, path])].filter((one) => one !== '').slice(0, MAX_PATHS);
}

/** Every domain that a cookie of this host can have. Browsers ignore public suffixes. */
function domainsOf(host: string): string[] {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return [];
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
