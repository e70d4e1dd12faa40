// The visitors who are on an account's page right now.
import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Dialect, JsonColumns } from '../dialects/dialect.ts';
import type { Executor, Tables } from '../tables.ts';
import type { LiveVisitorRow } from '../visit-tables.ts';

const columns: JsonColumns = {
  account_id: 'integer',
  visitor: 'text',
  ip: 'text',
  country: 'text',
  city: 'text',
  os: 'text',
  browser: 'text',
  last_activity_at: 'integer',
  expires_at: 'integer',
};

/**
 * Adds visitors to the live list, or updates them. `rows` has at most one row per visitor, in key order, which prevents
 * deadlocks between processes. A visitor who expires within `pulse` has a page that sends heartbeats; a plain request
 * does not extend that.
 */
export async function upsertLive(
  executor: Executor,
  dialect: Dialect,
  rows: readonly LiveVisitorRow[],
  pulse: Micros,
): Promise<void> {
  const names = Object.keys(columns) as (keyof LiveVisitorRow)[];
  const values = rows.map((row) => names.map((name) => row[name]));
  await sql`
    INSERT INTO live_visitor (${sql.join(names.map((name) => sql.ref(name)))})
    SELECT * FROM ${dialect.jsonRows(values, columns)} AS fresh WHERE true
    ON CONFLICT (account_id, visitor) DO UPDATE SET
      last_activity_at = excluded.last_activity_at,
      expires_at = CASE
        WHEN live_visitor.expires_at - live_visitor.last_activity_at <= ${sql.lit(pulse)}
          AND excluded.expires_at - excluded.last_activity_at > ${sql.lit(pulse)}
        THEN excluded.last_activity_at + ${sql.lit(pulse)}
        ELSE excluded.expires_at
      END
    WHERE excluded.last_activity_at >= live_visitor.last_activity_at`.execute(executor);
}

const listedColumns = ['ip', 'country', 'city', 'os', 'browser', 'last_activity_at'] as const;
export type ListedVisitor = Pick<LiveVisitorRow, (typeof listedColumns)[number]>;

/** Most recent first. */
export function liveVisitors(
  executor: Executor,
  accountId: number,
  now: Micros,
  limit: number,
): Promise<ListedVisitor[]> {
  return executor
    .selectFrom('live_visitor')
    .select(listedColumns)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_activity_at', 'desc')
    .orderBy('visitor')
    .limit(limit)
    .execute();
}

export interface LiveCount {
  dimension: 'total' | 'country' | 'city' | 'os' | 'browser';
  key: string;
  visitors: number;
}

export async function liveCounts(executor: Executor, accountId: number, now: Micros): Promise<LiveCount[]> {
  const { rows } = await sql<LiveCount>`
    WITH live AS MATERIALIZED (
      SELECT country, city, os, browser FROM live_visitor WHERE account_id = ${accountId} AND expires_at > ${now}
    )
    SELECT 'total' AS dimension, '' AS key, count(*) AS visitors FROM live
    UNION ALL SELECT 'country', country, count(*) FROM live GROUP BY country
    UNION ALL SELECT 'city', city, count(*) FROM live GROUP BY city
    UNION ALL SELECT 'os', os, count(*) FROM live GROUP BY os
    UNION ALL SELECT 'browser', browser, count(*) FROM live GROUP BY browser`.execute(executor);
  return rows;
}

/**
 * Removes some expired visitors of all accounts, including their addresses. Returns how many. Those whose departure is
 * still to be announced stay: a process that listens to their account does that within seconds.
 */
export async function removeExpiredEverywhere(tx: Transaction<Tables>, now: Micros, limit: number): Promise<number> {
  const { rows } = await sql<{ visitor: string }>`
    DELETE FROM live_visitor WHERE (account_id, visitor) IN (
      SELECT account_id, visitor FROM live_visitor
      WHERE expires_at <= ${now}
        AND NOT (announced = 1 AND account_id IN (SELECT account_id FROM live_stream WHERE expires_at > ${now}))
      LIMIT ${limit}
    )
    RETURNING visitor`.execute(tx);
  return rows.length;
}

export async function removeLiveOf(executor: Executor, accountId: number): Promise<void> {
  await executor.deleteFrom('live_visitor').where('account_id', '=', accountId).execute();
}
