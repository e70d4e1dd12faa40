// Visits one by one, as they were counted: many of one target and one quarter of an hour in a row, by the first of them.
// The last few of a quarter wait beside its counts in `visit_fresh`, and move. So whoever reads asks for both at once, and
// for whole quarters: a visit that moves stays in its quarter, and is seen once. How many there are is known by the
// quarter and by the day, and not found out by counting them: of each target, and of all links together.
import { sql, type Transaction } from 'kysely';
import { DAY, MINUTE, type Micros } from '../../../contract/time.ts';
import type { Dialect, JsonColumns } from '../dialects/dialect.ts';
import type { Executor, Tables, VisitEventRow } from '../tables.ts';
import { ALL_LINKS, insertRows, PAGE } from './visits.ts';

/** What a row holds is of one of these. Every time zone's hours and days are made of whole ones. */
export const QUARTER: Micros = 15 * MINUTE;

const eventColumns: JsonColumns = {
  account_id: 'integer',
  at: 'integer',
  target_id: 'integer',
  until: 'integer',
  count: 'integer',
  events: 'text',
};
const countKeyColumns: JsonColumns = {
  account_id: 'integer',
  target_id: 'integer',
  length: 'integer',
  start: 'integer',
};
const countColumns: JsonColumns = { ...countKeyColumns, count: 'integer' };

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
  const values = rows.map(({ account_id, at, target_id, until, count, events }) => {
    return [account_id, at, target_id, until, count, events];
  });
  await sql`
    ${insertRows(dialect, 'visit_event', values, eventColumns)}
    ON CONFLICT (account_id, at, target_id) DO UPDATE SET
      until = CASE WHEN excluded.until > visit_event.until THEN excluded.until ELSE visit_event.until END,
      count = visit_event.count + excluded.count,
      events = visit_event.events || ${'\n'} || excluded.events`.execute(tx);
  await addToCounts(tx, dialect, countsOf(rows));
}

type CountValues = [account_id: number, target_id: number, length: Micros, start: Micros, count: number];

/** In the order of the key: whoever adds and whoever takes away then wait for one another rather than in a circle. */
function countsOf(rows: readonly Omit<VisitEventRow, 'until' | 'events'>[]): CountValues[] {
  const counts = new Map<string, CountValues>();
  for (const { account_id, at, target_id, count } of rows) {
    for (const target of target_id === PAGE ? [PAGE] : [target_id, ALL_LINKS]) {
      for (const length of [QUARTER, DAY]) {
        const start = at - (at % length);
        const name = `${account_id} ${target} ${length} ${start}`;
        counts.set(name, [account_id, target, length, start, (counts.get(name)?.[4] ?? 0) + count]);
      }
    }
  }
  return [...counts.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
}

async function addToCounts(tx: Transaction<Tables>, dialect: Dialect, counts: readonly CountValues[]): Promise<void> {
  await sql`
    ${insertRows(dialect, 'visit_event_count', counts, countColumns)}
    ON CONFLICT (account_id, target_id, length, start) DO UPDATE SET
      count = visit_event_count.count + excluded.count`.execute(tx);
}

/** When the first of an account was, as far as the quarter of an hour goes; undefined where there is none. */
export async function firstOfEvents(executor: Executor, accountId: number): Promise<Micros | undefined> {
  const { rows } = await sql<Record<'settled' | 'fresh', Micros | null>>`
    SELECT
      (SELECT min(at) FROM visit_event WHERE account_id = ${accountId}) AS settled,
      (SELECT min(bucket) FROM visit_fresh WHERE account_id = ${accountId} AND events <> '') AS fresh`.execute(
    executor,
  );
  const moments = Object.values(rows[0]!).filter((moment) => moment !== null);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** How many there are in each day, or quarter of an hour, that has any; the newest first. */
export async function countEvents(
  executor: Executor,
  { accountId, targetId, from, to }: EventRange,
  length: Micros,
): Promise<{ start: Micros; count: number }[]> {
  const [counted, waiting] =
    targetId === undefined
      ? [sql`target_id IN (${PAGE}, ${ALL_LINKS})`, sql`true`]
      : [sql`target_id = ${targetId}`, sql`target_id = ${targetId}`];
  const { rows } = await sql<{ start: Micros; count: number }>`
    SELECT start, sum(count) AS count FROM (
      SELECT start, count FROM visit_event_count
      WHERE account_id = ${accountId} AND ${counted} AND length = ${length} AND start >= ${from} AND start < ${to}
      UNION ALL
      SELECT bucket - bucket % ${sql.lit(length)}, 1 + length(events) - length(replace(events, ${'\n'}, ''))
      FROM visit_fresh
      WHERE account_id = ${accountId} AND ${waiting} AND bucket >= ${from} AND bucket < ${to} AND events <> ''
    ) AS counts
    GROUP BY start ORDER BY start DESC`.execute(executor);
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
    WHERE account_id = ${accountId} AND at >= ${start} AND at < ${to} AND until >= ${from} ${ofTarget}
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
  dialect: Dialect,
  accountId: number,
  before: Micros,
  most: number,
): Promise<number> {
  const { rows } = await sql<Omit<VisitEventRow, 'until' | 'events'>>`
    DELETE FROM visit_event
    WHERE account_id = ${accountId} AND (at, target_id) IN (
      SELECT at, target_id FROM visit_event WHERE account_id = ${accountId} AND at < ${before - (before % QUARTER)}
      ORDER BY at, target_id LIMIT ${most}
    )
    RETURNING account_id, at, target_id, -count AS count`.execute(tx);
  if (rows.length === 0) return 0;
  const counts = countsOf(rows);
  await addToCounts(tx, dialect, counts);
  const keys = counts.map((values) => values.slice(0, 4));
  await sql`
    DELETE FROM visit_event_count WHERE count <= 0 AND (account_id, target_id, length, start) IN (
      SELECT account_id, target_id, length, start FROM ${dialect.jsonRows(keys, countKeyColumns)} AS forgotten
    )`.execute(tx);
  return rows.length;
}
