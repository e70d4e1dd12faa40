/** The first path segments of the service's own routes, reserved as usernames. Checked against the routes at startup. */
export const routeNames: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'dashboard',
  'do-not-count',
  'docs',
  'favicon.ico',
  'favicon.svg',
  'health',
  'llms.txt',
  'page.schema.json',
  'pictures',
  'ready',
  'robots.txt',
  'sitemap',
  'sitemap.xml',
  'uploads',
]);
