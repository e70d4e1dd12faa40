// The service is killed at random moments while visitors view pages and follow links: during start, while serving and
// aggregating, during a database outage, and while it imports its spool. Every visit answered as counted is counted
// once.
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { openStore } from '../server/storage/store.ts';
import { makeNumberedVisits } from '../test/faults/numbered-visits.ts';
import { startVisitors } from '../test/faults/visitors.ts';
import { integrityOf } from '../test/faults/whole.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { eventually } from '../test/support/eventually.ts';
import { type Proxy as Network, startProxy } from '../test/support/proxy.ts';
import { generator } from '../test/support/random.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { exactness, isOther } from './exactness.ts';
import { seconds, tally, thousands } from './figures.ts';
import { startVisited, type VisitedService } from './visited-service.ts';

const PAGES = 40;
const CLIENTS = 16;
/** A process killed while it imports another's spool keeps its lease for a while. */
const MAX_REPLAY_MS = 150_000;

interface Rehearsal {
  engine: Engine;
  processes: number;
  kills: number;
  seed: number;
}

/** Processes that run one after the other in the same slot until the number of kills is reached. */
interface Slot {
  /** Its URL while it listens. */
  url: string | undefined;
  /** The proxy in front of the database, for PostgreSQL. */
  network: Network | undefined;
  random: () => number;
}

export const kills: Drill = async ({ say, quick }) => {
  const seed = 1 + (Date.now() % 2 ** 30);
  const findings: Finding[] = [];
  for (const engine of engines) {
    for (const processes of [1, 2]) {
      const isUsual = processes === (engine.name === 'sqlite' ? 1 : 2);
      if (quick && !isUsual) continue;
      const kills = quick ? 5 : isUsual ? 50 : 10;
      say(`${engine.name}, ${processes} at a time: ${kills} kills (seed ${seed})`);
      findings.push(...(await inScope((t) => rehearse(t, { engine, processes, kills, seed }))));
    }
  }
  return findings;
};

async function rehearse(t: TestContext, { engine, processes, kills, seed }: Rehearsal): Promise<Finding[]> {
  const databaseUrl = await freshDatabase(t, engine);
  const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-drill-data-'));
  const visits = await makeNumberedVisits(databaseUrl, PAGES);
  const slots: Slot[] = [];
  for (let index = 1; index <= processes; index += 1) {
    const network = engine.name === 'postgres' ? await startProxy(t, databaseUrl) : undefined;
    slots.push({ url: undefined, network, random: generator(seed * index) });
  }
  const visitors = slots.map((slot) => startVisitors(visits, () => slot.url, { clients: CLIENTS }));
  const spooled = () => filesIn(join(dataDir, 'spool'));

  const moments: string[] = [];
  const stderr: string[] = [];
  let leftBehind = 0;
  let left = kills;
  await Promise.all(
    slots.map(async (slot) => {
      while (left > 0) {
        left -= 1;
        const service = startAt(t, slot, databaseUrl, dataDir);
        moments.push(await randomMoment(slot, service));
        service.kill('SIGKILL');
        await Promise.all([service.ended, service.listening]);
        slot.url = undefined;
        slot.network?.restore();
        stderr.push(service.stderr());
        if (spooled().some((name) => name.includes(`.${service.pid}.`))) leftBehind += 1;
      }
    }),
  );

  const last = slots.map((slot) => startAt(t, slot, databaseUrl, dataDir));
  await Promise.all(last.map(({ listening }) => listening));
  await Promise.all(visitors.map((those) => those.underWay(200)));
  await Promise.all(visitors.map((those) => those.stop()));
  const began = performance.now();
  await eventually('nothing waits in the spool', MAX_REPLAY_MS, () => spooled().length === 0);
  const replayed = performance.now() - began;
  for (const service of last) service.kill('SIGTERM');
  const ends = await Promise.all(last.map(({ ended }) => ended));
  stderr.push(...last.map((service) => service.stderr()));

  const store = await openStore(databaseUrl, { watch: false });
  const comparison = await visits.compare(store);
  await store.close();
  const replies = visitors.flatMap((those) => those.replies);
  const others = replies.filter((reply) => reply.said !== undefined && isOther(reply));
  const isWhole = engine.name === 'postgres' || integrityOf(databaseUrl) === 'ok';
  return [
    {
      what: 'killed',
      figure: `${tally(moments)}; ${leftBehind} left visits in the spool, the last of which were imported after ${seconds(replayed)}`,
      target: `${kills} times`,
      met: moments.length === kills,
    },
    ...exactness(visits, comparison),
    {
      what: 'other answers',
      figure: `${tally(others.map(({ said }) => said))} of ${thousands(replies.length)}`,
      target: 'only 503, for uncached pages while the database is down',
      met: others.every(({ said }) => said!.startsWith('503 ')),
    },
    {
      what: 'the database, the last processes, standard error of all',
      figure: `${isWhole ? 'intact' : 'corrupt'}, exit ${ends.map(({ code, signal }) => code ?? signal).join(' and ')}, ${stderr.join('').length} bytes`,
      target: 'intact, exit 0, 0 bytes',
      met: isWhole && ends.every(({ code }) => code === 0) && stderr.join('') === '',
    },
  ].map((finding) => ({ ...finding, what: `${engine.name}, ${processes} at a time: ${finding.what}` }));
}

function startAt(t: TestContext, slot: Slot, databaseUrl: string, dataDir: string): VisitedService {
  const service = startVisited(t, {
    DATABASE_URL: slot.network?.url ?? databaseUrl,
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  });
  service.listening.then((url) => {
    slot.url = url;
  });
  return service;
}

/** Resolves when it should be killed, with a description of the moment. */
async function randomMoment({ network, random }: Slot, { listening }: VisitedService): Promise<string> {
  const upTo = (ms: number) => sleep(random() * ms);
  const kind = random();
  if (kind < 0.2) {
    await upTo(1500);
    return 'during start';
  }
  await listening;
  if (!network || kind < 0.5) {
    await upTo(1000);
    return 'while serving';
  }
  // Pages are served from the cache once they were requested.
  await sleep(500);
  await upTo(300);
  network.cut();
  await sleep(400);
  await upTo(900);
  if (kind < 0.65) return 'during the outage';
  network.restore();
  await upTo(1200);
  return 'after the outage';
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
