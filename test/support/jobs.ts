// A process that runs jobs, and what a test sees of them.
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { createClock } from '../../server/clock.ts';
import { createJobs, type Jobs, type JobsOptions } from '../../server/jobs/index.ts';
import type { Job } from '../../server/jobs/job.ts';
import type { JobRow } from '../../server/storage/job-tables.ts';
import type { Store } from '../../server/storage/store.ts';
import { storeOn } from './store.ts';

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
  list: readonly Job[],
  times: JobsOptions['times'] = quick,
): Promise<JobProcess> {
  const store = await storeOn(t, databaseUrl);
  const log: string[] = [];
  const write = (details: object, message: string) => void log.push(JSON.stringify([details, message]));
  const jobs = createJobs({ store, clock: createClock(), logger: { warn: write, error: write }, times });
  await jobs.start(list);
  t.after(() => jobs.stop());
  return { jobs, store, log };
}

export function jobRows({ read }: Pick<Store, 'read'>, name: string): Promise<JobRow[]> {
  return read.selectFrom('job').selectAll().where('name', '=', name).orderBy('id').execute();
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
