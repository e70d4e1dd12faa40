// What is recorded of visits, and what is counted out of it. Rows of many accounts go in with one statement; each row
// names its account.
import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../contract/time.ts';
import type { Dialect, JsonColumns } from './dialects/dialect.ts';
import type { Executor, Tables, VisitSeenRow, VisitTotalRow } from './tables.ts';

/** What a visit was to, where it was not to a link; a link's target is its id. */
export const PAGE = 0;
/** All links of an account together. Nothing is recorded for it: it is counted from the clicks on each. */
export const ALL_LINKS = -1;

export type Dimension = 'total' | 'country' | 'city' | 'os' | 'browser';

export type JournalValues = readonly [
  account_id: number,
  id: string,
  at: Micros,
  target_id: number,
  visitor: string,
  country: string,
  city: string,
  os: string,
  browser: string,
];
export type SeenValues = readonly [account_id: number, day: string, target_id: number, visitor: string];
export type TotalValues = readonly [
  account_id: number,
  target_id: number,
  dimension: Dimension,
  key: string,
  visits: number,
  uniques: number,
];
export type RollupValues = readonly [
  account_id: number,
  target_id: number,
  bucket: Micros,
  dimension: Dimension,
  key: string,
  visits: number,
  uniques: number,
];

const journalColumns: JsonColumns = {
  account_id: 'integer',
  id: 'text',
  at: 'integer',
  target_id: 'integer',
  visitor: 'text',
  country: 'text',
  city: 'text',
  os: 'text',
  browser: 'text',
};
const seenColumns: JsonColumns = { account_id: 'integer', day: 'text', target_id: 'integer', visitor: 'text' };
const counts: JsonColumns = { dimension: 'text', key: 'text', visits: 'integer', uniques: 'integer' };
const totalColumns: JsonColumns = { account_id: 'integer', target_id: 'integer', ...counts };
const rollupColumns: JsonColumns = { account_id: 'integer', target_id: 'integer', bucket: 'integer', ...counts };

/** A row whose id is there already is left as it is. */
export async function insertJournal(
  tx: Transaction<Tables>,
  dialect: Dialect,
  rows: readonly JournalValues[],
): Promise<void> {
  await sql`${insertRows(dialect, 'visit_journal', rows, journalColumns)} ON CONFLICT DO NOTHING`.execute(tx);
}

/** Whether any account's visits wait to be counted. */
export async function hasAnyJournal(executor: Executor): Promise<boolean> {
  return (await executor.selectFrom('visit_journal').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** How many visits of any account wait to be counted, and the first of their ids. Looks at no more than `most`. */
export async function measureWholeJournal(
  executor: Executor,
  most: number,
): Promise<{ rows: number; firstId: string | null }> {
  return executor
    .selectFrom(executor.selectFrom('visit_journal').select('id').limit(most).as('some'))
    .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.min<string | null>('some.id').as('firstId')])
    .executeTakeFirstOrThrow();
}

/** Remembers who was seen and returns those who had not been. */
export async function insertSeen(
  tx: Transaction<Tables>,
  dialect: Dialect,
  rows: readonly SeenValues[],
): Promise<VisitSeenRow[]> {
  const inserted = await sql<VisitSeenRow>`
    ${insertRows(dialect, 'visit_seen', rows, seenColumns)}
    ON CONFLICT DO NOTHING RETURNING account_id, day, target_id, visitor`.execute(tx);
  return inserted.rows;
}

/** Forgets who was seen before that day, some at a time; returns how many it forgot. */
export async function forgetSeenBefore(
  tx: Transaction<Tables>,
  accountId: number,
  day: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ visitor: string }>`
    DELETE FROM visit_seen
    WHERE account_id = ${accountId} AND (day, target_id, visitor) IN (
      SELECT day, target_id, visitor FROM visit_seen WHERE account_id = ${accountId} AND day < ${day} LIMIT ${most}
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

export async function addToRollups(
  tx: Transaction<Tables>,
  dialect: Dialect,
  rows: readonly RollupValues[],
): Promise<void> {
  await sql`
    ${insertRows(dialect, 'visit_rollup', rows, rollupColumns)}
    ON CONFLICT (account_id, target_id, bucket, dimension, key) DO UPDATE SET
      visits = visit_rollup.visits + excluded.visits, uniques = visit_rollup.uniques + excluded.uniques`.execute(tx);
}

export function totalsOf(
  executor: Executor,
  accountId: number,
  targetId: number,
): Promise<Pick<VisitTotalRow, 'dimension' | 'key' | 'visits' | 'uniques'>[]> {
  return executor
    .selectFrom('visit_total')
    .select(['dimension', 'key', 'visits', 'uniques'])
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .execute();
}

/** Every link that was not deleted, and those deleted that were followed. */
export function clicksByLink(
  executor: Executor,
  accountId: number,
): Promise<{ slug: string; url: string; visits: number | null; uniques: number | null }[]> {
  return executor
    .selectFrom('link')
    .leftJoin('visit_total', (join) =>
      join
        .onRef('visit_total.account_id', '=', 'link.account_id')
        .onRef('visit_total.target_id', '=', 'link.id')
        .on('visit_total.dimension', '=', 'total'),
    )
    .select(['link.slug', 'link.url', 'visit_total.visits', 'visit_total.uniques'])
    .where('link.account_id', '=', accountId)
    .where((is) => is.or([is('link.deleted_at', 'is', null), is('visit_total.visits', '>', 0)]))
    .execute();
}

export async function readSalt(executor: Executor, day: string): Promise<string | undefined> {
  const row = await executor.selectFrom('visit_salt').select('salt').where('day', '=', day).executeTakeFirst();
  return row?.salt;
}

/** The day's salt: the one that is there, whoever made it, else the one offered. */
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

function insertRows(
  dialect: Dialect,
  table: keyof Tables,
  rows: readonly (readonly (string | number)[])[],
  columns: JsonColumns,
) {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  // SQLite would take ON CONFLICT for a join without the WHERE.
  return sql`INSERT INTO ${sql.table(table)} (${names}) SELECT * FROM ${dialect.jsonRows(rows, columns)} AS fresh WHERE true`;
}
