// Asks twice as much of the service as it can do, on both stores, as the world would: by the clock, whatever it answers.
// It must go on doing nearly all that it can, say no to the rest properly and in time, not grow, and be well afterwards.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, engines } from '../test/support/engines.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { thousands } from './figures.ts';
import type { Loaded, Quantiles } from './overload/book.ts';
import { type Loader, type Service, startLoader, startService } from './overload/processes.ts';
import { prepareTenants } from './overload/tenants.ts';
import { type Watch, watch } from './overload/watch.ts';
import { inScope } from './scope.ts';

const TENANTS = 60;
const STEPS = [8, 16, 32, 64, 128, 256];
/** A step that brings less than this has brought nothing. */
const GROWTH = 1.03;
const FACTOR = 2;
const CONNECTIONS = 2000;
const LEAST_GOODPUT = 0.9;
const LONGEST_SUCCESS_MS = 500;
const MOST_RSS = 768 * 2 ** 20;
const MOST_GROWTH = 64 * 2 ** 20;
const RECOVERY_MS = 1000;
const MOST_BUSY = 0.9;

interface Setting {
  readonly name: string;
  readonly environment: Record<string, string>;
  readonly greedyShare: number;
}
const settings: Setting[] = [
  { name: 'RATE_LIMIT=0', environment: { RATE_LIMIT: '0' }, greedyShare: 0 },
  { name: 'a fifth from one key past its rate', environment: {}, greedyShare: 0.2 },
];

interface Run {
  readonly service: Service;
  readonly loader: Loader;
  readonly lengths: Lengths;
  say(text: string): void;
}
interface Lengths {
  readonly warmUp: number;
  readonly step: number;
  readonly peak: number;
  readonly overload: number;
}

export const overload: Drill = async ({ say, quick }) => {
  const lengths = quick ? { warmUp: 3, step: 2, peak: 4, overload: 10 } : { warmUp: 6, step: 4, peak: 8, overload: 30 };
  const findings: Finding[] = [];
  for (const engine of engines) {
    for (const setting of settings) {
      const name = `${engine.name}, ${setting.name}`;
      const found = await inScope((t) => rehearse(t, engine, setting, lengths, (text) => say(`${name}: ${text}`)));
      findings.push(...found.map((finding) => ({ ...finding, what: `${name}: ${finding.what}` })));
    }
  }
  return findings;
};

async function rehearse(
  t: TestContext,
  engine: Engine,
  { environment, greedyShare }: Setting,
  lengths: Lengths,
  say: (text: string) => void,
): Promise<Finding[]> {
  const databaseUrl = await freshDatabase(t, engine);
  const tenants = await prepareTenants(databaseUrl, TENANTS);
  const service = await startService(t, { DATABASE_URL: databaseUrl, ...environment });
  const loader = startLoader(t);
  await loader.prepare(service.port, tenants);
  const run: Run = { service, loader, lengths, say };

  const { connections, steps } = await climb(run);
  const before = await closed(run, connections, lengths.peak);
  if (greedyShare > 0) await useUpRate(run);
  const watching = watch(service);
  const perSecond = FACTOR * before.goodput;
  const order = { what: 'open', connections: CONNECTIONS, seconds: lengths.overload, greedyShare, perSecond } as const;
  const overloaded = await loader.load(order);
  const seen = await watching.stop();
  say(`overload: ${told(overloaded)}`);
  await sleep(RECOVERY_MS);
  const calm = { what: 'open', connections, seconds: 3, greedyShare: 0, perSecond: before.goodput / 4 } as const;
  const recovered = await loader.load(calm);
  const after = await closed(run, connections, lengths.peak);
  const { code, stderr } = await service.stop();

  const peak = (before.goodput + after.goodput) / 2;
  const peakWork = (before.goodWork + after.goodWork) / 2;
  return [
    {
      what: 'peak',
      figure: `${thousands(before.goodput)}/s before and ${thousands(after.goodput)}/s after, with ${connections} connections (${steps})`,
      met: true,
    },
    offered(overloaded, peak, lengths.overload),
    answers(overloaded, greedyShare > 0),
    {
      what: 'goodput ÷ peak',
      figure: `${(overloaded.goodput / peak).toFixed(2)} (${thousands(overloaded.goodput)}/s)`,
      target: `≥ ${LEAST_GOODPUT}`,
      met: overloaded.goodput / peak >= LEAST_GOODPUT,
    },
    {
      what: '… of what is never kept alone',
      figure: `${(overloaded.goodWork / peakWork).toFixed(2)} (${thousands(overloaded.goodWork)} ÷ ${thousands(peakWork)}/s)`,
      met: true,
    },
    {
      what: 'time of a success',
      figure: times(overloaded.successMs),
      target: `99 % within ${LONGEST_SUCCESS_MS} ms`,
      met: overloaded.successMs.p99 <= LONGEST_SUCCESS_MS,
    },
    { what: 'time of a refusal', figure: times(overloaded.refusalMs), met: true },
    ...watched(seen),
    {
      what: `${RECOVERY_MS / 1000} s later, at a quarter of the peak`,
      figure: `${statuses(recovered)}; ${times(recovered.successMs)}`,
      target: `only 200, 99 % within ${LONGEST_SUCCESS_MS} ms`,
      met: isOnly(recovered, ['200']) && recovered.successMs.p99 <= LONGEST_SUCCESS_MS,
    },
    {
      what: 'told to stop',
      figure: `exit ${code}, ${stderr === '' ? 'nothing' : 'something'} on stderr`,
      target: 'exit 0, nothing',
      met: code === 0 && stderr === '',
    },
  ];
}

