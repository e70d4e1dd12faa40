// Two workers against one: views of a cached page, each recorded before it is answered. Where the load generator leaves
// the workers no second core, the throughput cannot double. Then the processor time of each request says what a machine
// with more cores would do.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchOptions, type Figure, median, type Outcome, spread, thousands } from './bench.ts';
import { inFolder } from './database.ts';
import { PAGE_NAME, preparePages } from './page-database.ts';
import { type Server, startLoader, startService } from './processes.ts';

/** So many that a commit of each worker has many visits, as under the load for which workers are started. */
const CONNECTIONS = 256;
const WARM_UP_SECONDS = 2;
const READY_MS = 30_000;
const TARGET = 1.6;
/** By processor time, two workers may do this much less than two separate machines would. */
const TARGET_COST = 1.25;
const TICKS_PER_SECOND = 100;
/** Headers of a browser, so that the view counts. */
const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-encoding': 'gzip',
};

interface Run {
  perSecond: number;
  /** Processor time of all processes of the service for each request, in microseconds. */
  cost: number;
  loaderShare: number;
}

export async function workers(options: BenchOptions): Promise<Outcome> {
  return inFolder(async (folder) => {
    const load = startLoader();
    const services = { one: await prepare(folder, 1), two: await prepare(folder, 2) };
    const runs: Record<keyof typeof services, Run[]> = { one: [], two: [] };
    const ask = ({ url }: Server, seconds: number) =>
      load({ url: `${url}/${PAGE_NAME}`, headers: browser, connections: CONNECTIONS, seconds });
    for (const service of Object.values(services)) await ask(service, WARM_UP_SECONDS);
    // In turn: what disturbs the machine disturbs both.
    for (let round = 0; round < options.rounds; round += 1) {
      for (const name of ['one', 'two'] as const) {
        const { pid } = services[name];
        const before = cpuSeconds(pid);
        const { perSecond, cpuSeconds: loader } = await ask(services[name], options.seconds);
        const cost = ((cpuSeconds(pid) - before) * 1e6) / (perSecond * options.seconds);
        runs[name].push({ perSecond, cost, loaderShare: loader / options.seconds });
        options.say(`${name}: ${thousands(perSecond)}/s, ${cost.toFixed(0)} µs of processor time each`);
      }
    }
    const figures: Figure[] = [];
    const memory = Object.entries(services).map(([name, { pid }]) => {
      const sizes = processesOf(pid).map((each) => `${residentMib(each)} MiB`);
      return `${name}: ${sizes.join(', ')}`;
    });
    const rate =
      median(runs.two.map(({ perSecond }) => perSecond)) / median(runs.one.map(({ perSecond }) => perSecond));
    const cost = median(runs.two.map((run) => run.cost)) / median(runs.one.map((run) => run.cost));
    figures.push(
      {
        name: 'views per second, one worker',
        figure: spread(
          runs.one.map(({ perSecond }) => perSecond),
          0,
        ),
      },
      {
        name: 'views per second, two workers',
        figure: spread(
          runs.two.map(({ perSecond }) => perSecond),
          0,
        ),
      },
      {
        name: 'two workers ÷ one, by throughput',
        figure: rate.toFixed(2),
        target: `≥ ${TARGET}, if the load generator leaves room`,
        met: rate >= TARGET || cost <= TARGET_COST,
      },
      {
        name: 'processor time per view, one worker',
        figure: `${spread(
          runs.one.map((run) => run.cost),
          0,
        )} µs`,
      },
      {
        name: 'processor time per view, two workers, primary included',
        figure: `${spread(
          runs.two.map((run) => run.cost),
          0,
        )} µs`,
      },
      {
        name: 'two workers ÷ one, by processor time per view',
        figure: `${cost.toFixed(2)}, so two cores do ${(2 / cost).toFixed(2)} times as much`,
        target: `≤ ${TARGET_COST} (1.6 times as much)`,
        met: cost <= TARGET_COST,
      },
    );
    const share = median(runs.two.map(({ loaderShare }) => loaderShare));
    return {
      figures,
      notes: [
        `${CONNECTIONS} connections to one cached page on SQLite. The load generator used ${(100 * share).toFixed(0)} % of a core while two workers ran.`,
        `Resident memory of the processes: ${memory.join('; ')}.`,
      ],
    };
  });
}

async function prepare(folder: string, workers: number): Promise<Server> {
  const url = await preparePages(join(folder, `${workers}.db`), 0);
  const service = await startService(url, { WORKERS: String(workers) });
  await allReady(service, workers);
  return service;
}

async function allReady({ pid }: Server, workers: number): Promise<void> {
  if (workers === 1) return;
  const deadline = performance.now() + READY_MS;
  while (processesOf(pid).length < workers + 1) {
    if (performance.now() > deadline) throw new Error('The workers did not start in time');
    await sleep(100);
  }
  // A process that exists does not listen yet.
  await sleep(5000);
}

/** The process and its workers. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function cpuSeconds(pid: number): number {
  return processesOf(pid).reduce((sum, each) => {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}

function residentMib(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1024);
}
