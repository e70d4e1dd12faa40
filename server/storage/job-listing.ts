// What the operator sees of background jobs: never their payloads.
import { sql } from 'kysely';
import type { Micros } from '../../contract/time.ts';
import type { JobRow } from './job-tables.ts';
import type { StoreTime } from './jobs.ts';
import type { Executor } from './tables.ts';

export interface JobCounts {
  name: string;
  waiting: number;
  failed: number;
  /** Those that have failed three times in a row, or more often, and will be tried again. */
  failing: number;
  /** For how long the one that is due longest has been waiting; 0 if none is due. */
  overdue: Micros;
}

export async function countJobs(executor: Executor, now: StoreTime): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    SELECT name, sum(CASE WHEN state = 'waiting' THEN 1 ELSE 0 END) AS waiting,
      sum(CASE WHEN state = 'failed' THEN 1 ELSE 0 END) AS failed,
      sum(CASE WHEN state = 'waiting' AND attempts >= 3 AND last_error IS NOT NULL THEN 1 ELSE 0 END) AS failing,
      max(CASE WHEN state = 'waiting' AND due_at < ${now} AND (leased_until IS NULL OR leased_until <= ${now})
        THEN ${now} - due_at ELSE 0 END) AS overdue
    FROM job WHERE state <> 'done' GROUP BY name ORDER BY name`.execute(executor);
  return rows;
}

export const listedStates = ['waiting', 'running', 'failed', 'done'] as const;
export type ListedState = (typeof listedStates)[number];

export type ListedJob = Pick<
  JobRow,
  'id' | 'name' | 'account_id' | 'attempts' | 'due_at' | 'created_at' | 'finished_at' | 'last_error'
> & { state: ListedState };

export interface JobFilter {
  /** By default all but those that are done. */
  state?: ListedState | undefined;
  name?: string | undefined;
}

/** By id, those after `afterId`. */
export function listJobs(
  executor: Executor,
  now: StoreTime,
  { state, name }: JobFilter,
  { afterId, count }: { afterId: number; count: number },
): Promise<ListedJob[]> {
  const shown = sql<ListedState>`CASE WHEN state = 'waiting' AND leased_until > ${now} THEN 'running' ELSE state END`;
  return executor
    .selectFrom('job')
    .select([
      'id',
      'name',
      'account_id',
      shown.as('state'),
      'attempts',
      'due_at',
      'created_at',
      'finished_at',
      'last_error',
    ])
    .where('id', '>', afterId)
    .where(shown, state === undefined ? '<>' : '=', state ?? 'done')
    .$if(name !== undefined, (query) => query.where('name', '=', name!))
    .orderBy('id')
    .limit(count)
    .execute();
}

/** Failed jobs wait again, with all their attempts. Returns how many. */
export async function retryJobs(
  tx: Executor,
  now: StoreTime,
  { id, name }: { id?: number | undefined; name?: string | undefined },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ state: 'waiting', attempts: 0, due_at: now, finished_at: null })
    .where('state', '=', 'failed')
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(name !== undefined, (query) => query.where('name', '=', name!))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
