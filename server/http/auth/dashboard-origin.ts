// Whether a request was made by the dashboard's own pages. Browsers say so in `Sec-Fetch-Site`, which no script can set;
// older ones send `Origin`. With reads over plain HTTP they send neither, except on localhost. Then the dashboard's own header
// decides: a script of another origin can send it only with `Origin`, and only if the response to a preflight request allows
// it, which ours never does. Origins are compared with the settings, never with the Host header.
import type { IncomingHttpHeaders } from 'node:http';

/** For requests with a session: what does not say where it comes from is refused. */
export function isFromDashboard({ headers }: { headers: IncomingHttpHeaders }, dashboardUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin !== undefined) return origin === dashboardUrl;
  return headers['fingerpost-dashboard'] === '1';
}

/** For requests that need no credentials: programs that are no browsers say nothing, and act for nobody but themselves. */
export function mayBeFromDashboard(request: { headers: IncomingHttpHeaders }, dashboardUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  return site === 'none' || (site === undefined && origin === undefined) || isFromDashboard(request, dashboardUrl);
}
