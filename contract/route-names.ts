/** What the service's own addresses begin with: no account can be called that. The routes are held to it at the start. */
export const routeNames: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'dashboard',
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
