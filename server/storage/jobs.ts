// Background jobs: a queue in a table. Times are of the store's clock, because those of the processes differ. An attempt
// holds a lease under a token of its own, and only that token ends it: a process that was away too long changes nothing.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { DAY, type Micros } from '../../contract/time.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { JobRow, JobState } from './job-tables.ts';
import type { Executor, Tables } from './tables.ts';

/** The present, as the store sees it. Tests set it. */
export type StoreTime = RawBuilder<number>;

export interface NewJob {
  name: string;
  accountId: number | null;
  payload: string;
  delay: Micros;
  key: string | null;
  /** It comes by itself: if it is there already, nothing changes. */
  recurs?: boolean;
}

/**
 * If a job that is not finished has the key, that one runs: as early as the earlier of both is due, and if it is running,
 * once more. Returns its id.
 */
export async function insertJob(
  tx: Executor,
  dialect: Dialect,
  now: StoreTime,
  { name, accountId, payload, delay, key, recurs = false }: NewJob,
): Promise<number> {
  const [newId] = await dialect.allocateIds(tx, 1);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO job (id, name, account_id, payload, state, due_at, attempts, created_at, key)
    VALUES (${newId}, ${name}, ${accountId}, ${payload}, 'waiting', ${now} + ${delay}, 0, ${now}, ${key})
    ON CONFLICT (key) DO UPDATE SET due_at = CASE
      WHEN ${sql.lit(Number(recurs))} = 1 THEN job.due_at
      WHEN job.holder IS NOT NULL AND job.due_at >= excluded.due_at THEN job.due_at + 1
      WHEN job.holder IS NULL AND job.due_at < excluded.due_at THEN job.due_at
      ELSE excluded.due_at END
    RETURNING id`.execute(tx);
  return rows[0]!.id;
}

/** No job waits longer: a later time was written by a clock that was ahead. */
export const MAX_DELAY: Micros = DAY;

/** The condition of a job that can be claimed. A lease of the far future was written before the clock was set back. */
function isClaimable(now: StoreTime, life: Micros): RawBuilder<boolean> {
  return sql`(job.state = 'waiting' AND (job.due_at <= ${now} OR job.due_at > ${now} + ${2 * MAX_DELAY})
    AND (job.leased_until IS NULL OR job.leased_until <= ${now} OR job.leased_until > ${now} + ${2 * life}))`;
}

/** Those of the names that have a job to run. */
export async function namesToRun(
  executor: Executor,
  dialect: Dialect,
  now: StoreTime,
  { names, life }: { names: readonly string[]; life: Micros },
): Promise<string[]> {
  const asked = dialect.jsonRows(
    names.map((name) => [name]),
    { name: 'text' },
  );
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM ${asked} AS asked
    WHERE EXISTS (SELECT 1 FROM job WHERE job.name = asked.name AND ${isClaimable(now, life)})`.execute(executor);
  return rows.map(({ name }) => name);
}

export interface Claim {
  name: string;
  count: number;
  /** Whether to claim jobs that were tried before, or those that were not. */
  isRetry: boolean;
  life: Micros;
  token(): string;
}

export type ClaimedJob = Pick<JobRow, 'id' | 'account_id' | 'payload' | 'due_at' | 'attempts' | 'created_at'> & {
  token: string;
  /** How long ago it was asked for. */
  age: Micros;
};

/** The next jobs of a name, the oldest first. Each belongs to the holder of its token until its lease ends. */
export async function claimJobs(
  tx: Transaction<Tables>,
  dialect: Dialect,
  now: StoreTime,
  { name, count, isRetry, life, token }: Claim,
): Promise<ClaimedJob[]> {
  const found = await tx
    .selectFrom('job')
    .select(['id', 'account_id', 'payload', 'due_at', 'attempts', 'created_at'])
    .select(sql<number>`${now} - created_at`.as('age'))
    .where('name', '=', name)
    .where(isClaimable(now, life))
    .where('attempts', isRetry ? '>' : '=', 0)
    .orderBy('due_at')
    .orderBy('id')
    .limit(count)
    .modifyEnd(dialect.skippingLocked)
    .execute();
  const claimed = found.map((job) => ({ ...job, attempts: job.attempts + 1, token: token() }));
  for (const { id, token: holder, attempts } of claimed) {
    const leased_until = sql<number>`${now} + ${life}`;
    await tx.updateTable('job').set({ holder, leased_until, attempts }).where('id', '=', id).execute();
  }
  return claimed;
}

/** Returns the tokens whose jobs are still theirs. */
export async function renewLeases(
  tx: Executor,
  now: StoreTime,
  { tokens, life }: { tokens: readonly string[]; life: Micros },
): Promise<Set<string>> {
  const renewed = await tx
    .updateTable('job')
    .set({ leased_until: sql<number>`${now} + ${life}` })
    .where('holder', 'in', tokens)
    .returning('holder')
    .execute();
  return new Set(renewed.map(({ holder }) => holder!));
}

