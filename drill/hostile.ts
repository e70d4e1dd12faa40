// Runs all known attacks on the service at once, on both stores, while pages of other accounts are visited at a steady
// pace. Those visits must hardly be affected: no failed answer, and a 99th percentile near the idle one.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { call, tenantOn } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { tally, thousands } from './figures.ts';
import type { Attacked } from './hostile/attackers.ts';
import { makeLargePage } from './hostile/large-page.ts';
import { startAttackers } from './hostile/processes.ts';
import { startService } from './overload/processes.ts';
import { prepareTenants } from './overload/tenants.ts';
import { watch } from './overload/watch.ts';
import { latency, quantile, startViewer, type Viewed } from './viewer.ts';

const NEIGHBOURS = 20;
const CONNECTIONS = 1000;
const MAX_RATIO = 3;
/** Until all connections of the attackers are open and each attack has started. */
const ONSET_MS = 3000;

export const hostile: Drill = async ({ say, quick }) => {
  const seconds = quick ? 10 : 40;
  const findings: Finding[] = [];
  for (const engine of engines) {
    const sayOf = (text: string) => say(`${engine.name}: ${text}`);
    const found = await inScope((t) => attack(t, engine, seconds, sayOf));
    findings.push(...found.map((finding) => ({ ...finding, what: `${engine.name}: ${finding.what}` })));
  }
  return findings;
};

async function attack(
  t: TestContext,
  engine: Engine,
  seconds: number,
  say: (text: string) => void,
): Promise<Finding[]> {
  const databaseUrl = await freshDatabase(t, engine);
  await prepareTenants(databaseUrl, NEIGHBOURS);
  const { key } = await tenantOn(databaseUrl, 'mallory');
  const dataDir = mkdtempSync(join(tmpdir(), 'hostile-'));
  const service = await startService(t, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, TRUST_PROXY: '1' });
  const { port, url } = service;

  const { links, documents, rejections } = await makeLargePage(url, key);
  const page = await call(url, 'GET /mallory', { headers: { 'accept-encoding': 'identity' } });
  const form = /action="([^"]+)"/.exec(page.text)?.[1];
  if (form === undefined) throw new Error('The large page has no form.');
  say(
    `the largest page has ${links} links and ${thousands(page.text.length / 1024)} KiB; refused: ${rejections.join(', ')}`,
  );

  const paths = Array.from({ length: NEIGHBOURS }, (_, index) => `/tenant${index + 1}`);
  const viewer = startViewer(t, port, paths);
  const view = async (time: number) => {
    await viewer.start();
    await sleep(time * 1000);
    return viewer.stop();
  };
  await view(5);
  const idle = await view(seconds);
  say(`idle: ${latency(idle)}`);

  const attackers = startAttackers(t);
  const attackersUse = { slowSenders: CONNECTIONS, slowReaders: CONNECTIONS };
  attackers.start({ port, key, page: '/mallory', form: new URL(form, url).pathname, documents, ...attackersUse });
  await sleep(ONSET_MS);
  const watching = watch(service);
  const attacked = await view(seconds);
  const { rssBytes, probes } = await watching.stop();
  say(`attacked: ${latency(attacked)}`);
  const outcomes = await attackers.stop();
  for (const [name, counts] of Object.entries(outcomes)) say(`${name}: ${JSON.stringify(counts)}`);
  const { code } = await service.stop();
  return findingsOf(idle, attacked, outcomes, { links, rssBytes, probes, code });
}

interface Seen {
  links: number;
  rssBytes: readonly number[];
  probes: string;
  code: number | null;
}

function findingsOf(idle: Viewed, attacked: Viewed, outcomes: Attacked, seen: Seen): Finding[] {
  const ratio = quantile(attacked, 0.99) / quantile(idle, 0.99);
  const wrong = tally([...idle.wrong, ...attacked.wrong]);
  const faults = Object.entries(outcomes).flatMap(([name, counts]) =>
    Object.keys(counts)
      .filter((outcome) => /^5/.test(outcome) && outcome !== '503')
      .map((outcome) => `${name}: ${outcome}`),
  );
  const done = Object.entries(outcomes).map(([name, counts]) => {
    return `${name} ${Object.entries(counts)
      .map(([outcome, count]) => `${thousands(count)} × ${outcome}`)
      .join(', ')}`;
  });
  return [
    { what: 'other pages, idle', figure: latency(idle), met: true },
    {
      what: `other pages, attacked (largest page: ${thousands(seen.links)} links)`,
      figure: `${latency(attacked)}; 99th percentile × ${ratio.toFixed(1)}`,
      target: `at most × ${MAX_RATIO}`,
      met: ratio <= MAX_RATIO,
    },
    { what: 'views that failed or were not counted', figure: wrong, target: 'none', met: wrong === 'none' },
    {
      what: 'answers to the attackers',
      figure: done.join('; '),
      target: 'no 5xx except 503',
      met: faults.length === 0,
    },
    {
      what: "the operator's probes",
      figure: seen.probes,
      target: 'only 200',
      met: /^[\d,]+ × 200$/.test(seen.probes),
    },
    { what: 'peak memory', figure: `${thousands(Math.max(...seen.rssBytes) / 2 ** 20)} MiB`, met: true },
    { what: 'stopped', figure: `exit ${seen.code}`, target: 'exit 0', met: seen.code === 0 },
  ];
}
