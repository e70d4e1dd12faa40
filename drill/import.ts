// Imports the largest possible pages repeatedly while the page of another account is viewed, and compares the latency of
// these views with that on an idle service. Views are recorded before the answer, so on SQLite they wait for other writes.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { call, type Tenant, tenantOn } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { tally, thousands } from './figures.ts';
import { dryRuns, type ImportStep, imports, LINKS } from './import/documents.ts';
import type { LoopGauge } from './import/gauge.ts';
import { startService } from './import/processes.ts';
import { startViewer, type Viewed, type Viewer } from './viewer.ts';

const MAX_RATIO = 3;

interface Phase {
  readonly viewed: Viewed;
  readonly loop: LoopGauge;
  /** The imports and their answers. */
  readonly answers: readonly string[];
}

interface Run {
  readonly url: string;
  readonly importer: Tenant;
  readonly viewer: Viewer;
  readonly seconds: number;
  gauge(): Promise<LoopGauge>;
  say(text: string): void;
}

export const importing: Drill = async ({ say, quick }) => {
  const findings: Finding[] = [];
  for (const engine of engines) {
    const sayOf = (text: string) => say(`${engine.name}: ${text}`);
    const found = await inScope((t) => rehearse(t, engine, quick ? 10 : 30, sayOf));
    findings.push(...found.map((finding) => ({ ...finding, what: `${engine.name}: ${finding.what}` })));
  }
  return findings;
};

async function rehearse(t: TestContext, engine: Engine, seconds: number, say: Run['say']): Promise<Finding[]> {
  const databaseUrl = await freshDatabase(t, engine);
  const importer = await tenantOn(databaseUrl, 'ada');
  await tenantOn(databaseUrl, 'bo');
  const service = await startService(t, { DATABASE_URL: databaseUrl });
  const viewer = startViewer(t, service.port, ['/bo']);
  const run: Run = { url: service.url, gauge: service.gauge, importer, viewer, seconds, say };

  // The first run of each step is a warm-up.
  for (const step of [...imports(), ...dryRuns()]) say(`warm-up: ${await doStep(run, step)}`);
  await quiet({ ...run, seconds: 2 });

  const before = await quiet(run);
  const imported = await busy(run, imports());
  const rehearsed = await busy(run, dryRuns());
  const after = await quiet(run);
  const idle = [...before.viewed.ms, ...after.viewed.ms];
  return [
    viewsFinding('while idle', idle, before.viewed.wrong.concat(after.viewed.wrong)),
    ...compared(`imports of ${thousands(LINKS)} links`, idle, imported),
    ...compared(`dry runs of ${thousands(LINKS)} links`, idle, rehearsed),
  ];
}

async function quiet({ viewer, seconds, gauge }: Run): Promise<Phase> {
  await gauge();
  await viewer.start();
  await sleep(seconds * 1000);
  return { viewed: await viewer.stop(), loop: await gauge(), answers: [] };
}

/** Runs each step at least once. */
async function busy(run: Run, steps: readonly ImportStep[]): Promise<Phase> {
  const answers: string[] = [];
  await run.gauge();
  await run.viewer.start();
  const until = performance.now() + run.seconds * 1000;
  for (let index = 0; index < steps.length || performance.now() < until; index += 1) {
    const answer = await doStep(run, steps[index % steps.length]!);
    run.say(answer);
    answers.push(answer.replace(/ in .*/, ''));
  }
  return { viewed: await run.viewer.stop(), loop: await run.gauge(), answers };
}

async function doStep({ url, importer }: Run, { name, body }: ImportStep): Promise<string> {
  const began = performance.now();
  const { status } = await call(url, 'POST /api/v1/page/import', { key: importer.key, json: body });
  return `${name}: ${status} in ${((performance.now() - began) / 1000).toFixed(1)} s`;
}

function compared(during: string, idle: readonly number[], { viewed, loop, answers }: Phase): Finding[] {
  const ratio = quantile(viewed.ms, 0.99) / quantile(idle, 0.99);
  return [
    viewsFinding(`during ${during}`, viewed.ms, viewed.wrong),
    {
      what: `99th percentile during ${during} ÷ idle`,
      figure: ratio.toFixed(2),
      target: `${MAX_RATIO} or less`,
      met: ratio <= MAX_RATIO,
    },
    {
      what: `answers to ${during}`,
      figure: tally(answers),
      target: 'all 200',
      met: answers.every((answer) => answer.endsWith('200')),
    },
    {
      what: `longest event loop turn during ${during}`,
      figure: `${loop.longestTurnMs.toFixed(0)} ms wall time, ${loop.longestComputingMs.toFixed(0)} ms CPU time`,
      met: true,
    },
  ];
}

function viewsFinding(when: string, ms: readonly number[], wrong: readonly string[]): Finding {
  const [median, late, slowest] = [0.5, 0.99, 1].map((part) => quantile(ms, part).toFixed(1));
  const also = wrong.length > 0 ? `; ${tally(wrong)}` : '';
  return {
    what: `views of another page ${when}`,
    figure: `${thousands(ms.length)}: median ${median} ms, 99th percentile ${late} ms, slowest ${slowest} ms${also}`,
    target: 'all recorded',
    met: wrong.length === 0,
  };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
