// Pages and links are visited on SQLite while other processes back up the installation, copy it, rewrite a table in one
// transaction, as migrations do, and import the largest page: one after the other, then all at once. Visits have a file of
// their own, so none of this may block them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { call, launch, type Tenant, tenantOn } from '../test/support/server.ts';
import { makeLarge } from './copy/large-installation.ts';
import { runCopy } from './copy/runs.ts';
import type { Drill, Finding } from './drill.ts';
import { tally, thousands } from './figures.ts';
import { imports } from './import/documents.ts';
import { startService } from './import/processes.ts';
import { rewriteTable } from './maintenance/rewriting.ts';
import { latency, quantile, startViewer, type Viewed } from './viewer.ts';

const MAX_RATIO = 3;

/** Does it once. Returns what happened. */
type Work = () => Promise<string>;

export const maintenance: Drill = ({ say, quick }) =>
  inScope(async (t) => {
    const { rows, ms } = quick ? { rows: 30_000, ms: 5000 } : { rows: 300_000, ms: 30_000 };
    const folder = mkdtempSync(join(tmpdir(), 'maintenance-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const environment = { DATABASE_URL: `sqlite:${join(folder, 'fingerpost.db')}`, DATA_DIR: folder };
    say(`filling a database with ${thousands(rows)} rows`);
    await makeLarge(environment.DATABASE_URL, rows);
    const visited = await tenantOn(environment.DATABASE_URL, 'bo');
    const importer = await tenantOn(environment.DATABASE_URL, 'cy');
    const service = await startService(t, environment);
    const viewer = startViewer(t, service.port, ['/bo', await linkOf(service.url, visited)]);
    const viewed = async (until: Promise<unknown>): Promise<Viewed> => {
      await viewer.start();
      await until;
      return viewer.stop();
    };

    const works: Record<string, Work> = {
      backups: backingUp(t, environment, folder),
      copies: copying(t, environment.DATABASE_URL, folder),
      'a migration': () => rewriteTable(t, join(folder, 'fingerpost.db')),
      'the largest imports': importing(service.url, importer),
    };
    await viewed(sleep(3000));
    const before = await viewed(sleep(ms));
    const findings: Finding[] = [{ what: 'pages and links, idle', figure: latency(before), met: true }];
    const phases = Object.entries(works).map(([name, work]) => ({ name, all: [work] }));
    phases.push({ name: 'all of them at once', all: Object.values(works) });
    for (const { name, all } of phases) {
      const outcomes: string[] = [];
      const meanwhile = await viewed(Promise.all(all.map((work) => repeated(work, ms, outcomes))));
      say(`during ${name}: ${latency(meanwhile)}`);
      findings.push(...compared(name, before, meanwhile, outcomes));
    }
    return findings;
  });

async function linkOf(url: string, { key }: Tenant): Promise<string> {
  const items = [{ caption: 'A link', link: 'https://example.com/' }];
  const document = { version: 1, blocks: [{ block: 'links', items }] };
  await call(url, 'POST /api/v1/page/import', { key, json: { document } });
  const { body } = await call(url, 'GET /api/v1/links', { key });
  return new URL(body.response[0].short_url).pathname;
}

async function repeated(work: Work, ms: number, outcomes: string[]): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) outcomes.push(await work());
}

function backingUp(t: TestContext, environment: Record<string, string>, folder: string): Work {
  const file = join(folder, 'backup.tar.gz');
  return async () => {
    const { code } = await launch(t, environment, undefined, 'backup', file).ended;
    rmSync(file, { force: true });
    return `exit ${code}`;
  };
}

function copying(t: TestContext, from: string, folder: string): Work {
  const target = join(folder, 'copy');
  return async () => {
    mkdirSync(target);
    await runCopy(t, from, `sqlite:${join(target, 'fingerpost.db')}`);
    rmSync(target, { recursive: true });
    return 'exit 0';
  };
}

function importing(url: string, { key }: Tenant): Work {
  const steps = imports();
  let next = 0;
  return async () => {
    const { body } = steps[next % steps.length]!;
    next += 1;
    const { status } = await call(url, 'POST /api/v1/page/import', { key, json: body });
    return `${status}`;
  };
}

function compared(name: string, idle: Viewed, meanwhile: Viewed, outcomes: readonly string[]): Finding[] {
  const ratio = quantile(meanwhile, 0.99) / quantile(idle, 0.99);
  const wrong = tally([...idle.wrong, ...meanwhile.wrong]);
  return [
    {
      what: `pages and links during ${name}`,
      figure: `${latency(meanwhile)}; 99th percentile × ${ratio.toFixed(1)}; failed or not counted: ${wrong}`,
      target: `at most × ${MAX_RATIO}, none failed`,
      met: ratio <= MAX_RATIO && wrong === 'none',
    },
    {
      what: `${name}: outcomes`,
      figure: tally(outcomes),
      target: 'all succeed',
      met: outcomes.every((outcome) => /^(exit 0|200|rewritten)$/.test(outcome)),
    },
  ];
}
