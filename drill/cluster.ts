// A Citus cluster under mixed load, whose servers are killed again and again: first the coordinator, then the workers in
// turn. Every visit and every write is compared with what is stored, and accounts of a server that runs must be served
// while another one is down.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inScope } from '../bench/scope.ts';
import { distribute } from '../server/operations/distribute/index.ts';
import { openStore, type Store } from '../server/storage/store.ts';
import { viewsReport } from '../server/visits/read/report.ts';
import { measureSpool, SPOOL } from '../server/visits/record/spool.ts';
import { compare, type Load, startLoad } from '../test/faults/load.ts';
import { makeNumberedVisits } from '../test/faults/numbered-visits.ts';
import { startVisitors } from '../test/faults/visitors.ts';
import { eventually } from '../test/support/eventually.ts';
import { type PostgresCluster, startCluster } from '../test/support/postgres/cluster.ts';
import type { PostgresServer } from '../test/support/postgres/server.ts';
import { call, type Server, type Tenant, tenantOn } from '../test/support/server.ts';
import { CannotRun, type Drill, type Finding } from './drill.ts';
import { exactness, isOther } from './exactness.ts';
import { seconds, tally, thousands } from './figures.ts';
import { startVisited } from './visited-service.ts';

const SHARDS = 32;
const PAGES = 100;
const VISITORS = { clients: 8, pauseMs: 20 };
const CLIENTS = { writers: 1, readers: 1, pauseMs: 20 };
const ROUNDS = 20;
const QUICK_ROUNDS = 3;
const DOWN_MS = 1500;
const UP_MS = 1500;
const MAX_ANSWER_MS = 10_000;
const MAX_REPLAY_MS = 60_000;
const NEIGHBOURS = 10;
const NEIGHBOUR_VISITS = 20;
const MAX_COUNTING_MS = 30_000;
const LOOK_MS = 100;

type Victim = 'coordinator' | 'workers';

/** An account with API clients, and the number of the worker that has it. */
interface Client {
  tenant: Tenant;
  worker: number;
  load: Load;
}

interface Outage {
  from: number;
  to: number;
  /** Undefined for the coordinator. */
  worker: number | undefined;
}

export const cluster: Drill = async ({ say, quick }) => {
  const folder = process.env.CITUS_FOLDER;
  if (!folder) throw new CannotRun('set CITUS_FOLDER to the folder of a PostgreSQL with Citus, which has "bin".');
  const rounds = quick ? QUICK_ROUNDS : ROUNDS;
  const findings: Finding[] = [];
  for (const victim of ['coordinator', 'workers'] as const) {
    say(`${victim}: ${rounds} kills`);
    const found = await inScope((t) => rehearse(t, folder, victim, rounds));
    findings.push(...found.map((finding) => ({ ...finding, what: `${victim}: ${finding.what}` })));
  }
  return findings;
};

async function rehearse(t: TestContext, folder: string, victim: Victim, rounds: number): Promise<Finding[]> {
  const servers = await startCluster(folder);
  t.after(servers.stop);
  const databaseUrl = servers.url;
  await (await openStore(databaseUrl, { watch: false })).close();
  const { signal } = new AbortController();
  await distribute({ databaseUrl, shards: SHARDS, isDryRun: false, signal, show() {} });
  const visits = await makeNumberedVisits(databaseUrl, PAGES);
  const tenants = await tenantsOnWorkers(databaseUrl, servers);

  const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-drill-data-'));
  const service = startVisited(t, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, RATE_LIMIT: '0' });
  const url = await service.listening;
  if (url === undefined) throw new Error(`The service did not start: ${service.stderr()}`);
  const asked = { ended: service.ended, call: (request, options) => call(url, request, options) } as Server;
  const visitors = startVisitors(visits, () => url, VISITORS);
  const clients = tenants.map((each): Client => ({ ...each, load: startLoad(asked, each.tenant.key, CLIENTS) }));
  // Pages are served from the cache once they were requested.
  await visitors.underWay(2 * visits.paths.length);

  const outages: Outage[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const worker = victim === 'workers' ? round % servers.workers.length : undefined;
    const server = worker === undefined ? servers.coordinator : servers.workers[worker]!;
    const from = performance.now();
    await server.halt('kill');
    await sleep(DOWN_MS);
    await server.resume();
    outages.push({ from, to: performance.now(), worker });
    await sleep(UP_MS);
  }
  await visitors.underWay(100);
  const counted = victim === 'workers' ? [await countedMeanwhile(databaseUrl, servers)] : [];
  await Promise.all([visitors.stop(), ...clients.map(({ load }) => load.stop())]);
  await Promise.all(clients.map(({ load }) => load.finish()));
  await eventually('nothing waits in the spool', MAX_REPLAY_MS, () => measureSpool(join(dataDir, SPOOL)).files === 0);
  service.kill('SIGTERM');
  const { code } = await service.ended;

  const store = await openStore(databaseUrl, { watch: false });
  t.after(() => store.close());
  const others = visitors.replies.filter(isOther);
  const longest = Math.max(...visitors.replies.map(({ took }) => took));
  return [
    { what: 'killed', figure: `${outages.length} times`, met: outages.length === rounds },
    ...exactness(visits, await visits.compare(store)),
    {
      what: 'visits answered otherwise than as counted',
      figure: `${thousands(others.length)} of ${thousands(visitors.replies.length)}: ${tally(others.map(({ said }) => said ?? 'none')) || 'none'}`,
      target: 'none',
      met: others.length === 0,
    },
    {
      what: 'longest answer to a visitor',
      figure: seconds(longest),
      target: `${MAX_ANSWER_MS / 1000} s`,
      met: longest <= MAX_ANSWER_MS,
    },
    await writesKept(store, clients),
    ...(victim === 'workers' ? [neighboursServed(clients, outages)] : []),
    failuresExplained(clients),
    ...counted,
    await preparedLeft(store),
    { what: 'the process afterwards', figure: `exit ${code}`, target: 'exit 0', met: code === 0 },
  ];
}

