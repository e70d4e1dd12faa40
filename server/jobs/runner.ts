// Runs the jobs that are due. Each name has slots of its own, so that slow or failing jobs delay no others. The store is
// asked twice a second, and at once after a commit of this process. An attempt holds a lease that is renewed while it runs;
// if the process dies, the job is due again when the lease ends.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Micros, SECOND } from '../../contract/time.ts';
import {
  type ClaimedJob,
  claimJobs,
  insertJob,
  namesToRun,
  releaseJob,
  renewLeases,
  type StoreTime,
} from '../storage/jobs.ts';
import type { Store } from '../storage/store.ts';
import type { Clock } from '../system/clock.ts';
import { throttleLog } from '../system/log-throttle.ts';
import { attempt, type Outcome } from './attempt.ts';
import type { Job } from './job.ts';
import type { JobLogger, RunnerTimes } from './runner-options.ts';

const usual: RunnerTimes = { pollMs: 500, leaseMs: 20_000, stopMs: 3000, backoffMs: 2000 };
const RENEWALS_PER_LEASE = 4;

export interface JobFigures {
  /** Attempts that have ended. */
  runs: number;
  failures: number;
  /** Jobs that were given up. */
  lost: number;
  running: number;
  /** By the clock of this process. */
  succeededAt: Micros | undefined;
}

interface RunnerOptions {
  store: Store;
  clock: Clock;
  logger: JobLogger;
  time: StoreTime;
  times?: Partial<RunnerTimes> | undefined;
}

interface RunningJob {
  name: string;
  isRetry: boolean;
  controller: AbortController;
  /** By the monotonic clock. */
  renewedAt: number;
  ended: Promise<void>;
}

export function createRunner({ store, clock, logger, time, times: given }: RunnerOptions) {
  const times = { ...usual, ...given };
  const life: Micros = (times.leaseMs / 1000) * SECOND;
  const jobs = new Map<string, Job>();
  const figures = new Map<string, JobFigures>();
  const running = new Map<string, RunningJob>();
  let timer: NodeJS.Timeout | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let isRecurringStored = false;
  let isWanted = false;
  let isRunning = false;

  const reportStore = throttleLog((count, error: unknown) =>
    logger.warn({ err: error, count }, 'Could not look for background jobs; will retry'),
  );

  async function start(list: readonly Job[]): Promise<void> {
    for (const job of list) {
      if (jobs.has(job.name)) throw new Error(`There are two jobs named "${job.name}".`);
      jobs.set(job.name, job);
      figures.set(job.name, { runs: 0, failures: 0, lost: 0, running: 0, succeededAt: undefined });
    }
    isRunning = true;
    await insertRecurring().catch(reportStore);
    renewal = setInterval(() => void renew(), times.leaseMs / RENEWALS_PER_LEASE).unref();
    nudge();
  }

  /** One row for each, which all processes share. Tried again in each round if the disk is full, for example. */
  async function insertRecurring(): Promise<void> {
    if (isRecurringStored) return;
    const recurring = [...jobs.values()].filter(({ every }) => every !== undefined).map(({ name }) => name);
    const known = await store.read.selectFrom('job').select('key').where('key', 'in', recurring).execute();
    const missing = recurring.filter((name) => !known.some(({ key }) => key === name));
    if (missing.length > 0) await insertMissing(missing);
    isRecurringStored = true;
  }

  function insertMissing(missing: readonly string[]): Promise<void> {
    return store.note(async (tx) => {
      for (const name of missing) {
        await insertJob(tx, store.dialect, time, {
          name,
          accountId: null,
          payload: '{}',
          delay: 0,
          key: name,
          recurs: true,
        });
      }
    });
  }

  function nudge(): void {
    if (!isRunning) return;
    isWanted = true;
    round ??= rounds();
  }

  async function rounds(): Promise<void> {
    clearTimeout(timer);
    while (isWanted && isRunning) {
      isWanted = false;
      await insertRecurring().then(claimDue).catch(reportStore);
    }
    round = undefined;
    if (isRunning) timer = setTimeout(nudge, times.pollMs).unref();
  }

  async function claimDue(): Promise<void> {
    const names: string[] = [];
    for (const job of jobs.values()) {
      if (freeSlots(job, false) > 0 && (await (job.mayRun?.() ?? true))) names.push(job.name);
    }
    if (names.length === 0) return;
    for (const name of await namesToRun(store.read, store.dialect, time, { names, life })) {
      for (const isRetry of [true, false]) await claim(jobs.get(name)!, isRetry);
    }
  }

  async function claim(job: Job, isRetry: boolean): Promise<void> {
    const count = freeSlots(job, isRetry);
    if (count === 0 || !isRunning) return;
    const wanted = { name: job.name, count, isRetry, life, token: randomUUID };
    let claimed: ClaimedJob[] = [];
    await store.note(async (tx) => {
      claimed = await claimJobs(tx, store.dialect, time, wanted);
    });
    if (isRunning) for (const each of claimed) begin(job, each, isRetry);
    else if (claimed.length > 0) await giveBack(claimed);
  }

  function giveBack(claimed: readonly ClaimedJob[]): Promise<void> {
    return store.note(async (tx) => {
      for (const each of claimed) await releaseJob(tx, each);
    });
  }

  function freeSlots({ name, concurrency }: Job, isRetry: boolean): number {
    const own = [...running.values()].filter((each) => each.name === name);
    const free = concurrency - own.length;
    if (!isRetry) return free;
    return Math.min(free, Math.ceil(concurrency / 2) - own.filter((each) => each.isRetry).length);
  }

  function begin(job: Job, claimed: ClaimedJob, isRetry: boolean): void {
    const controller = new AbortController();
    const { name } = job;
    const ended = attempt({ store, time, logger, times }, job, claimed, controller.signal).then((outcome) => {
      running.delete(claimed.token);
      count(name, outcome);
      nudge();
    });
    running.set(claimed.token, { name, isRetry, controller, renewedAt: performance.now(), ended });
    figures.get(name)!.running += 1;
  }

  function count(name: string, outcome: Outcome): void {
    const own = figures.get(name)!;
    own.running -= 1;
    if (outcome === 'released') return;
    own.runs += 1;
    if (outcome === 'done') own.succeededAt = clock();
    if (outcome === 'retried' || outcome === 'failed') own.failures += 1;
    if (outcome === 'failed') own.lost += 1;
  }

  async function renew(): Promise<void> {
    const tokens = [...running.keys()];
    if (tokens.length === 0) return;
    const at = performance.now();
    let held: Set<string> | undefined;
    await store
      .note(async (tx) => {
        held = await renewLeases(tx, time, { tokens, life });
      })
      .catch(reportStore);
    for (const [token, each] of running) {
      if (held?.has(token)) each.renewedAt = at;
      else if (tokens.includes(token) && (held || at - each.renewedAt > times.leaseMs)) each.controller.abort();
    }
  }

  /** From its call on, no other job begins. */
  async function stop(): Promise<void> {
    isRunning = false;
    clearTimeout(timer);
    for (const { controller } of running.values()) controller.abort();
    const all = Promise.all([round, ...[...running.values()].map(({ ended }) => ended)]);
    await Promise.race([all, sleep(times.stopMs, undefined, { ref: false })]);
    clearInterval(renewal);
  }

  return { start, stop, nudge, figures: () => figures };
}
