// Visits at a steady pace to the pages of neighbours, idle and while others trouble the service. Visits must hardly be
// affected: no failed answer, and a 99th percentile near the idle one.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, engines } from '../../test/support/engines.ts';
import { freePort } from '../../test/support/free-port.ts';
import { inScope } from '../../test/support/scope.ts';
import { tenantOn } from '../../test/support/server.ts';
import { freshDatabase } from '../../test/support/store.ts';
import type { Site, Trouble } from './attacks.ts';
import { makeLargePage } from './large-page.ts';
import { LINK, makeNeighbours, NAME, NEIGHBOURS } from './neighbours.ts';
import { watchProbes } from './probes.ts';
import { type Finding, labelled, mebibytes, quantile, tallied, thousands } from '../support/findings.ts';
import { makeLarge } from '../support/large-installation.ts';
import type { Loaded } from '../support/load.ts';
import { startLoader, startService, temporaryFolder } from '../support/processes.ts';

const PER_SECOND = 100;
const CONNECTIONS = 32;
const MAX_RATIO = 3;

type Say = (text: string) => void;

/** The findings of some work on each engine. */
export async function onEach(
  say: Say,
  work: (t: TestContext, engine: Engine, say: Say) => Promise<Finding[]>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const engine of engines) {
    const sayOf = (text: string) => say(`${engine.name}: ${text}`);
    findings.push(...labelled(engine.name, await inScope((t) => work(t, engine, sayOf))));
  }
  return findings;
}

/** `troublesOn` prepares what the troubles need in the database, before the service starts. */
export async function disturb(
  t: TestContext,
  engine: Engine,
  quick: boolean,
  say: Say,
  troublesOn: (databaseUrl: string) => Promise<Trouble[]>,
): Promise<Finding[]> {
  const { rows, seconds } = quick ? { rows: 10_000, seconds: 3 } : { rows: 300_000, seconds: 30 };
  const databaseUrl = await freshDatabase(t, engine);
  await makeNeighbours(databaseUrl);
  await makeLarge(databaseUrl, rows);
  const { key } = await tenantOn(databaseUrl, 'mallory');
  const troubles = await troublesOn(databaseUrl);
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
