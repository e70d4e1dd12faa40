/** What the token of shared statistics may read. */
export const sharedReads = [
  '/analytics/views',
  '/analytics/clicks',
  '/analytics/clicks/shop',
  '/analytics/links',
  '/analytics/breakdown?dimension=browser',
  '/analytics/breakdowns?dimensions=browser,os',
  '/analytics/series?from=2026-11-15&to=2026-11-15',
];