/** For statements with CASE, in which Citus allows no function of the time. */
async function readTime(tx: Executor, now: StoreTime): Promise<Micros> {
  const { rows } = await sql<{ at: Micros }>`SELECT ${now} AS at`.execute(tx);
  return rows[0]!.at;
}

export type Held = Pick<ClaimedJob, 'id' | 'token' | 'due_at'>;

/** Locks the job until the transaction ends. Returns false if it belongs to another attempt. */
export async function holdJob(tx: Executor, { id, token }: Held): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set((eb) => ({ holder: eb.ref('holder') }))
    .where('id', '=', id)
    .where('holder', '=', token)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a job; if it was asked for again while it ran, it waits again. Returns false if it belongs to another attempt. */
export async function endJob(
  tx: Executor,
  now: StoreTime,
  { id, token, due_at: claimed }: Held,
  { state, error }: { state: Exclude<JobState, 'waiting'>; error: string | null },
): Promise<boolean> {
  const at = await readTime(tx, now);
  const isWanted = sql`due_at > ${claimed}`;
  const keepsPayload = state === 'done' ? isWanted : sql`true`;
  const { numAffectedRows } = await sql`
    UPDATE job SET holder = NULL, leased_until = NULL, last_error = ${error},
      state = CASE WHEN ${isWanted} THEN 'waiting' ELSE ${state} END,
      attempts = CASE WHEN ${isWanted} THEN 0 ELSE attempts END,
      key = CASE WHEN ${isWanted} THEN key END,
      finished_at = CASE WHEN ${isWanted} THEN NULL ELSE CAST(${at} AS bigint) END,
      payload = CASE WHEN ${keepsPayload} THEN payload ELSE '{}' END
    WHERE id = ${id} AND holder = ${token}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Of a job that recurs. `finished_at` says when it last succeeded. */
export async function scheduleNext(
  tx: Executor,
  now: StoreTime,
  { id, token, due_at: claimed }: Held,
  every: Micros,
): Promise<boolean> {
  const at = await readTime(tx, now);
  const { numAffectedRows } = await sql`
    UPDATE job SET holder = NULL, leased_until = NULL, last_error = NULL, attempts = 0, finished_at = ${at},
      due_at = CASE WHEN due_at > ${claimed} THEN due_at ELSE CAST(${at + every} AS bigint) END
    WHERE id = ${id} AND holder = ${token}`.execute(tx);
  return numAffectedRows === 1n;
}

/** After a failure. */
export async function postponeJob(
  tx: Executor,
  now: StoreTime,
  { id, token }: Held,
  { delay, error }: { delay: Micros; error: string },
): Promise<boolean> {
  const due_at = sql<number>`${now} + ${delay}`;
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ holder: null, leased_until: null, last_error: error, due_at })
    .where('id', '=', id)
    .where('holder', '=', token)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** As if the attempt had not begun: its process is stopping. */
export async function releaseJob(tx: Executor, { id, token }: Held): Promise<void> {
  await tx
    .updateTable('job')
    .set((eb) => ({ holder: null, leased_until: null, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('holder', '=', token)
    .execute();
}

/** Finished jobs that are older than `age`, and all but the newest `most`. */
export async function deleteFinished(
  tx: Executor,
  now: StoreTime,
  { state, age, most }: { state: Exclude<JobState, 'waiting'>; age: Micros; most: number },
): Promise<void> {
  await tx
    .deleteFrom('job')
    .where('state', '=', state)
    .where((eb) =>
      eb.or([
        eb('finished_at', '<', sql<number>`${now} - ${age}`),
        eb(
          'id',
          'in',
          eb
            .selectFrom('job')
            .select('id')
            .where('state', '=', state)
            .orderBy('finished_at', 'desc')
            .orderBy('id', 'desc')
            .limit(MAX_DELETED)
            .offset(most),
        ),
      ]),
    )
    .execute();
}

const MAX_DELETED = 10_000;

/** What failed jobs were about, such as addresses, is not kept as long as they are. */
export async function clearFailedPayloads(tx: Executor, now: StoreTime, age: Micros): Promise<void> {
  await tx
    .updateTable('job')
    .set({ payload: '{}' })
    .where('state', '=', 'failed')
    .where('finished_at', '<', sql<number>`${now} - ${age}`)
    .where('payload', '<>', '{}')
    .execute();
}

export async function deleteJobsOf(tx: Executor, accountId: number): Promise<void> {
  await tx.deleteFrom('job').where('account_id', '=', accountId).execute();
}
