// Changes to many rows of an account at once, in a few statements for each table, however many rows there are.
import { type RawBuilder, sql } from 'kysely';
import type { Dialect, StagedRows } from './dialects/dialect.ts';
import { hasCounts } from './links.ts';
import type { Executor } from './tables.ts';
import type { ContentTable } from './transfer.ts';

export interface TableChange {
  readonly table: ContentTable;
  /** Keys without the account's id, and whole rows: texts of JSON arrays of arrays. */
  readonly deleted: readonly string[];
  readonly written: readonly string[];
}

export interface StagedChanges {
  readonly tables: readonly { table: ContentTable; deleted: StagedRows; written: StagedRows }[];
  release(): Promise<void>;
}

export async function stageChanges(dialect: Dialect, changes: readonly TableChange[]): Promise<StagedChanges> {
  const tables: { table: ContentTable; deleted: StagedRows; written: StagedRows }[] = [];
  for (const { table, deleted, written } of changes) {
    tables.push({
      table,
      deleted: await dialect.stageRows(deleted, keyColumns(table)),
      written: await dialect.stageRows(written, table.columns),
    });
  }
  return {
    tables,
    async release() {
      for (const { deleted, written } of tables) {
        await deleted.release();
        await written.release();
      }
    },
  };
}

/** Everything that goes is gone before anything comes. `pause` is awaited between statements. */
export async function applyChanges(
  tx: Executor,
  accountId: number,
  { tables }: StagedChanges,
  pause: () => Promise<void>,
): Promise<void> {
  for (const { table, deleted } of tables) {
    for (const source of deleted.sources) {
      await pause();
      await deleteRows(tx, accountId, table, source);
    }
  }
  for (const { table, written } of tables) {
    for (const source of written.sources) {
      await pause();
      await writeRows(tx, table, source);
    }
  }
}

/** Whether visits to one of the links that are to be deleted have been counted. */
export async function deletesFollowedLinks(tx: Executor, accountId: number, { tables }: StagedChanges) {
  const sources = tables.filter(({ table }) => table.name === 'link').flatMap(({ deleted }) => deleted.sources);
  for (const source of sources) {
    const found = await tx
      .selectFrom('link')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', 'in', sql<number>`(SELECT id FROM ${source} AS given)`)
      .where(hasCounts)
      .limit(1)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}

async function deleteRows(tx: Executor, accountId: number, table: ContentTable, source: RawBuilder<unknown>) {
  const key = sql.ref(Object.keys(keyColumns(table))[0]!);
  await sql`
    DELETE FROM ${sql.table(table.name)} WHERE account_id = ${accountId}
    AND ${key} IN (SELECT ${key} FROM ${source} AS given)`.execute(tx);
}

async function writeRows(tx: Executor, table: ContentTable, source: RawBuilder<unknown>): Promise<void> {
  const names = Object.keys(table.columns);
  const columns = names.map((name) => sql.ref(name));
  const values = names.slice(table.keyLength).map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  // Without a condition, SQLite takes ON for the beginning of a join.
  await sql`
    INSERT INTO ${sql.table(table.name)} (${sql.join(columns)})
    SELECT ${sql.join(columns)} FROM ${source} AS given WHERE true
    ON CONFLICT (${sql.join(columns.slice(0, table.keyLength))}) DO UPDATE SET ${sql.join(values)}`.execute(tx);
}

function keyColumns({ columns, keyLength }: ContentTable) {
  return Object.fromEntries(Object.entries(columns).slice(1, keyLength));
}
