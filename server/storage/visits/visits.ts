// Writes visits and counts. One statement inserts rows of many accounts; each row names its account.
import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import type { Dialect, JsonColumns } from '../dialects/dialect.ts';
import type { Executor, Tables } from '../tables.ts';
import type { VisitSeenRow } from '../visit-tables.ts';

/** The target of a page view. The target of a click is the link's id. */
export const PAGE = 0;
/** All links of an account together. Nothing is recorded for it; it is counted from the clicks on each link. */
export const ALL_LINKS = -1;

export type Dimension =
  | VisitDimension
  | 'total'
  /** For a page: which links it showed. Rolling up turns it into impressions of the links. */
  | 'edition'
  /** For a link: views of the page that showed it. For all links: the same by link id. */
  | 'impression'
  /** For all links: clicks by link id. */
  | 'link'
  /** For a day: visits, impressions and uncounted requests by quarter of the day, from 0 to 95. */
  | 'quarter'
  | 'quarter_impression'
  | 'quarter_kind';

export type SeenValues = readonly [account_id: number, day: string, target_id: number, visitor: string];
/** With what brought the visitor, for the page. */
export type NewSeenValues = readonly [...SeenValues, source: string];
/** A visitor of the page on one day. */
export type PageVisitor = readonly [account_id: number, day: string, visitor: string];
/** A prefix of visitor ids of one day. */
export type SeenPrefix = readonly [account_id: number, day: string, target_id: number, prefix: string];
export type TotalValues = readonly [
  account_id: number,
  target_id: number,
  dimension: Dimension,
  key: string,
  visits: number,
  uniques: number,
];
/** Counts of one quarter of an hour. */
export type RollupValues = readonly [
  account_id: number,
  target_id: number,
  bucket: Micros,
  dimension: Dimension,
  key: string,
  visits: number,
  uniques: number,
];

const recentKeyColumns: JsonColumns = { account_id: 'integer', target_id: 'integer', bucket: 'integer' };
const recentColumns: JsonColumns = { ...recentKeyColumns, counts: 'text', events: 'text' };
const seenColumns: JsonColumns = { account_id: 'integer', day: 'text', target_id: 'integer', visitor: 'text' };
const newSeenColumns: JsonColumns = { ...seenColumns, source: 'text' };
const visitorColumns: JsonColumns = { account_id: 'integer', day: 'text', visitor: 'text' };
const prefixColumns: JsonColumns = { account_id: 'integer', day: 'text', target_id: 'integer', prefix: 'text' };
/** Sorts after every character of an id. */
const AFTER_IDS = '~';
const counts: JsonColumns = { dimension: 'text', key: 'text', visits: 'integer', uniques: 'integer' };
const totalColumns: JsonColumns = { account_id: 'integer', target_id: 'integer', ...counts };

type SeenKey = Omit<VisitSeenRow, 'source'>;

export interface RecentCounts {
  account_id: number;
  target_id: number;
  bucket: Micros;
  counts: string;
  /** Some of the counted visits, individually. */
  events: string;
}
export type RecentKey = Omit<RecentCounts, 'counts' | 'events'>;
export type MeasuredRecent = RecentKey & { /** Of the counts. */ length: number };

/** Replaces existing rows. */
export async function putRecent(
  tx: Transaction<Tables>,
  dialect: Dialect,
  rows: readonly RecentCounts[],
): Promise<void> {
  await sql`
    ${insertRows(dialect, 'visit_fresh', rows.map(recentValues), recentColumns)}
    ON CONFLICT (account_id, target_id, bucket) DO UPDATE SET counts = excluded.counts, events = excluded.events`.execute(
    tx,
  );
}

export async function readRecent(
  tx: Transaction<Tables>,
  dialect: Dialect,
  keys: readonly RecentKey[],
): Promise<RecentCounts[]> {
  const values = keys.map((key) => [key.account_id, key.target_id, key.bucket]);
  const { rows } = await sql<RecentCounts>`
    SELECT visit_fresh.* FROM ${dialect.jsonRows(values, recentKeyColumns)} AS asked
    JOIN visit_fresh USING (account_id, target_id, bucket)
    WHERE ${dialect.ofAccounts('visit_fresh.account_id', accountsIn(keys))}`.execute(tx);
  return rows;
}

