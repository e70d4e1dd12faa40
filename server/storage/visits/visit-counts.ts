// Reads counts: rolled-up ones by key, and recent ones as text. Rolling up moves counts from one to the other, so a
// single statement reads both. Two statements could count some visits twice or not at all.
import { sql } from 'kysely';
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import { hasCounts } from '../page/links.ts';
import type { Executor } from '../tables.ts';
import { type Dimension, PAGE } from './visits.ts';

export interface CountRow {
  dimension: Dimension;
  key: string;
  visits: number;
  uniques: number;
  /** Recent counts of every dimension. The other columns are then empty. */
  recent: string | null;
}

/** The counts of a target in these dimensions. Recent counts have all dimensions. */
export async function countsOf(
  executor: Executor,
  accountId: number,
  targetId: number,
  dimensions: readonly Dimension[],
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    SELECT dimension, key, visits, uniques, NULL AS recent FROM visit_total
    WHERE account_id = ${accountId} AND target_id = ${targetId}
      AND dimension IN (${sql.join(dimensions)})
    UNION ALL
    SELECT '', '', 0, 0, counts FROM visit_fresh
    WHERE account_id = ${accountId} AND target_id = ${targetId}`.execute(executor);
  return rows;
}

export interface LinkCountRow {
  id: number;
  slug: string;
  url: string;
  visits: number | null;
  uniques: number | null;
  /** Recent counts. All columns except the id are then empty. */
  recent: string | null;
}

/** Clicks of all live links, and of deleted links that were followed; plus recent counts of any target. */
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
    .select(sql<string | null>`NULL`.as('recent'))
    .where('link.account_id', '=', accountId)
    .where((is) => is.or([is('link.deleted_at', 'is', null), hasCounts(is, accountId)]))
    .unionAll(
      executor
        .selectFrom('visit_fresh')
        .select(['target_id as id', sql<string>`''`.as('slug'), sql<string>`''`.as('url')])
        .select([sql<number | null>`0`.as('visits'), sql<number | null>`0`.as('uniques'), 'counts as recent'])
        .where('account_id', '=', accountId),
    )
    .execute();
}

/** Impressions of each link, plus recent counts of the page. */
export async function impressionRows(
  executor: Executor,
  accountId: number,
): Promise<{ target_id: number; visits: number; recent: string | null }[]> {
  const { rows } = await sql<{ target_id: number; visits: number; recent: string | null }>`
    SELECT visit_total.target_id, visit_total.visits, NULL AS recent FROM visit_total
    JOIN link ON link.account_id = visit_total.account_id AND link.id = visit_total.target_id
    WHERE visit_total.account_id = ${accountId} AND visit_total.dimension = 'impression'
    UNION ALL
    SELECT target_id, 0, counts FROM visit_fresh WHERE account_id = ${accountId} AND target_id = ${PAGE}`.execute(
    executor,
  );
  return rows;
}

export type DimensionKey = [dimension: VisitDimension, key: string];

/** Those dimensions whose key was ever counted for the account: for the page, or for a link. */
export async function countedKeys(
  executor: Executor,
  accountId: number,
  keys: readonly DimensionKey[],
): Promise<Set<VisitDimension>> {
  if (keys.length === 0) return new Set();
  const found = keys.map(([dimension, key]) => {
    // As it is written in recent counts.
    const entry = `[${JSON.stringify(dimension)},${JSON.stringify(key)},`;
    const isKey = sql`dimension = ${dimension} AND key = ${key}`;
    return sql`
      SELECT ${sql.lit(dimension)} AS dimension WHERE EXISTS (
        SELECT 1 FROM visit_total WHERE account_id = ${accountId} AND target_id = ${PAGE} AND ${isKey}
      ) OR EXISTS (
        SELECT 1 FROM visit_total WHERE account_id = ${accountId} AND ${isKey}
          AND target_id IN (SELECT id FROM link WHERE account_id = ${accountId})
      ) OR EXISTS (
        SELECT 1 FROM visit_fresh WHERE account_id = ${accountId} AND replace(counts, ${entry}, '') <> counts
      )`;
  });
  const { rows } = await sql<{ dimension: VisitDimension }>`${sql.join(found, sql` UNION ALL `)}`.execute(executor);
  return new Set(rows.map(({ dimension }) => dimension));
}
