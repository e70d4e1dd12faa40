// Reads counts: settled ones by key, and fresh ones as text. Settling moves counts from one to the other, so a single
// statement reads both. Two statements could count some visits twice or not at all.
import { sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import { hasCounts } from '../page/links.ts';
import type { Executor } from '../tables.ts';
import { type Dimension, PAGE } from './visits.ts';

export interface CountRow {
  dimension: Dimension;
  key: string;
  visits: number;
  uniques: number;
  /** Fresh counts of every dimension. The other columns are then empty. */
  fresh: string | null;
}

/** All counts of a target, or those of one dimension. */
export async function countsOf(
  executor: Executor,
  accountId: number,
  targetId: number,
  dimension?: Dimension,
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    SELECT dimension, key, visits, uniques, NULL AS fresh FROM visit_total
    WHERE account_id = ${accountId} AND target_id = ${targetId}
      ${dimension === undefined ? sql`` : sql`AND dimension = ${dimension}`}
    UNION ALL
    SELECT '', '', 0, 0, counts FROM visit_fresh
    WHERE account_id = ${accountId} AND target_id = ${targetId}`.execute(executor);
  return rows;
}

/** The same for a period that starts and ends on a quarter of an hour. */
export async function countsBetween(
  executor: Executor,
  accountId: number,
  targetId: number,
  dimension: Dimension,
  { from, to }: { from: Micros; to: Micros },
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    SELECT dimension, key, sum(visits) AS visits, sum(uniques) AS uniques, NULL AS fresh FROM visit_rollup
    WHERE account_id = ${accountId} AND target_id = ${targetId} AND bucket >= ${from} AND bucket < ${to}
      AND dimension = ${dimension}
    GROUP BY dimension, key
    UNION ALL
    SELECT '', '', 0, 0, counts FROM visit_fresh
    WHERE account_id = ${accountId} AND target_id = ${targetId} AND bucket >= ${from} AND bucket < ${to}`.execute(
    executor,
  );
  return rows;
}

/** The first and last quarter of an hour with counts; undefined if there are none. */
export async function boundsOfCounts(
  executor: Executor,
  accountId: number,
  targetId: number,
): Promise<{ first: Micros; last: Micros } | undefined> {
  const ofTarget = sql`WHERE account_id = ${accountId} AND target_id = ${targetId}`;
  const { rows } = await sql<Record<'a' | 'b' | 'c' | 'd', Micros | null>>`
    SELECT
      (SELECT min(bucket) FROM visit_rollup ${ofTarget}) AS a, (SELECT max(bucket) FROM visit_rollup ${ofTarget}) AS b,
      (SELECT min(bucket) FROM visit_fresh ${ofTarget}) AS c, (SELECT max(bucket) FROM visit_fresh ${ofTarget}) AS d
    `.execute(executor);
  const moments = Object.values(rows[0]!).filter((moment) => moment !== null);
  return moments.length === 0 ? undefined : { first: Math.min(...moments), last: Math.max(...moments) };
}

export interface LinkCountRow {
  id: number;
  slug: string;
  url: string;
  visits: number | null;
  uniques: number | null;
  /** Fresh counts. All columns except the id are then empty. */
  fresh: string | null;
}

/** Clicks of all live links, and of deleted links that were followed; plus fresh counts of any target. */
export function clicksByLink(executor: Executor, accountId: number): Promise<LinkCountRow[]> {
  return executor
    .selectFrom('link')
    .leftJoin('visit_total', (join) =>
      join
        .onRef('visit_total.account_id', '=', 'link.account_id')
        .onRef('visit_total.target_id', '=', 'link.id')
        .on('visit_total.dimension', '=', 'total'),
    )
    .select(['link.id', 'link.slug', 'link.url', 'visit_total.visits', 'visit_total.uniques'])
    .select(sql<string | null>`NULL`.as('fresh'))
    .where('link.account_id', '=', accountId)
    .where((is) => is.or([is('link.deleted_at', 'is', null), hasCounts(is)]))
    .unionAll(
      executor
        .selectFrom('visit_fresh')
        .select(['target_id as id', sql<string>`''`.as('slug'), sql<string>`''`.as('url')])
        .select([sql<number | null>`0`.as('visits'), sql<number | null>`0`.as('uniques'), 'counts as fresh'])
        .where('account_id', '=', accountId),
    )
    .execute();
}

/** Impressions of each link, plus fresh counts of the page. */
export async function impressionRows(
  executor: Executor,
  accountId: number,
): Promise<{ target_id: number; visits: number; fresh: string | null }[]> {
  const { rows } = await sql<{ target_id: number; visits: number; fresh: string | null }>`
    SELECT visit_total.target_id, visit_total.visits, NULL AS fresh FROM visit_total
    JOIN link ON link.account_id = visit_total.account_id AND link.id = visit_total.target_id
    WHERE visit_total.account_id = ${accountId} AND visit_total.dimension = 'impression'
    UNION ALL
    SELECT target_id, 0, counts FROM visit_fresh WHERE account_id = ${accountId} AND target_id = ${PAGE}`.execute(
    executor,
  );
  return rows;
}
