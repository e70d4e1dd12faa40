// Every analytics read with few, more and many visits. Without filters, its cost should depend on its keys, not on its
// visits. Over HTTP, uncached, and under realistic conditions: the counts of the last minutes are not rolled up yet, and
// there are visitors on the page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { DAY, day } from '../contract/time.ts';
import { type Finding, labelled, type Trial, type TrialOptions, thousands } from '../drill/support/findings.ts';
import { temporaryFolder } from '../drill/support/processes.ts';
import { createClock } from '../server/system/clock.ts';
import { NoPostgres, startPostgres } from '../test/support/postgres/server.ts';
import { inScope } from '../test/support/scope.ts';
import { FIRST_SLUG, type Prepared, prepareDatabase } from './database.ts';
import { copyDatabase } from './postgres.ts';
import { filtersOf, type Read } from './reads/asking.ts';
import { compare, findingsOf, plainFindingsOf } from './reads/comparison.ts';
import { addRecent } from './reads/recent.ts';

const SIZES = [100_000, 1_000_000, 10_000_000];
const QUICK_SIZES = [5000, 20_000];
const PROGRESS_EVERY = 500_000;

const now = createClock()();
const year = { from: day(now - 365 * DAY), to: day(now) };
const screen = 'country,city,os,browser,device,referrer,language,utm_source,utm_campaign';
const one = { ...year, country: 'de' };
const three = { ...one, browser: 'Chrome', device: 'Phone' };

const everyRead: readonly Read[] = [
  { path: '/analytics/views' },
  { path: '/analytics/clicks' },
  { path: '/analytics/clicks/{slug}', slug: FIRST_SLUG },
  { path: '/analytics/live' },
  { path: '/analytics/breakdown', parameters: { dimension: 'city', results_per_page: 250 } },
  { path: '/analytics/breakdown', parameters: { dimension: 'referrer', results_per_page: 250 } },
  { path: '/analytics/breakdown', parameters: { dimension: 'referrer', results_per_page: 250, link_slug: FIRST_SLUG } },
  { path: '/analytics/links', parameters: { results_per_page: 50 } },
  { path: '/analytics/events' },
  { path: '/analytics/series', parameters: { ...year, interval: 'day' } },
  { path: '/analytics/series', parameters: { ...year, interval: 'day', timezone: 'Asia/Kathmandu' } },
  { path: '/analytics/series', parameters: { ...year, interval: 'day', link_slug: FIRST_SLUG } },
  { path: '/analytics/breakdown', parameters: { ...year, dimension: 'referrer' } },
  { path: '/analytics/breakdowns', parameters: { ...year, dimensions: screen } },
  { path: '/analytics/links', parameters: { ...year, results_per_page: 50 } },
  { path: '/analytics/series', parameters: { ...one, interval: 'day' } },
  { path: '/analytics/breakdown', parameters: { ...one, dimension: 'city' } },
  { path: '/analytics/breakdowns', parameters: { ...one, dimensions: screen } },
  { path: '/analytics/series', parameters: { ...three, interval: 'day' } },
  { path: '/analytics/breakdown', parameters: { ...three, dimension: 'city' } },
  { path: '/analytics/breakdowns', parameters: { ...three, dimensions: screen } },
  { path: '/analytics/events', parameters: three },
];

/** Of which nothing is computed from visits, or which `live.ts` measures. */
const others = [
  '/analytics/exclusion',
  '/analytics/location-data',
  '/analytics/shares',
  '/analytics/shares/{id}',
  '/analytics/live/stream',
];

export const reads: Trial = async (options) => {
  await assertComplete();
  const sizes = options.quick ? QUICK_SIZES : SIZES;
  const databases: Prepared[] = [];
  for (const size of sizes) databases.push(await fill(temporaryFolder(options.t), size, options));
  // The copies are made before the originals are read.
  return inScope(async (t) => {
    const copies = await copiesOn(t, databases, options);
    const findings = labelled('SQLite', await measure(databases, options));
    if (!copies) return [...findings, { what: 'PostgreSQL', figure: 'not available here' }];
    return [...findings, ...labelled('PostgreSQL', await measure(copies, options))];
  });
};

/** A new analytics operation in the reference must be measured here. */
async function assertComplete(): Promise<void> {
  const { paths } = JSON.parse(await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
  const known = new Set([...everyRead.map(({ path }) => path), ...others].map((path) => `/api/v1${path}`));
  const missing = Object.keys(paths).filter(
    (path) => path.startsWith('/api/v1/analytics/') && paths[path].get && !known.has(path),
  );
  if (missing.length > 0) throw new Error(`Not measured: ${missing.join(', ')}`);
}

/** On SQLite, which is filled sooner: of one account over a year. */
async function fill(folder: string, size: number, { say }: TrialOptions): Promise<Prepared> {
  const begun = performance.now();
  const progress = (done: number) => {
    if (done % PROGRESS_EVERY !== 0 && done !== size) return;
    say(`${thousands(done)} of ${thousands(size)} visits, ${thousands((done * 1000) / (performance.now() - begun))}/s`);
  };
  return prepareDatabase(`sqlite:${join(folder, 'year.db')}`, size, { withClicks: true, span: 365 * DAY, progress });
}

/** A separate server for each, so that they do not share a cache. */
async function copiesOn(t: TestContext, originals: readonly Prepared[], { say }: TrialOptions) {
  const databases: Prepared[] = [];
  try {
    for (const original of originals) {
      const server = await startPostgres();
      t.after(server.stop);
      await copyDatabase(original.url, server.url);
      await vacuum(server.url);
      databases.push({ ...original, url: server.url });
      say(`PostgreSQL: ${databases.length} of ${originals.length} databases are copied`);
    }
    return databases;
  } catch (error) {
    if (error instanceof NoPostgres) return undefined;
    throw error;
  }
}

/** Otherwise the server would do it a minute later, during the measurement. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}

async function measure(databases: readonly Prepared[], { quick, rounds, say }: TrialOptions): Promise<Finding[]> {
  for (const database of databases) await addRecent(database);
  const compared = await inScope((t) => compare(t, everyRead, databases, { rounds, quick }));
  const filtered = everyRead.filter((read) => filtersOf(read) > 0);
  const largest = databases.slice(-1);
  const settings = { VISIT_CACHE_MB: '0' };
  const uncached = await inScope((t) => compare(t, filtered, largest, { rounds, quick, settings }));
  const findings = [...findingsOf(compared, !quick), ...plainFindingsOf(uncached, 'not cached')];
  for (const { what, figure } of findings) say(`${what}: ${figure}`);
  return findings;
}
