// Whether a request was made by the dashboard's own pages. Browsers say so in `Sec-Fetch-Site`, which no script can set;
// older ones send `Origin`. Both are compared with the origin of the settings, never with the Host header.
import type { IncomingHttpHeaders } from 'node:http';

/** For requests with a session: what does not say where it comes from is refused. */
export function isFromDashboard({ headers }: { headers: IncomingHttpHeaders }, dashboardUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === dashboardUrl : site === 'same-origin';
}

/** For requests that need no credentials: programs that are no browsers say nothing, and act for nobody but themselves. */
export function mayBeFromDashboard(request: { headers: IncomingHttpHeaders }, dashboardUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  return site === 'none' || (site === undefined && origin === undefined) || isFromDashboard(request, dashboardUrl);
}
