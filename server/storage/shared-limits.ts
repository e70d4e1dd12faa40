// What all processes count together: rate limits, failed attempts, and which processes there are. Times are relative to
// the store's clock, because those of the processes differ. A crash of the database may lose these rows.
import { sql, type Transaction } from 'kysely';
import { MINUTE, type Micros, SECOND } from '../../contract/time.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Executor, Tables } from './tables.ts';

const PROCESS_LIFE: Micros = 15 * SECOND;
const PROCESSES_LOCK = 'processes';
const ATTEMPTS_LOCK = 'attempts';

export interface CountedWindow {
  id: number;
  used: number;
  /** Time until the window ends. */
  lasts: Micros;
}

/** Adds to the windows of a limit, and returns them. A window that is over starts again with what is added. */
export async function addToWindows(
  executor: Executor,
  dialect: Dialect,
  limit: string,
  windows: readonly CountedWindow[],
): Promise<CountedWindow[]> {
  const { now } = dialect;
  const given = dialect.jsonRows(
    windows.map(({ id, used, lasts }) => [id, used, lasts]),
    { id: 'integer', used: 'integer', lasts: 'integer' },
  );
  // The second condition is for a clock that was set back. It leaves a margin: a statement that waited for another one
  // started before it, so its time is the earlier one.
  const isOver = sql`(rate_window.ends <= ${now} OR rate_window.ends > ${now} + ${sql.lit(2 * MINUTE)})`;
  // In order: two processes that add to the same rows must not wait for each other.
  const { rows } = await sql<CountedWindow>`
    INSERT INTO rate_window (name, id, ends, used)
    SELECT ${limit}, id, ${now} + lasts, used FROM ${given} AS given WHERE true ORDER BY id
    ON CONFLICT (name, id) DO UPDATE SET
      used = CASE WHEN ${isOver} THEN excluded.used ELSE rate_window.used + excluded.used END,
      ends = CASE WHEN ${isOver} THEN excluded.ends ELSE rate_window.ends END
    RETURNING id, used, ends - ${now} AS lasts`.execute(executor);
  return rows;
}

export async function readWindows(executor: Executor, { now }: Dialect, limit: string): Promise<CountedWindow[]> {
  const { rows } = await sql<CountedWindow>`
    SELECT id, used, ends - ${now} AS lasts FROM rate_window WHERE name = ${limit} AND ends > ${now}`.execute(executor);
  return rows;
}

export interface AttemptState {
  key: string;
  failures: number;
  /** Time since the last attempt. */
  age: Micros;
  /** Time until the next allowed attempt; not positive if it is allowed. */
  wait: Micros;
}

/** No other process can change attempts until the transaction ends. */
export async function lockAttempts(tx: Transaction<Tables>, dialect: Dialect): Promise<void> {
  await dialect.lock(tx, ATTEMPTS_LOCK);
}

export async function readAttempts(
  executor: Executor,
  { now }: Dialect,
  keys: readonly string[],
): Promise<AttemptState[]> {
  const { rows } = await sql<AttemptState>`
    SELECT key, failures, ${now} - last AS age, until - ${now} AS wait FROM attempt
    WHERE key IN (${sql.join(keys)})`.execute(executor);
  return rows;
}

export async function readAllAttempts(executor: Executor, { now }: Dialect, maxAge: Micros): Promise<AttemptState[]> {
  const { rows } = await sql<AttemptState>`
    SELECT key, failures, ${now} - last AS age, until - ${now} AS wait FROM attempt
    WHERE last > ${now} - ${sql.lit(maxAge)}`.execute(executor);
  return rows;
}

export async function writeAttempts(
  executor: Executor,
  dialect: Dialect,
  attempts: readonly AttemptState[],
): Promise<void> {
  const { now } = dialect;
  const given = dialect.jsonRows(
    attempts.map(({ key, failures, age, wait }) => [key, failures, age, wait]),
    { key: 'text', failures: 'integer', age: 'integer', wait: 'integer' },
  );
  await sql`
    INSERT INTO attempt (key, failures, last, until)
    SELECT key, failures, ${now} - age, ${now} + wait FROM ${given} AS given WHERE true
    ON CONFLICT (key) DO UPDATE SET failures = excluded.failures, last = excluded.last, until = excluded.until`.execute(
    executor,
  );
}

/** Deletes what limits nobody any more. */
export async function deleteExpiredLimits(executor: Executor, { now }: Dialect, attemptLife: Micros): Promise<void> {
  await sql`DELETE FROM rate_window WHERE ends <= ${now}`.execute(executor);
  await sql`DELETE FROM attempt WHERE last <= ${now} - ${sql.lit(attemptLife)}`.execute(executor);
  await sql`DELETE FROM serving_process WHERE until <= ${now} - ${sql.lit(PROCESS_LIFE)}`.execute(executor);
}

export interface ServingProcess {
  id: string;
  /** Whether it counts in the store. */
  shares: boolean;
}

/** The other processes that are registered. */
export async function otherProcesses(executor: Executor, { now }: Dialect, id: string): Promise<ServingProcess[]> {
  const { rows } = await sql<{ id: string; shares: number }>`
    SELECT id, shares FROM serving_process WHERE id <> ${id} AND until > ${now}`.execute(executor);
  return rows.map(({ id: other, shares }) => ({ id: other, shares: shares === 1 }));
}

/** Registers the process, or renews it. */
export async function registerProcess(tx: Executor, { now }: Dialect, id: string, shares: boolean): Promise<void> {
  await sql`
    INSERT INTO serving_process (id, until, shares)
    VALUES (${id}, ${now} + ${sql.lit(PROCESS_LIFE)}, ${sql.lit(Number(shares))})
    ON CONFLICT (id) DO UPDATE SET until = excluded.until, shares = excluded.shares`.execute(tx);
}

/** Processes that start or stop to count alone do so one at a time. */
export async function lockProcesses(tx: Transaction<Tables>, dialect: Dialect): Promise<void> {
  await dialect.lock(tx, PROCESSES_LOCK);
}

export async function removeProcess(executor: Executor, id: string): Promise<void> {
  await sql`DELETE FROM serving_process WHERE id = ${id}`.execute(executor);
}
