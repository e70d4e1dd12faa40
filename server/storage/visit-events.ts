// Visits one by one, as they were counted: many of one target and one quarter of an hour in a row, by the first of them.
// The last few of a quarter wait beside its counts in `visit_fresh`, and move. So whoever reads asks for both at once, and
// for whole quarters: a visit that moves stays in its quarter, and is seen once.
import { sql, type Transaction } from 'kysely';
import { MINUTE, type Micros } from '../../contract/time.ts';
import type { Dialect, JsonColumns } from './dialects/dialect.ts';
import type { Executor, Tables, VisitEventRow } from './tables.ts';
import { insertRows } from './visits.ts';

/** What a row holds is of one of these. Every time zone's hours and days are made of whole ones. */
export const QUARTER: Micros = 15 * MINUTE;

const eventColumns: JsonColumns = {
  account_id: 'integer',
  at: 'integer',
  target_id: 'integer',
  count: 'integer',
  events: 'text',
};

/** Visits of an account, or of one target of it: from a moment on, up to another. */
export interface EventRange {
  accountId: number;
  targetId: number | undefined;
  from: Micros;
  to: Micros;
}

/** Behind what is there already under the same key. */
export async function addEvents(
  tx: Transaction<Tables>,
  dialect: Dialect,
  rows: readonly VisitEventRow[],
): Promise<void> {
  const values = rows.map(({ account_id, at, target_id, count, events }) => [account_id, at, target_id, count, events]);
  await sql`
    ${insertRows(dialect, 'visit_event', values, eventColumns)}
    ON CONFLICT (account_id, at, target_id) DO UPDATE SET
      count = visit_event.count + excluded.count,
      events = visit_event.events || ${'\n'} || excluded.events`.execute(tx);
}

/** When the first and the last of an account were, as far as the quarter of an hour goes; undefined where there is none. */
export async function boundsOfEvents(
  executor: Executor,
  accountId: number,
): Promise<{ first: Micros; last: Micros } | undefined> {
  const { rows } = await sql<Record<'first' | 'last' | 'first_fresh' | 'last_fresh', Micros | null>>`
    SELECT
      (SELECT min(at) FROM visit_event WHERE account_id = ${accountId}) AS first,
      (SELECT max(at) FROM visit_event WHERE account_id = ${accountId}) AS last,
      (SELECT min(bucket) FROM visit_fresh WHERE account_id = ${accountId} AND events <> '') AS first_fresh,
      (SELECT max(bucket) FROM visit_fresh WHERE account_id = ${accountId} AND events <> '') AS last_fresh`.execute(
    executor,
  );
  const { first, last, first_fresh, last_fresh } = rows[0]!;
  const moments = [first, last, first_fresh, last_fresh].filter((moment) => moment !== null);
  return moments.length === 0 ? undefined : { first: Math.min(...moments), last: Math.max(...moments) };
}

/** How many there are in each quarter of an hour that has any: a number, or a text that has a line for each. */
export async function countEvents(
  executor: Executor,
  { accountId, targetId, from, to }: EventRange,
): Promise<{ quarter: Micros; count: number; events: string }[]> {
  const ofTarget = targetId === undefined ? sql`` : sql`AND target_id = ${targetId}`;
  const { rows } = await sql<{ quarter: Micros; count: number; events: string }>`
    SELECT at - at % ${sql.lit(QUARTER)} AS quarter, sum(count) AS count, '' AS events FROM visit_event
    WHERE account_id = ${accountId} AND at >= ${from} AND at < ${to} ${ofTarget}
    GROUP BY at - at % ${sql.lit(QUARTER)}
    UNION ALL
    SELECT bucket, 0, events FROM visit_fresh
    WHERE account_id = ${accountId} AND bucket >= ${from} AND bucket < ${to} ${ofTarget} AND events <> ''`.execute(
    executor,
  );
  return rows;
}

/** Texts in which all of them are; those that begin or end within a quarter of an hour hold others of it as well. */
export async function eventsWithin(
  executor: Executor,
  { accountId, targetId, from, to }: EventRange,
): Promise<Pick<VisitEventRow, 'target_id' | 'events'>[]> {
  const ofTarget = targetId === undefined ? sql`` : sql`AND target_id = ${targetId}`;
  const start = from - (from % QUARTER);
  const { rows } = await sql<Pick<VisitEventRow, 'target_id' | 'events'>>`
    SELECT target_id, events FROM visit_event
    WHERE account_id = ${accountId} AND at >= ${start} AND at < ${to} ${ofTarget}
    UNION ALL
    SELECT target_id, events FROM visit_fresh
    WHERE account_id = ${accountId} AND bucket >= ${start} AND bucket < ${to} ${ofTarget} AND events <> ''`.execute(
    executor,
  );
  return rows;
}

/** Forgets the quarters of an hour before then, the oldest first and some rows at a time; returns how many rows. */
export async function deleteEventsBefore(
  tx: Transaction<Tables>,
  accountId: number,
  before: Micros,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ at: Micros }>`
    DELETE FROM visit_event
    WHERE account_id = ${accountId} AND (at, target_id) IN (
      SELECT at, target_id FROM visit_event WHERE account_id = ${accountId} AND at < ${before - (before % QUARTER)}
      ORDER BY at, target_id LIMIT ${most}
    )
    RETURNING at`.execute(tx);
  return rows.length;
}
