// Rolled-up counts of quarters of an hour, UTC days and UTC months. Each visit is counted in all three, so a period of
// any length is covered by few rows. The short dimensions of a period share a row, whose dimension is empty; a long one
// has its own row. See `visits/count/period-text.ts` for the contents.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Dialect, JsonColumns } from '../dialects/dialect.ts';
import type { Executor, Tables } from '../tables.ts';
import type { VisitPeriodRow } from '../visit-tables.ts';
import { QUARTER } from './visit-events.ts';
import { type Dimension, firstOf, insertRows } from './visits.ts';

/** Lengths of periods. The values are stored. */
export const TIERS = { quarter: 0, day: 1, month: 2 } as const;
export type Tier = (typeof TIERS)[keyof typeof TIERS];

/** The dimension of the row that several dimensions share. */
export const SHARED = '';
export type RowDimension = Dimension | typeof SHARED;

/** The start of the period that contains the time. */
export function periodStart(tier: Tier, at: Micros): Micros {
  if (tier === TIERS.quarter) return at - (at % QUARTER);
  return tier === TIERS.day ? at - (at % DAY) : monthStart(at, 0);
}

/** The start of the first period at or after the time. */
export function nextPeriodStart(tier: Tier, at: Micros): Micros {
  const start = periodStart(tier, at);
  if (start === at) return at;
  if (tier === TIERS.month) return monthStart(at, 1);
  return start + (tier === TIERS.day ? DAY : QUARTER);
}

function monthStart(at: Micros, later: number): Micros {
  const date = new Date(Math.floor(at / 1000));
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) * 1000;
}

export type PeriodKey = readonly [
  account_id: number,
  target_id: number,
  dimension: RowDimension,
  tier: Tier,
  start: Micros,
];
export type PeriodRow = Omit<VisitPeriodRow, 'dimension' | 'tier'> & { dimension: RowDimension; tier: Tier };

const keyColumns: JsonColumns = {
  account_id: 'integer',
  target_id: 'integer',
  dimension: 'text',
  tier: 'integer',
  start: 'integer',
};

export async function readPeriods(
  tx: Transaction<Tables>,
  dialect: Dialect,
  keys: readonly PeriodKey[],
): Promise<PeriodRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<PeriodRow>`
    SELECT visit_period.* FROM ${dialect.jsonRows(keys, keyColumns)} AS asked
    JOIN visit_period USING (account_id, target_id, dimension, tier, start)
    WHERE ${dialect.ofAccounts('visit_period.account_id', firstOf(keys))}`.execute(tx);
  return rows;
}

/** Replaces existing rows. */
export async function putPeriods(tx: Transaction<Tables>, dialect: Dialect, rows: readonly PeriodRow[]): Promise<void> {
  const values = rows.map((row) => [row.account_id, row.target_id, row.dimension, row.tier, row.start, row.counts]);
  await sql`
    ${insertRows(dialect, 'visit_period', values, { ...keyColumns, counts: 'text' })}
    ON CONFLICT (account_id, target_id, dimension, tier, start) DO UPDATE SET counts = excluded.counts`.execute(tx);
}

/** Consecutive periods of a target. */
export interface PeriodRange {
  targetId: number;
  dimensions: readonly Dimension[];
  tier: Tier;
  from: Micros;
  to: Micros;
}

export interface RecentRange {
  /** One target, or any. */
  targetId: number | 'any';
  from: Micros;
  to: Micros;
}

export interface FoundPeriod {
  /** The index of the range that contains the row; -1 if the row is recent. */
  range: number;
  target_id: number;
  /** Empty if the row contains several dimensions. */
  dimension: RowDimension;
  start: Micros;
  counts: string;
}

export const RECENT = -1;

/**
 * Rows that contain the counts of the ranges, and recent counts. Rolling up moves counts from recent rows to periods,
 * so a single statement reads both. Two statements could count some visits twice or not at all.
 */
export async function readRanges(
  executor: Executor,
  accountId: number,
  ranges: readonly PeriodRange[],
  { targetId, from, to }: RecentRange,
): Promise<FoundPeriod[]> {
  const rolledUp = ranges.map(
    (range, index): RawBuilder<unknown> => sql`
      SELECT ${sql.lit(index)} AS range, target_id, dimension, start, counts FROM visit_period
      WHERE account_id = ${accountId} AND target_id = ${range.targetId}
        AND dimension IN (${sql.join([SHARED, ...range.dimensions])})
        AND tier = ${range.tier} AND start >= ${range.from} AND start < ${range.to}
      UNION ALL`,
  );
  const ofTarget = targetId === 'any' ? sql`` : sql`AND target_id = ${targetId}`;
  const { rows } = await sql<FoundPeriod>`
    ${sql.join(rolledUp, sql``)}
    SELECT ${sql.lit(RECENT)} AS range, target_id, ${SHARED} AS dimension, bucket AS start, counts FROM visit_fresh
    WHERE account_id = ${accountId} ${ofTarget} AND bucket >= ${from} AND bucket < ${to}`.execute(executor);
  return rows;
}

/** The start of the account's first rolled-up counts. */
export async function firstPeriod(db: Executor, accountId: number): Promise<Micros | undefined> {
  const { first } = await db
    .selectFrom('visit_period')
    .select(({ fn }) => fn.min<Micros | null>('start').as('first'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return first ?? undefined;
}
