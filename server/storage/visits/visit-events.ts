// Individual visits as text. A row contains many visits to one target in one quarter of an hour, and its key is the time
// of the first. The latest visits of a quarter wait in `visit_fresh` and move here later, and from here to segments
// (`visit-segments.ts`). The number of visits per quarter and per day is stored, for each target and for all links
// together, so it need not be counted.
import { sql, type Transaction } from 'kysely';
import { DAY, MINUTE, type Micros } from '../../../contract/time.ts';
import type { Dialect, JsonColumns } from '../dialects/dialect.ts';
import type { Executor, Tables } from '../tables.ts';
import type { VisitEventRow } from '../visit-tables.ts';
import { ALL_LINKS, firstOf, insertRows, PAGE } from './visits.ts';

/** Each row belongs to one of these. Hours and days of every time zone consist of whole quarters. */
export const QUARTER: Micros = 15 * MINUTE;
export const QUARTERS_PER_DAY = DAY / QUARTER;

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
const countColumns: JsonColumns = { ...countKeyColumns, count: 'integer', loose: 'integer' };

/** Visits of an account, or of one of its targets, in a period. */
export interface EventRange {
  accountId: number;
  targetId: number | undefined;
  from: Micros;
  to: Micros;
}

/** Appends to rows that already exist under the same key. */
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
      events = visit_event.events || ${sql.lit('\n')} || excluded.events`.execute(tx);
  await addToCounts(tx, dialect, countsOf(rows));
}

export type CountValues = [
  account_id: number,
  target_id: number,
  length: Micros,
  start: Micros,
  count: number,
  loose: number,
];

/** In key order, which prevents deadlocks between inserts and deletes. */
function countsOf(rows: readonly Omit<VisitEventRow, 'until' | 'events'>[], areTexts = true): CountValues[] {
  const counts = new Map<string, CountValues>();
  for (const { account_id, at, target_id, count } of rows) {
    for (const target of target_id === PAGE ? [PAGE] : [target_id, ALL_LINKS]) {
      for (const length of [QUARTER, DAY]) {
        const start = at - (at % length);
        const name = `${account_id} ${target} ${length} ${start}`;
        const sum = (counts.get(name)?.[4] ?? 0) + count;
        const isLoose = areTexts && length === DAY && (target === PAGE || target === ALL_LINKS);
        counts.set(name, [account_id, target, length, start, sum, isLoose ? sum : 0]);
      }
    }
  }
  return [...counts.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
}

/** In key order. */
export async function addToCounts(
  tx: Transaction<Tables>,
  dialect: Dialect,
  counts: readonly CountValues[],
): Promise<void> {
  await sql`
    ${insertRows(dialect, 'visit_event_count', counts, countColumns)}
    ON CONFLICT (account_id, target_id, length, start) DO UPDATE SET
      count = visit_event_count.count + excluded.count,
      loose = visit_event_count.loose + excluded.loose`.execute(tx);
}

/** The quarter of an hour of the account's first stored visit; undefined if there is none. */
export async function firstOfEvents(executor: Executor, accountId: number): Promise<Micros | undefined> {
  const ofTarget = (targetId: number) => sql`account_id = ${accountId} AND target_id = ${targetId}`;
  // Every segment has one of these parts. Each subquery is one index lookup.
  const inSegments = [PAGE, ALL_LINKS].flatMap((targetId) =>
    [0, 1].map(
      (part) => sql`
      (SELECT min(first) FROM visit_segment WHERE ${ofTarget(targetId)} AND part = ${part} AND day = (
        SELECT min(day) FROM visit_segment WHERE ${ofTarget(targetId)} AND part = ${part}
      )) AS ${sql.ref(`segment${targetId}${part}`)}`,
    ),
  );
  const { rows } = await sql<Record<string, Micros | null>>`
    SELECT
      (SELECT min(at) FROM visit_event WHERE account_id = ${accountId}) AS settled,
      (SELECT min(bucket) FROM visit_fresh WHERE account_id = ${accountId} AND events <> '') AS fresh,
      ${sql.join(inSegments)}`.execute(executor);
  const moments = Object.values(rows[0]!).filter((moment) => moment !== null);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** The number of visits per day or quarter of an hour, newest first. Empty periods are left out. */
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

export interface DayOfVisits {
  start: Micros;
  count: number;
  /** How many of them are texts. */
  loose: number;
}

/** The number of visits per day, newest first. For the page, or for all links. */
export async function countLoose(
  executor: Executor,
  { accountId, targetId, from, to }: EventRange,
): Promise<DayOfVisits[]> {
  const { rows } = await sql<DayOfVisits>`
    SELECT start, count, loose FROM visit_event_count
    WHERE account_id = ${accountId} AND target_id = ${targetId} AND length = ${DAY}
      AND start >= ${from - (from % DAY)} AND start < ${to}
    ORDER BY start DESC`.execute(executor);
  return rows;
}

/** Deletes events before that time, oldest first, a limited number of rows. Returns how many. */
export async function deleteEventsBefore(
  tx: Transaction<Tables>,
  dialect: Dialect,
  accountId: number,
  before: Micros,
  limit: number,
): Promise<number> {
  const { rows } = await sql<Omit<VisitEventRow, 'until' | 'events'>>`
    DELETE FROM visit_event
    WHERE account_id = ${accountId} AND (at, target_id) IN (
      SELECT at, target_id FROM visit_event WHERE account_id = ${accountId} AND at < ${before - (before % QUARTER)}
      ORDER BY at, target_id LIMIT ${limit}
    )
    RETURNING account_id, at, target_id, -count AS count`.execute(tx);
  if (rows.length === 0) return 0;
  await subtract(tx, dialect, countsOf(rows));
  return rows.length;
}

/** Visits that are no longer stored, and were not texts. */
export async function subtractFromCounts(
  tx: Transaction<Tables>,
  dialect: Dialect,
  accountId: number,
  visits: readonly Pick<VisitEventRow, 'target_id' | 'at' | 'count'>[],
): Promise<void> {
  const rows = visits.map(({ target_id, at, count }) => ({ account_id: accountId, target_id, at, count: -count }));
  if (rows.length > 0) await subtract(tx, dialect, countsOf(rows, false));
}

/** The counts are negative. */
async function subtract(tx: Transaction<Tables>, dialect: Dialect, counts: readonly CountValues[]): Promise<void> {
  await addToCounts(tx, dialect, counts);
  const keys = counts.map((values) => values.slice(0, 4));
  await sql`
    DELETE FROM visit_event_count WHERE count <= 0 AND (account_id, target_id, length, start) IN (
      SELECT account_id, target_id, length, start FROM ${dialect.jsonRows(keys, countKeyColumns)} AS forgotten
    ) AND ${dialect.ofAccounts('account_id', firstOf(counts))}`.execute(tx);
}
