// A process that runs jobs, and what a test sees of them.
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { visitJobs } from '../../server/all-jobs.ts';
import { createJobs, type Jobs, type JobsOptions } from '../../server/jobs/index.ts';
import type { Job } from '../../server/jobs/job.ts';
import type { JobRow } from '../../server/storage/job-tables.ts';
import { openStore, type Store } from '../../server/storage/store.ts';
import { type Clock, createClock } from '../../server/system/clock.ts';
import type { Visits } from '../../server/visits/index.ts';
import { createTrustedTime } from '../../server/visits/retention/trusted-time.ts';
import { eventually } from './eventually.ts';

export interface JobProcess {
  jobs: Jobs;
  store: Store;
  /** What it logged, as JSON. */
  log: string[];
}

export const quick = { backoffMs: 20, leaseMs: 1000, stopMs: 500 };

export async function jobProcess(
  t: TestContext,
  databaseUrl: string,
  list: readonly Job[] | ((store: Store) => readonly Job[]),
  times: JobsOptions['times'] = quick,
): Promise<JobProcess> {
  const store = await openStore(databaseUrl, { watch: false });
  const log: string[] = [];
  const write = (details: object, message: string) => void log.push(JSON.stringify([details, message]));
  const jobs = createJobs({ store, clock: createClock(), logger: { warn: write, error: write }, times });
  await jobs.start(typeof list === 'function' ? list(store) : list);
  t.after(async () => {
    // A store that is closed while it is asked may never answer.
    await jobs.stop();
    await store.close();
    // The types of Node lack it.
    const { passed } = t as TestContext & { passed: boolean };
    if (!passed) for (const line of log) t.diagnostic(`logged by the jobs: ${line}`);
  });
  return { jobs, store, log };
}

export function jobRows({ read }: Pick<Store, 'read'>, name: string): Promise<JobRow[]> {
  return read.selectFrom('job').selectAll().where('name', '=', name).orderBy('id').execute();
}

/** Runs a job that recurs, without a queue. */
export async function runOnce(job: Job): Promise<void> {
  const { signal } = new AbortController();
  const lease = { signal, holdIn: async () => {}, endIn: async () => {} };
  await job.run({}, { ...lease, jobId: 0, accountId: null, age: 0, number: 1, isLast: true });
}

/** Each of them, if its process may run it. */
export async function runTrusted(list: readonly Job[]): Promise<void> {
  for (const job of list) if ((await job.mayRun?.()) ?? true) await runOnce(job);
}

/** Waits for jobs that run once, unless they have failed and will be tried later. */
export async function enqueuedJobsDone({ read, dialect }: Store): Promise<void> {
  await eventually('jobs are done', 30_000, async () => {
    const due = read.selectFrom('job').select('id').where('state', '=', 'waiting').where('due_at', '<=', dialect.now);
    return (await due.executeTakeFirst()) === undefined;
  });
}

/** Waits until the accounts have what signing in and out leaves in them. */
export async function signInsRecorded(store: Pick<Store, 'read'>): Promise<void> {
  const waiting = store.read.selectFrom('job').select('id').where('name', '=', 'record-sign-in');
  await eventually('sign-ins are recorded', 30_000, async () => {
    return (await waiting.where('state', '=', 'waiting').executeTakeFirst()) === undefined;
  });
}

/** What a process does for its visits twice a minute: for itself, and as jobs for all. */
export function visitUpkeep({
  store,
  visits,
  clock,
  eventDays = 90,
  monotonicClock,
}: {
  store: Store;
  visits: Visits;
  clock: Clock;
  eventDays?: number;
  monotonicClock?: () => number;
}): () => Promise<void> {
  const time = createTrustedTime({ store, clock, logger: { error: () => {} }, monotonicClock });
  const list = visitJobs({ store, clock, visits, time, eventDays });
  return async () => {
    await visits.upkeep();
    await runTrusted(list);
  };
}

/** Something that a job does: how often it happened can be read. */
export async function addEffect(tx: Parameters<Store['note']>[0] extends (tx: infer Tx) => unknown ? Tx : never) {
  await sql`INSERT INTO lease (name, holder, until) VALUES ('effect', '', 1)
    ON CONFLICT (name) DO UPDATE SET until = lease.until + 1`.execute(tx);
}

export async function effects({ read }: Pick<Store, 'read'>): Promise<number> {
  const row = await read.selectFrom('lease').select('until').where('name', '=', 'effect').executeTakeFirst();
  return row?.until ?? 0;
}
