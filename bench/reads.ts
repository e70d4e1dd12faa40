// Every analytics read with many visits, relative to the same with few: its cost should depend on its keys, not on its
// visits. Over HTTP, uncached, and under realistic conditions: the counts of the last minutes are not settled yet, and
// there are visitors on the page.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, day } from '../contract/time.ts';
import { createClock } from '../server/clock.ts';
import { viewsReport } from '../server/visits/read/report.ts';
import { NoPostgres, type PostgresServer, startPostgres } from '../test/support/postgres/server.ts';
import { type BenchOptions, type Figure, median, type Outcome, spread, thousands } from './bench.ts';
import { FIRST_SLUG, inFolder, type Prepared, prepareDatabase, withStore } from './database.ts';
import { stopProcesses } from './processes.ts';
import type { Read } from './reads/asking.ts';
import { compare, figuresOf, type Pair } from './reads/comparison.ts';
import { filteredReads } from './reads/filters.ts';
import { rangeFigures } from './reads/ranges.ts';
import { addRecent, LIVE_VISITORS, RECENT_VISITS } from './reads/recent.ts';
import { storageFigures } from './reads/storage.ts';
import { breakdownKeys } from './visitors.ts';

const FEW = 100_000;
const MANY = 1_000_000;
const MANY_IN_FULL = 10_000_000;
const SPAN = 365 * DAY;
const OPENINGS = 7;
const PROGRESS_EVERY = 500_000;

const everyRead: readonly Read[] = [
  { path: '/analytics/views' },
  { path: '/analytics/clicks' },
  { path: '/analytics/clicks/{slug}', slug: FIRST_SLUG },
  { path: '/analytics/live' },
  { path: '/analytics/breakdown', parameters: { dimension: 'city', results_per_page: 250 } },
  { path: '/analytics/breakdown', parameters: { dimension: 'referrer', results_per_page: 250 } },
  { path: '/analytics/breakdown', parameters: { dimension: 'referrer', results_per_page: 250, link_slug: FIRST_SLUG } },
  { path: '/analytics/links', parameters: { results_per_page: 50 } },
  { path: '/analytics/breakdowns', parameters: { dimensions: 'country,city,browser,referrer', limit: 10 } },
  { path: '/analytics/series', parameters: { interval: 'day', ...lastDays(365) } },
  { path: '/analytics/events' },
  { path: '/analytics/breakdown', parameters: { dimension: 'city', ...lastDays(7) }, isFiltered: true },
  { path: '/analytics/breakdown', parameters: { dimension: 'city', country: 'de', ...lastDays(1) }, isFiltered: true },
  { path: '/analytics/events', parameters: { country: 'de', ...lastDays(1) }, isFiltered: true },
  ...filteredReads,
];

function lastDays(count: number): { from: string; to: string } {
  const now = createClock()();
  return { from: day(now - count * DAY), to: day(now) };
}

export async function reads(options: BenchOptions): Promise<Outcome> {
  await assertComplete();
  const counts = { few: FEW, many: options.full ? MANY_IN_FULL : MANY };
  return inFolder(async (folder) => {
    const file = join(folder, 'many.db');
    const few = await prepareDatabase(`sqlite:${join(folder, 'few.db')}`, FEW, { withClicks: true, span: SPAN });
    const begun = performance.now();
    const many = await prepareDatabase(`sqlite:${file}`, counts.many, {
      withClicks: true,
      span: SPAN,
      progress: progressLine(options, counts.many),
    });
    const filled = (performance.now() - begun) / 1000;
    const { size } = await stat(file);
    for (const prepared of [few, many]) await addRecent(prepared);

    return {
      figures: [
        ...figuresOf(await compare(everyRead, { few, many }, options.rounds), counts),
        await firstReads({ few, many }, counts),
        ...(await rangeFigures(few, counts.few)),
        ...(await rangeFigures(many, counts.many)),
        ...(await storageFigures(many, counts.many)),
        {
          name: `recording and counting ${thousands(counts.many)} visits`,
          figure: `${Math.round(filled)} s, ${thousands(counts.many / filled)} per second; the database has ${thousands(size / 2 ** 20)} MiB`,
        },
        ...(await onPostgres(options)),
      ],
      notes: notes(options.full),
    };
  });
}

