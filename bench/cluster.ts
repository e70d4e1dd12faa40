// A Citus cluster relative to one PostgreSQL server, in alternating rounds: how fast visits are counted, how long a write
// of one account takes, and how long reports take.
import { Agent } from 'node:http';
import { DAY } from '../contract/time.ts';
import { distribute } from '../server/operations/distribute/index.ts';
import { openStore } from '../server/storage/store.ts';
import { startCluster } from '../test/support/postgres/cluster.ts';
import { type PostgresServer, startPostgres } from '../test/support/postgres/server.ts';
import { call, pixelNamed, tenantOn } from '../test/support/server.ts';
import { addAccounts, rateOf, record, startAggregating } from './aggregation-rate.ts';
import { type BenchOptions, type Figure, median, type Outcome, spread, thousands } from './bench.ts';
import { prepareDatabase } from './database.ts';
import { durable } from './postgres.ts';
import { startService, stopProcesses } from './processes.ts';
import { nameOf, type Read } from './reads/asking.ts';
import { compare } from './reads/comparison.ts';
import { lastDays } from './reads/periods.ts';

const SHARDS = 32;
const ACCOUNTS = 200;
const VISITS = 60_000;
const WRITES = 100;
const REPORT_VISITS = 100_000;
const LEAST_AGGREGATION_RATE = 0.6;
const MOST_WRITE_TIME = 2.5;
const MOST_REPORT_TIME = 3;

const year = lastDays(365);
const reports: readonly Read[] = [
  { path: '/analytics/views' },
  { path: '/analytics/series', parameters: { ...year, interval: 'day' } },
  { path: '/analytics/breakdowns', parameters: { ...year, dimensions: 'country,city,os,browser,device,referrer' } },
  { path: '/analytics/links', parameters: { ...year, results_per_page: 50 } },
  { path: '/analytics/series', parameters: { ...year, interval: 'day', country: 'de' } },
];

/** Of one server, and of the cluster. */
type Pair<T> = readonly [plain: T, cluster: T];

export async function cluster(options: BenchOptions): Promise<Outcome> {
  const folder = process.env.CITUS_FOLDER;
  if (!folder) {
    return { figures: [], notes: ['Set CITUS_FOLDER to the folder of a PostgreSQL with Citus, which has "bin".'] };
  }
  const servers = await startCluster(folder, durable);
  let plain: PostgresServer | undefined;
  try {
    plain = await startPostgres({ folder, settings: durable });
    for (const { url } of [plain, servers]) await (await openStore(url, { watch: false })).close();
    const { signal } = new AbortController();
    await distribute({ databaseUrl: servers.url, shards: SHARDS, isDryRun: false, signal, show() {} });
    const urls: Pair<string> = [plain.url, servers.url];
    return {
      figures: [
        ...(await aggregations(urls, options)),
        ...(await writes(urls, options)),
        ...(await reads(urls, options)),
      ],
      notes: [
        `One PostgreSQL server, and a coordinator with two workers and ${SHARDS} shards, all on one machine: a cluster has no processor of its own here, so this is what it costs, not what it gains.`,
        `${thousands(VISITS)} visits of ${ACCOUNTS} accounts wait in the queue and are counted by one process. A write is a new pixel over HTTP, a report is one of an account with ${thousands(REPORT_VISITS)} visits over a year.`,
      ],
    };
  } finally {
    await stopProcesses();
    await plain?.stop();
    await servers.stop();
  }
}

async function aggregations(urls: Pair<string>, { rounds, say }: BenchOptions): Promise<Figure[]> {
  const children = [];
  for (const url of urls) {
    await addAccounts(url, ACCOUNTS);
    children.push(await startAggregating(url));
  }
  const rates: Pair<number[]> = [[], []];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, url] of urls.entries()) {
        await record(url, ACCOUNTS, VISITS, round);
        const rate = await rateOf([children[index]!], VISITS);
        // The first round is a warm-up.
        if (round > 0) rates[index]!.push(rate);
      }
      if (round > 0)
        say(
          `cluster: ${thousands(rates[1].at(-1)!)} visits counted per second, ${thousands(rates[0].at(-1)!)} on one server`,
        );
    }
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
  const ratios = rates[1].map((rate, round) => rate / rates[0][round]!);
  return [
    {
      name: `visits counted per second over ${ACCOUNTS} accounts ÷ one server`,
      figure: `${spread(ratios)}: ${thousands(median(rates[1]))} and ${thousands(median(rates[0]))}`,
      target: `≥ ${LEAST_AGGREGATION_RATE}`,
      met: median(ratios) >= LEAST_AGGREGATION_RATE,
    },
  ];
}

async function writes(urls: Pair<string>, { rounds, say }: BenchOptions): Promise<Figure[]> {
  const writers: (() => Promise<number>)[] = [];
  for (const url of urls) {
    const { key } = await tenantOn(url, 'writer');
    const service = await startService(url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    writers.push(async () => {
      const times: number[] = [];
      for (let number = 0; number < WRITES; number += 1) {
        const began = performance.now();
        const answer = await call(service.url, 'POST /api/v1/pixels', { key, agent, json: pixelNamed(`${number}`) });
        if (answer.status !== 200) throw new Error(`a write was answered with ${answer.text}`);
        times.push(performance.now() - began);
        await call(service.url, `DELETE /api/v1/pixels/${answer.body.response.id}`, { key, agent });
      }
      return median(times);
    });
  }
  const times: Pair<number[]> = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, write] of writers.entries()) {
      const time = await write();
      if (round > 0) times[index]!.push(time);
    }
  }
  await stopProcesses();
  const ratios = times[1].map((time, round) => time / times[0][round]!);
  const figure = `${spread(ratios)}: ${median(times[1]).toFixed(1)} and ${median(times[0]).toFixed(1)} ms`;
  say(`cluster: a write ÷ one server ${figure}`);
  const met = median(ratios) <= MOST_WRITE_TIME;
  return [{ name: 'time of a write of one account ÷ one server', figure, target: `≤ ${MOST_WRITE_TIME}`, met }];
}

async function reads(urls: Pair<string>, { rounds, say }: BenchOptions): Promise<Figure[]> {
  const databases = [];
  for (const url of urls) {
    databases.push(await prepareDatabase(url, REPORT_VISITS, { withClicks: true, span: 365 * DAY }));
    say(`cluster: ${databases.length} of ${urls.length} databases are filled for reports`);
  }
  const compared = await compare(reports, databases, rounds);
  return compared.map(({ read, rounds: [plain, clustered] }) => {
    const ratios = clustered!.map(({ times }, round) => median(times) / median(plain![round]!.times));
    const typical = [clustered!, plain!].map((some) => median(some.flatMap(({ times }) => times)).toFixed(1));
    return {
      name: `${nameOf(read)} ÷ one server`,
      figure: `${spread(ratios)}: ${typical.join(' and ')} ms`,
      target: `≤ ${MOST_REPORT_TIME}`,
      met: median(ratios) <= MOST_REPORT_TIME,
    };
  });
}