/** One account on each worker. */
async function tenantsOnWorkers(databaseUrl: string, servers: PostgresCluster): Promise<Omit<Client, 'load'>[]> {
  const store = await openStore(databaseUrl, { watch: false });
  const ports = servers.workers.map(({ url }) => Number(new URL(url).port));
  const found = new Map<number, Omit<Client, 'load'>>();
  for (let number = 0; found.size < ports.length; number += 1) {
    const tenant = await tenantOn(databaseUrl, `writer${number}`);
    const { rows } = await sql<{ port: number }>`
      SELECT nodeport AS port FROM pg_dist_shard_placement
      WHERE shardid = get_shard_id_for_distribution_column('account', ${tenant.accountId}::bigint)`.execute(store.read);
    const worker = ports.indexOf(rows[0]!.port);
    if (!found.has(worker)) found.set(worker, { tenant, worker });
  }
  await store.close();
  return [...found.values()];
}

async function writesKept(store: Store, clients: readonly Client[]): Promise<Finding> {
  let [acknowledged, found, wrong] = [0, 0, 0];
  for (const { tenant, load } of clients) {
    const compared = await compare(store, tenant.accountId, load.acknowledged);
    acknowledged += load.acknowledged.size;
    found += compared.found;
    wrong += compared.lost.length + compared.unasked.length;
  }
  return {
    what: 'writes acknowledged that are stored once',
    figure: `${thousands(found)} of ${thousands(acknowledged)}`,
    target: 'all',
    met: wrong === 0 && acknowledged > 0,
  };
}

/** Answers to accounts on the other worker while one is down. */
function neighboursServed(clients: readonly Client[], outages: readonly Outage[]): Finding {
  const replies = clients.flatMap(({ worker, load }) => {
    const others = outages.filter((outage) => outage.worker !== worker);
    return load.replies.filter(({ sentAt }) => others.some(({ from, to }) => sentAt >= from && sentAt < to));
  });
  const failed = replies.filter(({ status }) => status !== 200);
  return {
    what: 'API requests of accounts on the other worker that failed meanwhile',
    figure: `${failed.length} of ${thousands(replies.length)}: ${tally(failed.map(({ status }) => String(status ?? 'cut off'))) || 'none'}`,
    target: 'none',
    met: failed.length === 0 && replies.length > 0,
  };
}

/** The others say that the store is unavailable. */
function failuresExplained(clients: readonly Client[]): Finding {
  const failed = clients.flatMap(({ load }) => load.replies).filter(({ status }) => status !== 200);
  const others = failed.filter(({ status, retryAfter }) => status !== 503 || retryAfter === undefined);
  return {
    what: 'API requests that failed',
    figure: `${thousands(failed.length)}: ${tally(failed.map(({ status }) => String(status ?? 'cut off'))) || 'none'}${others[0] ? `, such as ${others[0].text}` : ''}`,
    target: 'with 503 and Retry-After',
    met: others.length === 0,
  };
}

/** While one worker is down, visits of accounts on another one are counted as always. */
async function countedMeanwhile(databaseUrl: string, { workers }: PostgresCluster): Promise<Finding> {
  const store = await openStore(databaseUrl, { watch: false });
  const served = (await visitedAccounts(store, workers[1]!)).slice(0, NEIGHBOURS);
  const counted = async () => {
    let sum = 0;
    for (const accountId of served) sum += (await viewsReport(store.read, accountId)).getviews.visits;
    return sum;
  };
  await workers[0]!.halt('kill');
  const began = performance.now();
  const before = await counted();
  let more = 0;
  while (more < NEIGHBOUR_VISITS && performance.now() - began < MAX_COUNTING_MS) {
    await sleep(LOOK_MS);
    more = (await counted()) - before;
  }
  const took = performance.now() - began;
  await store.close();
  await workers[0]!.resume();
  return {
    what: 'views of accounts on the other worker that are counted meanwhile',
    figure: `${more} within ${seconds(took)}`,
    target: `${NEIGHBOUR_VISITS} within ${MAX_COUNTING_MS / 1000} s`,
    met: more >= NEIGHBOUR_VISITS,
  };
}

/** Of a worker, whose pages are visited. */
async function visitedAccounts({ read }: Store, { url }: PostgresServer): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT account_id FROM account
    JOIN pg_dist_shard_placement ON shardid = get_shard_id_for_distribution_column('account', account_id)
    WHERE username LIKE 'visited%' AND nodeport = ${new URL(url).port}`.execute(read);
  return rows.map(({ account_id }) => account_id);
}

/** Citus commits or rolls back what a killed server had prepared, once a minute. */
async function preparedLeft({ read }: Store): Promise<Finding> {
  await sql`SELECT recover_prepared_transactions()`.execute(read);
  const { rows } = await sql<{ result: string }>`
    SELECT result FROM run_command_on_all_nodes('SELECT count(*) FROM pg_prepared_xacts')`.execute(read);
  const left = rows.reduce((sum, { result }) => sum + Number(result), 0);
  return { what: 'prepared transactions left', figure: String(left), target: '0', met: left === 0 };
}
