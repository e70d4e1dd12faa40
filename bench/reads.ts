// Every analytics read with few, more and many visits. Without filters, its cost should depend on its keys, not on its
// visits. Over HTTP, uncached, and under realistic conditions: the counts of the last minutes are not rolled up yet, and
// there are visitors on the page.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { NoPostgres, type PostgresServer, startPostgres } from '../test/support/postgres/server.ts';
import { type BenchOptions, type Figure, type Outcome, thousands } from './bench.ts';
import { FIRST_SLUG, inFolder, type Prepared } from './database.ts';
import { copyDatabase } from './postgres.ts';
import { stopProcesses } from './processes.ts';
import { filtersOf, type Read } from './reads/asking.ts';
import { compare, figuresOf, plainFiguresOf } from './reads/comparison.ts';
import { lastDays } from './reads/periods.ts';
import { addRecent, LIVE_VISITORS, RECENT_VISITS } from './reads/recent.ts';
import { storageFigures } from './reads/storage.ts';
import { breakdownKeys } from './visitors.ts';
import { type Year, yearOfVisits } from './year.ts';

const SIZES = [100_000, 1_000_000];
/** Targets are for this many. */
const FULL_SIZE = 10_000_000;

const year = lastDays(365);
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

export async function reads(options: BenchOptions): Promise<Outcome> {
  await assertComplete();
  const sizes = options.full ? [...SIZES, FULL_SIZE] : SIZES;
  return inFolder(async (folder) => {
    const { databases, filling } = await fill(folder, sizes, options);
    const figures = await onPostgres(databases, sizes, options);
    figures.unshift(...(await measure('SQLite', databases, sizes, options)), filling);
    return { figures, notes: notes(sizes) };
  });
}

/** A new analytics operation in the reference must be measured here. */
async function assertComplete(): Promise<void> {
  const { paths } = JSON.parse(await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
  const known = new Set([...everyRead.map(({ path }) => path), ...others].map((path) => `/api/v1${path}`));
  const missing = Object.keys(paths).filter(
    (path) => path.startsWith('/api/v1/analytics/') && paths[path].get && !known.has(path),
  );
  if (missing.length > 0) throw new Error(`Not measured: ${missing.join(', ')}`);
}

interface Filled {
  databases: Prepared[];
  filling: Figure;
}

/** On SQLite, which is filled sooner. */
async function fill(folder: string, sizes: readonly number[], options: BenchOptions): Promise<Filled> {
  const databases: Year[] = [];
  for (const size of sizes) databases.push(await yearOfVisits(folder, size, options));
  const [largest, { seconds }] = [sizes.at(-1)!, databases.at(-1)!];
  return {
    databases,
    filling: {
      name: `SQLite: recording, counting and compacting ${thousands(largest)} visits`,
      figure: `${Math.round(seconds)} s, ${thousands(largest / seconds)} per second`,
    },
  };
}

/** With copies of the databases. A separate server for each, so that they do not share a cache. */
async function onPostgres(
  originals: readonly Prepared[],
  sizes: readonly number[],
  options: BenchOptions,
): Promise<Figure[]> {
  const servers: PostgresServer[] = [];
  try {
    const databases: Prepared[] = [];
    for (const original of originals) {
      const server = await startPostgres();
      servers.push(server);
      await copyDatabase(original.url, server.url);
      await vacuum(server.url);
      databases.push({ ...original, url: server.url });
      options.say(`reads, PostgreSQL: ${databases.length} of ${originals.length} databases are copied`);
    }
    return await measure('PostgreSQL', databases, sizes, options);
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    return [{ name: 'PostgreSQL', figure: 'not available here' }];
  } finally {
    for (const server of servers) await server.stop();
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

async function measure(
  engine: string,
  databases: readonly Prepared[],
  sizes: readonly number[],
  options: BenchOptions,
): Promise<Figure[]> {
  for (const database of databases) await addRecent(database);
  const figures = figuresOf(await compare(everyRead, databases, options.rounds), options.full);
  await stopProcesses();
  const filtered = everyRead.filter((read) => filtersOf(read) > 0);
  const uncached = await compare(filtered, databases.slice(-1), options.rounds, { VISIT_CACHE_MB: '0' });
  figures.push(...plainFiguresOf(uncached, 'not cached'));
  await stopProcesses();
  figures.push(...(await storageFigures(databases.at(-1)!, sizes.at(-1)!)));
  for (const { name, figure } of figures) options.say(`${engine}: ${name}: ${figure}`);
  return figures.map((figure) => ({ ...figure, name: `${engine}: ${figure.name}` }));
}

function notes(sizes: readonly number[]): string[] {
  const { countries, cities, systems, browsers } = breakdownKeys;
  return [
    `Times are medians, with ${sizes.map(thousands).join(' · ')} visits of one account. Seven in ten visits are views of its page, the others clicks on ten of its fifty links, over a year, three in ten by recent visitors. All databases have the same keys: ${countries} countries, ${cities} cities, ${systems} systems, ${browsers} browsers, the maximum number of separate referrers (a thousand), 100 campaigns. Single visits are stored for the whole year.`,
    `All have ${thousands(RECENT_VISITS)} visits of the last minutes that are counted but not settled yet, and ${thousands(LIVE_VISITORS)} live visitors, the most that are listed.`,
    'One connection, the parameters as the JSON body of the GET, which is never cached; alternating rounds after a warm-up. CPU time is that of the service for one read of the largest database, in all its threads.',
    'PostgreSQL has copies of the SQLite databases, made before these were read, and vacuumed.',
    'With filters, the columns that were read are cached, up to VISIT_CACHE_MB (128). "Not cached" is the largest database with VISIT_CACHE_MB=0, so that every read is like the first one.',
    'One filter is a country; three are country, browser and device.',
    ...(sizes.includes(FULL_SIZE)
      ? []
      : [`Targets are for ${thousands(FULL_SIZE)} visits, which "--full" uses on both databases.`]),
  ];
}