export async function deleteRecent(
  tx: Transaction<Tables>,
  dialect: Dialect,
  keys: readonly RecentKey[],
): Promise<void> {
  const values = keys.map((key) => [key.account_id, key.target_id, key.bucket]);
  await sql`
    DELETE FROM visit_fresh WHERE (account_id, target_id, bucket) IN (
      SELECT account_id, target_id, bucket FROM ${dialect.jsonRows(values, recentKeyColumns)} AS rolled_up
    ) AND ${dialect.ofAccounts('account_id', accountsIn(keys))}`.execute(tx);
}

/** Recent counts of all accounts after `after`, in key order. */
export async function recentAfter(executor: Executor, after: RecentKey, limit: number): Promise<MeasuredRecent[]> {
  const { rows } = await sql<MeasuredRecent>`
    SELECT account_id, target_id, bucket, length(counts) AS length FROM visit_fresh
    WHERE (account_id, target_id, bucket) > (${after.account_id}, ${after.target_id}, ${after.bucket})
    ORDER BY account_id, target_id, bucket LIMIT ${limit}`.execute(executor);
  return rows;
}

/** Stores visitors as seen and returns the new ones. */
export async function insertSeen(
  tx: Transaction<Tables>,
  dialect: Dialect,
  rows: readonly NewSeenValues[],
): Promise<SeenKey[]> {
  const inserted = await sql<SeenKey>`
    ${insertRows(dialect, 'visit_seen', rows, newSeenColumns)}
    ON CONFLICT DO NOTHING RETURNING account_id, day, target_id, visitor`.execute(tx);
  return inserted.rows;
}

/** What brought these visitors to the page that day. Those who have not seen it are left out. */
export async function readSources(
  tx: Transaction<Tables>,
  dialect: Dialect,
  visitors: readonly PageVisitor[],
): Promise<{ visitor: PageVisitor; source: string }[]> {
  // A subquery instead of a join, as in `countSeen`.
  const { rows } = await sql<{ account_id: number; day: string; visitor: string; source: string | null }>`
    SELECT asked.account_id, asked.day, asked.visitor, (
      SELECT visit_seen.source FROM visit_seen
      WHERE visit_seen.account_id = asked.account_id AND visit_seen.day = asked.day
        AND visit_seen.target_id = ${sql.lit(PAGE)} AND visit_seen.visitor = asked.visitor
        AND ${dialect.ofAccounts('visit_seen.account_id', firstOf(visitors))}
    ) AS source
    FROM ${dialect.jsonRows(visitors, visitorColumns)} AS asked`.execute(tx);
  return rows.flatMap(({ account_id, day, visitor, source }) =>
    source === null ? [] : [{ visitor: [account_id, day, visitor], source }],
  );
}

/** Deletes what brought the visitors of the days before that one, a limited number. Returns how many. */
export async function forgetSourcesBefore(
  tx: Transaction<Tables>,
  accountId: number,
  day: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ visitor: string }>`
    UPDATE visit_seen SET source = ''
    WHERE account_id = ${accountId} AND (day, target_id, visitor) IN (
      SELECT day, target_id, visitor FROM visit_seen
      WHERE account_id = ${accountId} AND day < ${day} AND source <> '' LIMIT ${limit}
    )
    RETURNING visitor`.execute(tx);
  return rows.length;
}

/** Returns the prefixes that more than `limit` seen visitors share, with their number. */
export async function countSeen(
  tx: Transaction<Tables>,
  dialect: Dialect,
  prefixes: readonly SeenPrefix[],
  limit: number,
): Promise<{ key: SeenPrefix; count: number }[]> {
  // A subquery instead of a join, so that the index is used whatever sizes the planner estimates.
  const { rows } = await sql<{ account_id: number; day: string; target_id: number; prefix: string; count: number }>`
    SELECT * FROM (
      SELECT asked.account_id, asked.day, asked.target_id, asked.prefix, (
        SELECT count(*) FROM visit_seen
        WHERE visit_seen.account_id = asked.account_id AND visit_seen.day = asked.day
          AND visit_seen.target_id = asked.target_id
          AND visit_seen.visitor >= asked.prefix AND visit_seen.visitor < asked.prefix || ${sql.lit(AFTER_IDS)}
          AND ${dialect.ofAccounts('visit_seen.account_id', firstOf(prefixes))}
      ) AS count
      FROM ${dialect.jsonRows(prefixes, prefixColumns)} AS asked
    ) AS counted WHERE count > ${limit}`.execute(tx);
  return rows.map((row) => ({ key: [row.account_id, row.day, row.target_id, row.prefix], count: row.count }));
}

