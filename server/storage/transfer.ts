// Reads and writes whole tables by key range, as rows that look the same on both engines: for copying an installation
// and for comparing two databases. Keys are ordered by number and by code point on both engines, so a key range
// contains the same rows on both.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { ColumnKind, Dialect } from './dialects/dialect.ts';
import type { CopyMark } from './installation.ts';
import { contentTables } from './table-kinds.ts';
import type { Executor, Tables } from './tables.ts';
import { lockAllPartitions } from './visits/visit-queue.ts';

export type Value = string | number | null;
/** The values of a row in the column order of `ContentTable`, key first. */
export type Row = readonly Value[];

export interface ContentTable {
  readonly name: string;
  readonly keyLength: number;
  readonly columns: Readonly<Record<string, ColumnKind>>;
}

/** After one key and up to another. Without bounds, from the first or to the last row. */
export interface Range {
  readonly after?: Row | undefined;
  readonly upTo?: Row | undefined;
}

/** The tables of the installation. Columns are in a fixed order: the key, then the rest by name. */
export async function readContentTables(dialect: Dialect, executor: Executor): Promise<ContentTable[]> {
  const shapes = new Map((await dialect.tableShapes(executor)).map((shape) => [shape.name, shape]));
  return contentTables.map((name) => {
    const shape = shapes.get(name);
    if (!shape || shape.key.length === 0) throw new Error(`Table "${name}" is missing or has no primary key`);
    const rest = [...shape.columns.keys()].filter((column) => !shape.key.includes(column)).sort();
    const columns = [...shape.key, ...rest].map((column) => {
      const kind = shape.columns.get(column);
      if (!kind) throw new Error(`Column "${column}" of table "${name}" has an unsupported type`);
      return [column, kind] as const;
    });
    return { name, keyLength: shape.key.length, columns: Object.fromEntries(columns) };
  });
}

/**
 * Runs `work` on a snapshot of all tables. If accounts are distributed, each server has its own snapshot. While these are
 * taken, nothing is counted, so that the queue on one server and the counts on the others belong together.
 */
export async function installationSnapshot<T>(dialect: Dialect, work: (executor: Executor) => Promise<T>): Promise<T> {
  if (!dialect.isDistributed) return dialect.snapshot(work);
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const locking = dialect.write.transaction().execute(async (tx) => {
    await lockAllPartitions(tx, dialect);
    lock();
    await taken;
  });
  // If the snapshot fails, the failure of the lock does not matter.
  locking.catch(() => {});
  await Promise.race([locked, locking]);
  try {
    return await dialect.snapshot(async (executor) => {
      await executor.selectFrom('installation').select('name').limit(1).execute();
      // A read of all shards, and so of all servers.
      await executor
        .selectFrom('account')
        .select(({ fn }) => fn.countAll().as('accounts'))
        .execute();
      take();
      await locking;
      return work(executor);
    });
  } finally {
    take();
  }
}

export async function countRows(executor: Executor, table: ContentTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(table.name)} WHERE ${inRange(table, {})}`.execute(executor);
  return rows[0]!.count;
}

/** In key order. */
export async function readRows(executor: Executor, table: ContentTable, range: Range, count: number): Promise<Row[]> {
  const columns = Object.keys(table.columns);
  const values = columns.map((column) => sql.ref(column));
  const { rows } = await sql<Record<string, Value>>`
    SELECT ${sql.join(values)} FROM ${sql.table(table.name)}
    WHERE ${inRange(table, range)} ORDER BY ${sql.join(keyColumns(table))} LIMIT ${count}`.execute(executor);
  return rows.map((row) => columns.map((column) => row[column]!));
}

export async function deleteRange(tx: Transaction<Tables>, table: ContentTable, range: Range): Promise<void> {
  await sql`DELETE FROM ${sql.table(table.name)} WHERE ${inRange(table, range)}`.execute(tx);
}

/** Deletes the rows in the range that have one of the keys. */
export async function deleteRows(
  dialect: Dialect,
  tx: Transaction<Tables>,
  table: ContentTable,
  range: Range,
  keys: readonly Row[],
): Promise<void> {
  const key = sql.join(keyColumns(table));
  const kinds = Object.fromEntries(Object.entries(table.columns).slice(0, table.keyLength));
  await sql`
    DELETE FROM ${sql.table(table.name)} WHERE ${inRange(table, range)}
    AND (${key}) IN (SELECT ${key} FROM ${dialect.jsonRows(keys, kinds)} AS given)`.execute(tx);
}

export async function insertRows(
  dialect: Dialect,
  tx: Transaction<Tables>,
  table: ContentTable,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(table.columns).map((column) => sql.ref(column));
  await sql`
    INSERT INTO ${sql.table(table.name)} (${sql.join(columns)})
    SELECT ${sql.join(columns)} FROM ${dialect.jsonRows(rows, table.columns)} AS given`.execute(tx);
}

export function keyOf(table: ContentTable, row: Row): Row {
  return row.slice(0, table.keyLength);
}

export async function hasRows(executor: Executor, table: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(executor);
  return rows.length > 0;
}

/**
 * Locks the mark until the transaction ends. Returns false if the mark has been replaced: the caller must then stop.
 */
export async function holdCopyMark(tx: Transaction<Tables>, mark: CopyMark): Promise<boolean> {
  const value = JSON.stringify(mark);
  const { numUpdatedRows } = await tx
    .updateTable('installation')
    .set({ value })
    .where('name', '=', 'copy')
    .where('value', '=', value)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Serialises transactions that mark the database. */
export async function lockInstallation(tx: Transaction<Tables>): Promise<void> {
  await sql`UPDATE installation SET value = value WHERE name = 'id'`.execute(tx);
}

function keyColumns(table: ContentTable): RawBuilder<unknown>[] {
  return Object.keys(table.columns)
    .slice(0, table.keyLength)
    .map((column) => sql.ref(column));
}

/** The marks of copy, retention and maintenance belong to one database and are not copied. */
function inRange(table: ContentTable, { after, upTo }: Range): RawBuilder<unknown> {
  const key = sql`(${sql.join(keyColumns(table))})`;
  const conditions = [
    after && sql`${key} > (${sql.join(after)})`,
    upTo && sql`${key} <= (${sql.join(upTo)})`,
    table.name === 'installation' && sql`name NOT IN ('copy', 'pruning', 'upkeep', 'shards')`,
  ].filter((condition) => condition !== undefined && condition !== false);
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`;
}
