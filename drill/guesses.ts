// Guesses passwords, on both stores, while pages are visited at a steady pace: 1,000 guesses at once against one account,
// and 1,000 against as many accounts, each from another network. Guessing is throttled, the owner gets in, and visits are
// hardly affected.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../bench/processes.ts';
import { inScope } from '../bench/scope.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { eventually } from '../test/support/eventually.ts';
import { call } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { seconds, tally, thousands } from './figures.ts';
import { type Guessed, startGuesser } from './guesses/guesser.ts';
import { prepareOwner, signInAsOwner } from './guesses/owner.ts';
import { startService } from './overload/processes.ts';
import { prepareTenants } from './overload/tenants.ts';
import { latency, quantile, startViewer, type Viewed } from './viewer.ts';

const GUESSES = 1000;
const PAGES = 20;
const MAX_RATIO = 3;
/** The owner's browser is known, and does not wait for strangers. A loaded machine takes longer. */
const MAX_OWNER_MS = 10_000;

interface Phase {
  viewed: Viewed;
  guessed: Guessed;
  owner: { status: number; ms: number };
}

export const guesses: Drill = async ({ say, quick }) => {
  const findings: Finding[] = [];
  for (const engine of engines) {
    const sayOf = (text: string) => say(`${engine.name}: ${text}`);
    const found = await inScope((t) => attack(t, engine, quick ? 5 : 20, sayOf));
    findings.push(...found.map((finding) => ({ ...finding, what: `${engine.name}: ${finding.what}` })));
  }
  return findings;
};

async function attack(t: TestContext, engine: Engine, time: number, say: (text: string) => void): Promise<Finding[]> {
  const databaseUrl = await freshDatabase(t, engine);
  await prepareTenants(databaseUrl, PAGES);
  const owner = await prepareOwner(databaseUrl);
  const dashboardPort = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'guesses-'));
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, TRUST_PROXY: '1' };
  const service = await startService(t, { ...settings, DASHBOARD_PORT: String(dashboardPort) });
  await eventually('the dashboard listens', 20_000, () => listens(dashboardPort));
  const first = await signInAsOwner(dashboardPort, owner, undefined);
  const viewer = startViewer(
    t,
    service.port,
    Array.from({ length: PAGES }, (_, index) => `/tenant${index + 1}`),
  );
  const guesser = startGuesser(t);

  async function view(): Promise<Viewed> {
    await viewer.start();
    await sleep(time * 1000);
    return viewer.stop();
  }

  async function guess(logins: readonly string[]): Promise<Phase> {
    await viewer.start();
    const until = performance.now() + time * 1000;
    const guessing = guesser.guess({ port: dashboardPort, logins });
    const owned = signInAsOwner(dashboardPort, owner, first.device);
    const [guessed, { status, ms }] = await Promise.all([guessing, owned]);
    await sleep(Math.max(0, until - performance.now()));
    return { viewed: await viewer.stop(), guessed, owner: { status, ms } };
  }

  await view();
  const idle = await view();
  say(`idle: ${latency(idle)}`);
  const one = await guess(Array(GUESSES).fill(owner.email));
  say(`one account: ${tally(one.guessed.statuses)}, ${latency(one.viewed)}`);
  const many = await guess(Array.from({ length: GUESSES }, (_, index) => `tenant${index + 1}@example.com`));
  say(`many accounts: ${tally(many.guessed.statuses)}, ${latency(many.viewed)}`);
  const { code } = await service.stop();
  return [
    { what: 'pages, idle', figure: latency(idle), met: true },
    ...findingsOf('one account', idle, one),
    ...findingsOf('many accounts', idle, many),
    { what: 'stopped', figure: `exit ${code}`, target: 'exit 0', met: code === 0 },
  ];
}

function findingsOf(what: string, idle: Viewed, { viewed, guessed, owner }: Phase): Finding[] {
  const ratio = quantile(viewed, 0.99) / quantile(idle, 0.99);
  const { statuses, withoutRetryAfter } = guessed;
  const checked = statuses.filter((status) => status === 401).length;
  // The dashboard closes connections beyond its limit.
  const isThrottled = statuses.every((status) => [401, 429, 503, 'closed'].includes(status)) && withoutRetryAfter === 0;
  // Five failures of one account cost no time, and few more follow within seconds. Of many accounts, as many are checked as
  // the queue takes while the guesses arrive: 200, and those that make room.
  const most = what === 'one account' ? 8 : 300;
  return [
    {
      what: `${thousands(GUESSES)} guesses at once, ${what}`,
      figure: `${tally(statuses)}, in ${seconds(guessed.ms)}; refused without Retry-After: ${withoutRetryAfter}`,
      target: `at most ${most} × 401; others 429 or 503 with Retry-After, or closed`,
      met: isThrottled && checked <= most,
    },
    {
      what: `the owner signs in meanwhile, ${what}`,
      figure: `${owner.status} after ${seconds(owner.ms)}`,
      target: `200 within ${seconds(MAX_OWNER_MS)}`,
      met: owner.status === 200 && owner.ms <= MAX_OWNER_MS,
    },
    {
      what: `pages meanwhile, ${what}`,
      figure: `${latency(viewed)}; 99th percentile × ${ratio.toFixed(1)}`,
      target: `at most × ${MAX_RATIO}`,
      met: ratio <= MAX_RATIO,
    },
    {
      what: `views that failed or were not counted, ${what}`,
      figure: tally(viewed.wrong),
      target: 'none',
      met: viewed.wrong.length === 0,
    },
  ];
}

/** It does after the pages. */
function listens(port: number): Promise<boolean> {
  return call(`http://127.0.0.1:${port}`, 'GET /health').then(
    ({ status }) => status === 200,
    () => false,
  );
}