export async function deleteSeen(
  tx: Transaction<Tables>,
  dialect: Dialect,
  rows: readonly SeenValues[],
): Promise<void> {
  await sql`
    DELETE FROM visit_seen WHERE (account_id, day, target_id, visitor) IN (
      SELECT account_id, day, target_id, visitor FROM ${dialect.jsonRows(rows, seenColumns)} AS excess
    ) AND ${dialect.ofAccounts('account_id', firstOf(rows))}`.execute(tx);
}

/** Deletes seen visitors before that day, a limited number. Returns how many. */
export async function forgetSeenBefore(
  tx: Transaction<Tables>,
  accountId: number,
  day: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ visitor: string }>`
    DELETE FROM visit_seen
    WHERE account_id = ${accountId} AND (day, target_id, visitor) IN (
      SELECT day, target_id, visitor FROM visit_seen WHERE account_id = ${accountId} AND day < ${day} LIMIT ${limit}
    )
    RETURNING visitor`.execute(tx);
  return rows.length;
}

export async function addToTotals(
  tx: Transaction<Tables>,
  dialect: Dialect,
  rows: readonly TotalValues[],
): Promise<void> {
  await sql`
    ${insertRows(dialect, 'visit_total', rows, totalColumns)}
    ON CONFLICT (account_id, target_id, dimension, key) DO UPDATE SET
      visits = visit_total.visits + excluded.visits, uniques = visit_total.uniques + excluded.uniques`.execute(tx);
}

export type TargetDimension = readonly [account_id: number, target_id: number, dimension: Dimension];

/** The number of keys of each dimension. Dimensions without keys are left out. */
export async function countKeys(
  tx: Transaction<Tables>,
  dialect: Dialect,
  asked: readonly TargetDimension[],
): Promise<{ of: TargetDimension; keys: number }[]> {
  const columns: JsonColumns = { account_id: 'integer', target_id: 'integer', dimension: 'text' };
  const { rows } = await sql<{ account_id: number; target_id: number; dimension: Dimension; keys: number }>`
    SELECT account_id, target_id, dimension, count(*) AS keys
    FROM ${dialect.jsonRows(asked, columns)} AS asked JOIN visit_total USING (account_id, target_id, dimension)
    WHERE ${dialect.ofAccounts('visit_total.account_id', firstOf(asked))}
    GROUP BY account_id, target_id, dimension`.execute(tx);
  return rows.map((row) => ({ of: [row.account_id, row.target_id, row.dimension], keys: row.keys }));
}

export async function keysOf(
  executor: Executor,
  [accountId, targetId, dimension]: TargetDimension,
  limit: number,
): Promise<Set<string>> {
  const rows = await executor
    .selectFrom('visit_total')
    .select('key')
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .where('dimension', '=', dimension)
    .limit(limit)
    .execute();
  return new Set(rows.map((row) => row.key));
}

export async function readSalt(executor: Executor, day: string): Promise<string | undefined> {
  const row = await executor.selectFrom('visit_salt').select('salt').where('day', '=', day).executeTakeFirst();
  return row?.salt;
}

/** Returns the stored salt of the day, which another process may have created, or stores the offered one. */
export async function agreeOnSalt(tx: Transaction<Tables>, day: string, offered: string): Promise<string> {
  await tx
    .insertInto('visit_salt')
    .values({ day, salt: offered })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readSalt(tx, day))!;
}

export async function deleteSaltsBefore(tx: Transaction<Tables>, day: string): Promise<void> {
  await tx.deleteFrom('visit_salt').where('day', '<', day).execute();
}

function accountsIn(keys: readonly RecentKey[]): number[] {
  return keys.map(({ account_id }) => account_id);
}

/** The accounts of rows that start with them. */
export function firstOf(rows: readonly (readonly [account_id: number, ...unknown[]])[]): number[] {
  return rows.map(([accountId]) => accountId);
}

function recentValues({ account_id, target_id, bucket, counts, events }: RecentCounts) {
  return [account_id, target_id, bucket, counts, events];
}

export function insertRows(
  dialect: Dialect,
  table: keyof Tables,
  rows: readonly (readonly (string | number)[])[],
  columns: JsonColumns,
) {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  // Without the WHERE, SQLite would parse ON CONFLICT as part of a join.
  return sql`INSERT INTO ${sql.table(table)} (${names}) SELECT * FROM ${dialect.jsonRows(rows, columns)} AS fresh WHERE true`;
}
