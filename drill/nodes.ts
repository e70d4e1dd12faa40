// Several processes of one installation under mixed load, of which one is killed every few seconds: three nodes behind
// nginx on one PostgreSQL, and two workers on SQLite. Every visit and every write is compared with what is stored.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { openStore } from '../server/storage/store.ts';
import { compare, startLoad } from '../test/faults/load.ts';
import { makeNumberedVisits } from '../test/faults/numbered-visits.ts';
import { startVisitors } from '../test/faults/visitors.ts';
import { integrityOf } from '../test/faults/whole.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { eventually } from '../test/support/eventually.ts';
import { call, type Server, tenantOn } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { exactness, isOther } from './exactness.ts';
import { tally, thousands } from './figures.ts';
import { startBalancer } from './nodes/balancer.ts';
import { freePort } from './proxies/fronts.ts';
import { startVisited, type VisitedService } from './visited-service.ts';

const PAGES = 100;
const NODES = 3;
const CLIENTS = 8;
const WRITERS = 2;
const READERS = 2;
const PAUSE_MS = 10;
const EVERY_MS = 4000;
/** A process killed while it imports another's spool keeps its lease for a while. */
const MAX_REPLAY_MS = 150_000;
const READY_MS = 60_000;

/** The processes of an installation, seen from outside. */
interface Site {
  url: string;
  /** Kills one process. Resolves when it is replaced. */
  kill(round: number): Promise<void>;
  stop(): Promise<void>;
}

export const nodes: Drill = async ({ say, quick }) => {
  const findings: Finding[] = [];
  const durationMs = quick ? 20_000 : 120_000;
  for (const engine of [...engines].reverse()) {
    const what = engine.name === 'postgres' ? 'three nodes on PostgreSQL' : 'two workers on SQLite';
    say(`${what}: ${durationMs / 1000} s`);
    const found = await inScope((t) => rehearse(t, engine, durationMs));
    findings.push(...found.map((finding) => ({ ...finding, what: `${what}: ${finding.what}` })));
  }
  return findings;
};

async function rehearse(t: TestContext, engine: Engine, durationMs: number): Promise<Finding[]> {
  const databaseUrl = await freshDatabase(t, engine);
  const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-nodes-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const visits = await makeNumberedVisits(databaseUrl, PAGES);
  const { accountId, key } = await tenantOn(databaseUrl, 'writer');
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, RATE_LIMIT: '0' };
  const site = await (engine.name === 'postgres' ? startNodes(t, settings) : startWorkers(t, settings));

  const visitors = startVisitors(visits, () => site.url, { clients: CLIENTS, pauseMs: PAUSE_MS });
  const asked = {
    ended: new Promise(() => {}),
    call: (request, options) => call(site.url, request, options),
  } as Server;
  const load = startLoad(asked, key, { writers: WRITERS, readers: READERS });
  await visitors.underWay(100);
  const deadline = performance.now() + durationMs;
  let kills = 0;
  while (performance.now() < deadline) {
    await sleep(EVERY_MS);
    await site.kill(kills);
    kills += 1;
  }
  await visitors.underWay(100);
  await Promise.all([visitors.stop(), load.stop()]);
  await load.finish();
  await site.stop();

  const store = await openStore(databaseUrl, { watch: false });
  const comparison = await visits.compare(store);
  const { found, lost, unasked } = await compare(store, accountId, new Map(load.acknowledged));
  await store.close();
  const failed = visitors.replies.filter(isOther);
  const refused = load.replies.filter(({ status }) => status !== 200);
  const answers = [...failed.map(({ said }) => said), ...refused.map(({ status }) => status?.toString())];
  const isWhole = engine.name === 'postgres' || integrityOf(databaseUrl) === 'ok';
  // Of each killed process: what its connections had under way, and what nginx sent there before it noticed.
  const atMost = kills * 3 * (CLIENTS + WRITERS + READERS);
  const all = visitors.replies.length + load.replies.length;
  return [
    { what: 'processes killed', figure: `${kills} in ${durationMs / 1000} s`, met: true },
    ...exactness(visits, comparison),
    {
      what: 'writes acknowledged that are stored once',
      figure: `${thousands(found)} of ${thousands(load.acknowledged.size)}`,
      target: 'all',
      met: lost.length === 0 && unasked.length === 0,
    },
    {
      what: 'requests that failed',
      figure: `${thousands(answers.length)} of ${thousands(all)}: ${tally(answers.map((said) => said ?? 'cut off')) || 'none'}`,
      target: `at most ${atMost}, the connections of the killed processes: cut off, or 502 by nginx`,
      met: answers.length <= atMost && answers.every((said) => said === undefined || said.startsWith('502')),
    },
    { what: 'the database', figure: isWhole ? 'intact' : 'damaged', target: 'intact', met: isWhole },
  ];
}

async function startNodes(t: TestContext, settings: Record<string, string>): Promise<Site> {
  const ports = await Promise.all(Array.from({ length: NODES }, freePort));
  const start = async (port: number): Promise<VisitedService> => {
    const service = startVisited(t, { ...settings, PORT: String(port), DASHBOARD_PORT: '0' });
    if ((await service.listening) === undefined) throw new Error(`A node did not start: ${service.stderr()}`);
    return service;
  };
  const running = await Promise.all(ports.map(start));
  return {
    url: await startBalancer(t, ports),
    async kill(round) {
      const index = round % NODES;
      running[index]!.kill('SIGKILL');
      await running[index]!.ended;
      running[index] = await start(ports[index]!);
    },
    stop: () => stopAll(running, settings.DATA_DIR!),
  };
}

async function startWorkers(t: TestContext, settings: Record<string, string>): Promise<Site> {
  const service = startVisited(t, { ...settings, WORKERS: '2', DASHBOARD_PORT: '0' });
  const url = await service.listening;
  await service.wrote(/"2 workers serve requests"/);
  const listening = () => service.stdout().split('"The dashboard listens on').length;
  return {
    url: url!,
    async kill(round) {
      const workers = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' ');
      const before = listening();
      process.kill(Number(workers[round % workers.length]), 'SIGKILL');
      await eventually('the worker is replaced', READY_MS, () => listening() > before);
    },
    stop: () => stopAll([service], settings.DATA_DIR!),
  };
}

/** Lets the last processes import the spools of those that were killed. */
async function stopAll(services: readonly VisitedService[], dataDir: string): Promise<void> {
  await eventually('nothing waits in the spool', MAX_REPLAY_MS, () => filesIn(join(dataDir, 'spool')).length === 0);
  for (const service of services) service.kill('SIGTERM');
  await Promise.all(services.map(({ ended }) => ended));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
