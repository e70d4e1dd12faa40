// Asks twice as much of the service as it can do, on both stores, as the world would: by the clock, whatever it answers.
// It must go on doing nearly all that it can, say no to the rest properly and in time, not grow, and be well afterwards.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, engines } from '../test/support/engines.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { thousands } from './figures.ts';
import type { Loaded } from './overload/book.ts';
import { findingsOf, goodputShare, RECOVERY_MS, type Stage, told } from './overload/findings.ts';
import { type Loader, type Service, startLoader, startService } from './overload/processes.ts';
import { prepareTenants } from './overload/tenants.ts';
import { watch } from './overload/watch.ts';
import { inScope } from './scope.ts';

const TENANTS = 60;
const STEPS = [8, 16, 32, 64, 128, 256];
/** A step that brings less than this has brought nothing. */
const GROWTH = 1.03;
const FACTOR = 2;
const CONNECTIONS = 2000;
/** Machines are faster at one moment than at the next, so the peak is measured around each of them, and the middle one counts. */
const STAGES = 3;

interface Setting {
  readonly name: string;
  readonly environment: Record<string, string>;
  readonly greedyShare: number;
}
const settings: Setting[] = [
  { name: 'RATE_LIMIT=0', environment: { RATE_LIMIT: '0' }, greedyShare: 0 },
  { name: 'a fifth by a key past its rate', environment: {}, greedyShare: 0.2 },
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
    { what: 'successes a second by connections', figure: steps, met: true },
    { what: 'goodput ÷ peak each time; what follows is of the middle one', figure: all, met: true },
    ...findingsOf(stages[STAGES >> 1]!, FACTOR),
    {
      what: 'told to stop',
      figure: `exit ${code}, ${stderr === '' ? 'nothing' : 'something'} on stderr`,
      target: 'exit 0, nothing',
      met: code === 0 && stderr === '',
    },
  ];
}

/** As many at a time as it takes, until more of them bring no more, or some are turned away: that is more than it can do. */
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
  say(`overload: ${told(overloaded)}`);
  await sleep(RECOVERY_MS);
  const calm = { what: 'open', connections, seconds: 3, greedyShare: 0 } as const;
  const recovered = await loader.load({ ...calm, perSecond: before.goodput / 4 });
  const after = await closed(run, connections, seconds.peak);
  return { before, overloaded, seconds: seconds.overload, seen, recovered, after, withRate: greedyShare > 0 };
}

async function closed({ loader, say }: Run, connections: number, seconds: number, greedyShare = 0): Promise<Loaded> {
  const loaded = await loader.load({ what: 'closed', connections, seconds, greedyShare });
  say(`${connections} at a time: ${told(loaded)}`);
  return loaded;
}

async function useUpRate(run: Run): Promise<void> {
  for (let left = 30; left > 0; left -= 1) {
    const { byStatus } = await closed(run, STEPS[2]!, 1, 1);
    if (byStatus[429]) return;
  }
  throw new Error('The greedy key did not come to the end of its rate.');
}