/** As many at a time as it takes, until more of them bring no more. */
async function climb(run: Run): Promise<{ connections: number; steps: string }> {
  await closed(run, STEPS[2]!, run.lengths.warmUp);
  const steps: string[] = [];
  let best = { connections: 0, goodput: 0 };
  let inVain = 0;
  for (const connections of STEPS) {
    const { goodput } = await closed(run, connections, run.lengths.step);
    steps.push(`${connections}: ${thousands(goodput)}`);
    inVain = goodput < GROWTH * best.goodput ? inVain + 1 : 0;
    if (goodput > best.goodput) best = { connections, goodput };
    if (inVain === 2) break;
  }
  return { connections: best.connections, steps: steps.join(', ') };
}

async function closed({ loader, say }: Run, connections: number, seconds: number, greedyShare = 0): Promise<Loaded> {
  const loaded = await loader.load({ what: 'closed', connections, seconds, greedyShare });
  say(`${connections} at a time: ${told(loaded)}`);
  return loaded;
}

async function useUpRate(run: Run): Promise<void> {
  for (let left = 15; left > 0; left -= 1) {
    const { byStatus } = await closed(run, STEPS[2]!, 1, 1);
    if (byStatus[429]) return;
  }
  throw new Error('The greedy key did not come to the end of its rate.');
}

function offered({ arrivals, busy, lateMs }: Loaded, peak: number, seconds: number): Finding {
  const factor = arrivals / seconds / peak;
  return {
    what: 'asked',
    figure: `${thousands(arrivals / seconds)}/s, ${factor.toFixed(2)} × the peak, for ${seconds} s; making it took ${percent(busy)} of a core and was late by ${times(lateMs)}`,
    target: `≥ ${FACTOR - 0.1} ×, below ${percent(MOST_BUSY)}`,
    met: factor >= FACTOR - 0.1 && busy < MOST_BUSY,
  };
}

function answers(loaded: Loaded, withRate: boolean): Finding {
  const allowed = withRate ? ['200', '429', '503'] : ['200', '503'];
  return {
    what: 'answers',
    figure: statuses(loaded),
    target: `only ${allowed.join(', ')}, each of them, in their shape`,
    met: isOnly(loaded, allowed) && allowed.every((status) => loaded.byStatus[status]),
  };
}

function watched({ rssBytes, probes, slowestMs }: Watch): Finding[] {
  const half = rssBytes[rssBytes.length >> 1] ?? 0;
  const end = rssBytes.at(-1) ?? 0;
  const most = Math.max(...rssBytes);
  const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  return [
    {
      what: '/health and /ready meanwhile',
      figure: `${probes}, the slowest after ${Math.round(slowestMs)} ms`,
      target: 'only 200',
      met: /^[\d,]+ × 200$/.test(probes),
    },
    {
      what: 'memory',
      figure: `${mib(rssBytes[0] ?? 0)} at the start, ${mib(half)} at half time, ${mib(end)} at the end, at most ${mib(most)}`,
      target: `at most ${mib(MOST_GROWTH)} more in the second half, and ${mib(MOST_RSS)} ever`,
      met: end - half <= MOST_GROWTH && most <= MOST_RSS,
    },
  ];
}

function isOnly({ byStatus, faults }: Loaded, allowed: readonly string[]): boolean {
  return Object.keys(faults).length === 0 && Object.keys(byStatus).every((status) => allowed.includes(status));
}

function statuses({ byStatus, faults }: Loaded): string {
  return Object.entries({ ...byStatus, ...faults })
    .map(([what, count]) => `${thousands(count)} × ${what}`)
    .join(', ');
}

function times({ p50, p99, most }: Quantiles): string {
  return `${p50.toFixed(p50 < 10 ? 1 : 0)} ms (99 %: ${Math.round(p99)}, most ${Math.round(most)})`;
}

function told(loaded: Loaded): string {
  return `${thousands(loaded.goodput)}/s good, ${times(loaded.successMs)}; ${statuses(loaded)}; loader at ${percent(loaded.busy)}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
