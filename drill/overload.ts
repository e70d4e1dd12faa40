// Sends twice the load that the service can handle, on both stores, at a fixed rate regardless of its answers. It must
// keep nearly its peak goodput, reject the rest properly and in time, not grow in memory, and recover afterwards.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { thousands } from './figures.ts';
import { findingsOf, goodputShare, RECOVERY_MS, type Stage, summary } from './overload/findings.ts';
import { type Loader, type Service, startLoader, startService } from './overload/processes.ts';
import type { Loaded } from './overload/tally.ts';
import { prepareTenants } from './overload/tenants.ts';
import { watch } from './overload/watch.ts';

const TENANTS = 60;
const STEPS = [8, 16, 32, 64, 128, 256];
/** A step with less gain than this is the last. */
const GROWTH = 1.03;
const FACTOR = 2;
const CONNECTIONS = 2000;
/** Machine speed varies, so the peak is measured before and after each run, and the median run counts. */
const STAGES = 3;

interface Setting {
  readonly name: string;
  readonly environment: Record<string, string>;
  readonly greedyShare: number;
}
const settings: Setting[] = [
  { name: 'RATE_LIMIT=0', environment: { RATE_LIMIT: '0' }, greedyShare: 0 },
  { name: 'a fifth by a key above its rate limit', environment: {}, greedyShare: 0.2 },
];

interface Run {
  readonly service: Service;
  readonly loader: Loader;
  readonly seconds: Readonly<Record<'warmUp' | 'step' | 'peak' | 'overload', number>>;
  say(text: string): void;
}

export const overload: Drill = async ({ say, quick }) => {
  const seconds = quick
    ? { warmUp: 3, step: 2, peak: 4, overload: 10 }
    : { warmUp: 10, step: 4, peak: 5, overload: 12 };
  const findings: Finding[] = [];
  for (const engine of engines) {
    for (const setting of settings) {
      const name = `${engine.name}, ${setting.name}`;
      const sayOf = (text: string) => say(`${name}: ${text}`);
      const found = await inScope((t) => rehearse(t, engine, setting, seconds, sayOf));
      findings.push(...found.map((finding) => ({ ...finding, what: `${name}: ${finding.what}` })));
    }
  }
  return findings;
};

async function rehearse(
  t: TestContext,
  engine: Engine,
  { environment, greedyShare }: Setting,
  seconds: Run['seconds'],
  say: (text: string) => void,
): Promise<Finding[]> {
  const databaseUrl = await freshDatabase(t, engine);
  const tenants = await prepareTenants(databaseUrl, TENANTS);
  const service = await startService(t, { DATABASE_URL: databaseUrl, ...environment });
  const loader = startLoader(t);
  await loader.prepare(service.port, tenants);
  const run: Run = { service, loader, seconds, say };

  const { connections, steps } = await climb(run);
  const stages: Stage[] = [];
  while (stages.length < STAGES) stages.push(await overloadOnce(run, connections, greedyShare));
  const { code, stderr } = await service.stop();

  stages.sort((a, b) => goodputShare(a) - goodputShare(b));
  const all = stages.map((stage) => goodputShare(stage).toFixed(2)).join(', ');
  return [
    { what: 'successes per second by connections', figure: steps, met: true },
    { what: 'goodput ÷ peak of each run; later rows show the median run', figure: all, met: true },
    ...findingsOf(stages[STAGES >> 1]!, FACTOR),
    {
      what: 'stopped',
      figure: `exit ${code}, ${stderr === '' ? 'nothing' : 'something'} on stderr`,
      target: 'exit 0, nothing',
      met: code === 0 && stderr === '',
    },
  ];
}

/** Adds connections until throughput stops growing or requests are rejected. */
async function climb(run: Run): Promise<{ connections: number; steps: string }> {
  await closed(run, STEPS[2]!, run.seconds.warmUp);
  const steps: string[] = [];
  let best = { connections: 0, goodput: 0 };
  let inVain = 0;
  for (const connections of STEPS) {
    const { goodput, byStatus } = await closed(run, connections, run.seconds.step);
    if (byStatus[503]) break;
    steps.push(`${connections}: ${thousands(goodput)}`);
    inVain = goodput < GROWTH * best.goodput ? inVain + 1 : 0;
    if (goodput > best.goodput) best = { connections, goodput };
    if (inVain === 2) break;
  }
  return { connections: best.connections, steps: steps.join(', ') };
}

async function overloadOnce(run: Run, connections: number, greedyShare: number): Promise<Stage> {
  const { service, loader, seconds, say } = run;
  const before = await closed(run, connections, seconds.peak);
  if (greedyShare > 0) await useUpRate(run);
  const watching = watch(service);
  const open = { what: 'open', connections: CONNECTIONS, seconds: seconds.overload, greedyShare } as const;
  const overloaded = await loader.load({ ...open, perSecond: FACTOR * before.goodput });
  const seen = await watching.stop();
  say(`overload: ${summary(overloaded)}`);
  await sleep(RECOVERY_MS);
  const calm = { what: 'open', connections, seconds: 3, greedyShare: 0 } as const;
  const recovered = await loader.load({ ...calm, perSecond: before.goodput / 4 });
  const after = await closed(run, connections, seconds.peak);
  return { before, overloaded, seconds: seconds.overload, seen, recovered, after, withRate: greedyShare > 0 };
}

async function closed({ loader, say }: Run, connections: number, seconds: number, greedyShare = 0): Promise<Loaded> {
  const loaded = await loader.load({ what: 'closed', connections, seconds, greedyShare });
  say(`${connections} at a time: ${summary(loaded)}`);
  return loaded;
}

async function useUpRate(run: Run): Promise<void> {
  for (let left = 30; left > 0; left -= 1) {
    const { byStatus } = await closed(run, STEPS[2]!, 1, 1);
    if (byStatus[429]) return;
  }
  throw new Error('The greedy key did not reach its rate limit.');
}
