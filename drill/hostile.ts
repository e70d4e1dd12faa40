// Everything that a service suffers from strangers and from other accounts, on both stores, while pages and links are
// visited at a steady pace: all known attacks at once, guessed passwords, backups, copies and the largest imports, and a flood
// of requests. Visits must hardly be affected: no failed answer, and a 99th percentile near the idle one.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, engines } from '../test/support/engines.ts';
import { freePort } from '../test/support/free-port.ts';
import { inScope } from '../test/support/scope.ts';
import { tenantOn } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';
import { attacks, type Site, type Trouble } from './hostile/attacks.ts';
import { flood } from './hostile/flood.ts';
import { guesses } from './hostile/guesses.ts';
import { makeLargePage } from './hostile/large-page.ts';
import { LINK, makeNeighbours, NAME, NEIGHBOURS } from './hostile/neighbours.ts';
import { operations } from './hostile/operations.ts';
import { watchProbes } from './hostile/probes.ts';
import { type Finding, labelled, mebibytes, quantile, type Trial, tallied, thousands } from './support/findings.ts';
import { makeLarge } from './support/large-installation.ts';
import type { Loaded } from './support/load.ts';
import { startLoader, startService, temporaryFolder } from './support/processes.ts';

const PER_SECOND = 100;
const CONNECTIONS = 32;
const MAX_RATIO = 3;

export const hostile: Trial = async ({ say, quick }) => {
  const findings: Finding[] = [];
  for (const engine of engines) {
    const sayOf = (text: string) => say(`${engine.name}: ${text}`);
    const found = await inScope((t) => disturb(t, engine, quick, sayOf));
    const flooded = labelled('flood', await inScope((t) => flood(t, engine, quick, sayOf)));
    findings.push(...labelled(engine.name, [...found, ...flooded]));
  }
  return findings;
};

async function disturb(t: TestContext, engine: Engine, quick: boolean, say: (text: string) => void) {
  const { rows, seconds } = quick ? { rows: 10_000, seconds: 3 } : { rows: 300_000, seconds: 30 };
  const databaseUrl = await freshDatabase(t, engine);
  await makeNeighbours(databaseUrl);
  await makeLarge(databaseUrl, rows);
  const { key } = await tenantOn(databaseUrl, 'mallory');
  const guessed = await guesses(t, databaseUrl);
  const dashboardPort = await freePort();
  const dataDir = temporaryFolder(t);
  const settings = { DATA_DIR: dataDir, TRUST_PROXY: '1', DASHBOARD_PORT: String(dashboardPort) };
  const service = await startService(t, databaseUrl, settings);
  const largePage = await makeLargePage(service.url, key);
  const site: Site = { ...service, databaseUrl, dataDir, dashboardPort, key, largePage, seconds };
  say(`the largest page has ${thousands(largePage.links)} links`);

  const load = startLoader(t, { isFirst: true });
  const view = (time: number) =>
    load({
      url: service.url,
      connections: CONNECTIONS,
      requestsPerSecond: PER_SECOND,
      seconds: time,
      isDistinct: true,
      isRedirect: true,
      pages: { name: NAME, count: NEIGHBOURS, link: LINK },
      wanted: 'fingerpost-visit: counted',
      mayFail: true,
    });
  await view(3);
  const idle = await view(seconds);
  say(`idle: ${latency(idle)}`);

  const troubles: Trouble[] = [attacks(t), ...guessed];
  // On SQLite, all of them use the file of the database.
  if (engine.dialect === 'sqlite') troubles.push(operations(t));
  const findings: Finding[] = [{ what: 'pages and links, idle', figure: latency(idle) }];
  for (const { name, onsetMs, cause } of troubles) {
    const probes = watchProbes(service.url);
    const caused = cause(site);
    await sleep(onsetMs);
    const viewed = await view(seconds);
    const found = await caused;
    say(`${name}: ${latency(viewed)}`);
    findings.push(...labelled(name, [compared(idle, viewed), ...found, await probes.stop()]));
  }
  const peak = await service.peakMemory();
  const { code } = await service.stop('SIGTERM');
  findings.push(
    { what: 'peak memory', figure: mebibytes(peak) },
    { what: 'stopped', figure: `exit ${code}`, target: 'exit 0', met: code === 0 },
  );
  return findings;
}

function compared(idle: Loaded, viewed: Loaded): Finding {
  const ratio = quantile(viewed.ms, 0.99) / quantile(idle.ms, 0.99);
  const others = Object.entries({ ...viewed.outcomes, 200: 0, 302: 0 }).filter(([, count]) => count > 0);
  return {
    what: 'pages and links meanwhile',
    figure: `${latency(viewed)}; 99th percentile × ${ratio.toFixed(1)}; failed or not counted: ${tallied(Object.fromEntries(others))}`,
    target: `at most × ${MAX_RATIO}, none failed`,
    met: ratio <= MAX_RATIO && viewed.failures === 0,
  };
}

function latency({ ms }: Loaded): string {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(ms, share).toFixed(1));
  return `${thousands(ms.length)} views, median ${p50} ms, 99th percentile ${p99} ms, longest ${most} ms`;
}