/** A new analytics operation in the reference must be measured here; `live.ts` measures the stream. */
async function assertComplete(): Promise<void> {
  const { paths } = JSON.parse(await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
  const known = new Set(everyRead.map(({ path }) => `/api/v1${path}`));
  known.add('/api/v1/analytics/live/stream');
  const missing = Object.keys(paths).filter((path) => path.startsWith('/api/v1/analytics/') && !known.has(path));
  if (missing.length > 0) throw new Error(`Not measured: ${missing.join(', ')}`);
}

async function firstReads({ few, many }: Pair<Prepared>, counts: Pair<number>): Promise<Figure> {
  const ratios: number[] = [];
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    const [small, large] = [await firstRead(few), await firstRead(many)];
    ratios.push(large / small);
    times.push(large);
  }
  return {
    name: `first read of the views after opening the database, ${thousands(counts.many)} ÷ ${thousands(counts.few)} visits`,
    figure: `${spread(ratios)}: ${median(times).toFixed(2)} ms`,
  };
}

function firstRead({ url, accountId }: Prepared): Promise<number> {
  return withStore(url, async (store) => {
    const begun = performance.now();
    await viewsReport(store.read, accountId);
    return performance.now() - begun;
  });
}

/** A separate server for each, so that they do not share a cache. */
async function onPostgres(options: BenchOptions): Promise<Figure[]> {
  const counts = { few: FEW, many: options.full ? MANY_IN_FULL : MANY };
  const servers: PostgresServer[] = [];
  try {
    const prepare = async (count: number) => {
      const server = await startPostgres();
      servers.push(server);
      const prepared = await prepareDatabase(server.url, count, {
        withClicks: true,
        span: SPAN,
        progress: progressLine(options, count),
      });
      await addRecent(prepared);
      return prepared;
    };
    const pair = { many: await prepare(counts.many), few: await prepare(counts.few) };
    const figures = figuresOf(await compare(everyRead, pair, options.rounds), counts, false);
    await stopProcesses();
    figures.push(...(await rangeFigures(pair.many, counts.many)), ...(await storageFigures(pair.many, counts.many)));
    return figures.map((figure) => ({ ...figure, name: `PostgreSQL: ${figure.name}` }));
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    return [{ name: 'PostgreSQL', figure: 'not available here' }];
  } finally {
    for (const server of servers) await server.stop();
  }
}

function progressLine({ say }: BenchOptions, count: number): (done: number) => void {
  const begun = performance.now();
  return (done) => {
    if (done % PROGRESS_EVERY !== 0 && done !== count) return;
    const rate = done / ((performance.now() - begun) / 1000);
    say(`reads: ${thousands(done)} of ${thousands(count)} visits, ${thousands(rate)}/s`);
  };
}

function notes(isFull: boolean): string[] {
  const { countries, cities, systems, browsers } = breakdownKeys;
  return [
    `One account: seven in ten visits are views of its page, the others clicks on ten of its fifty links, over a year, three in ten by recent visitors. Both databases have the same keys: ${countries} countries, ${cities} cities, ${systems} systems, ${browsers} browsers, the maximum number of separate referrers (a thousand), 100 campaigns. Single visits are stored as well.`,
    `Both have ${thousands(RECENT_VISITS)} visits of the last minutes that are counted but not settled yet, and ${thousands(LIVE_VISITORS)} live visitors, the most that are listed: the cost of the live list depends only on them.`,
    'One connection, the parameters as the JSON body of the GET, which is never cached; alternating rounds after a warm-up. The ratio is of the medians of each round. The target of 20 ms is for the 99th percentile of all reads of the larger database, over all rounds. By CPU time: the cost of a read, independent of other load on the machine.',
    'A read with a filter reads the matching visits, so it has its own limits; its figures are for information.',
    'A period is read from the counts of months, days and quarters of an hour, measured without HTTP. From noon in the middle of a month to noon in the middle of another takes the most rows.',
    ...(isFull ? [] : [`"--full" uses ${thousands(MANY_IN_FULL)} visits, on both databases.`]),
  ];
}
