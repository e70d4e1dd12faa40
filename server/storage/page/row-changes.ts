// Changes many rows of an account with a few statements per table, however many rows there are.
import { type RawBuilder, sql } from 'kysely';
import type { Dialect, JsonColumns, StagedRows } from '../dialects/dialect.ts';
import type { Executor } from '../tables.ts';
import type { PageChanges, RemovedRows, TableRows } from './page-changes.ts';
import { hideLinks } from './pending-rows.ts';

interface Staged extends StagedRows {
  readonly table: string;
  readonly columns: JsonColumns;
}

/** Rows to delete: conditions on the key column, one statement each. */
interface Removal {
  readonly table: string;
  readonly key: string;
  readonly conditions: readonly ((column: string) => RawBuilder<unknown>)[];
}

export interface StagedChanges {
  readonly inserted: readonly Staged[];
  readonly changed: readonly Staged[];
  readonly deleted: readonly Removal[];
  readonly hiddenLinks: Removal;
  release(): Promise<void>;
}

export async function stageChanges(dialect: Dialect, changes: PageChanges): Promise<StagedChanges> {
  const all: Staged[] = [];
  const stage = async ({ table, columns, parts }: TableRows): Promise<Staged> => {
    const staged = { table, columns, ...(await dialect.stageRows(parts, columns)) };
    all.push(staged);
    return staged;
  };
  const stageEach = async (tables: readonly TableRows[]) => {
    const staged: Staged[] = [];
    for (const rows of tables) staged.push(await stage(rows));
    return staged;
  };
  const removal = async ({ table, runs, keys }: RemovedRows): Promise<Removal> => {
    const [key] = Object.keys(keys.columns) as [string];
    const { sources } = await stage(keys);
    return {
      table,
      key,
      conditions: [
        ...runs.map(
          ({ first, last }) =>
            (column: string) =>
              sql`${sql.ref(column)} BETWEEN ${first} AND ${last}`,
        ),
        ...sources.map(
          (source) => (column: string) => sql`${sql.ref(column)} IN (SELECT ${sql.ref(key)} FROM ${source} AS given)`,
        ),
      ],
    };
  };
  const deleted: Removal[] = [];
  for (const rows of changes.deleted) deleted.push(await removal(rows));
  return {
    inserted: await stageEach(changes.inserted),
    changed: await stageEach(changes.changed),
    deleted,
    hiddenLinks: await removal(changes.hiddenLinks),
    async release() {
      for (const { release } of all) await release();
    },
  };
}

/** Deletes before it inserts. `pause` is awaited before each statement. */
export async function applyChanges(
  tx: Executor,
  accountId: number,
  { inserted, changed, deleted, hiddenLinks }: StagedChanges,
  pause: () => Promise<void>,
): Promise<void> {
  for (const condition of hiddenLinks.conditions) {
    await pause();
    await hideLinks(tx, accountId, condition('id'));
  }
  for (const { table, key, conditions } of deleted) {
    for (const condition of conditions) {
      await pause();
      await sql`DELETE FROM ${sql.table(table)} WHERE account_id = ${accountId} AND ${condition(key)}`.execute(tx);
    }
  }
  for (const staged of changed) {
    for (const source of staged.sources) {
      await pause();
      await updateRows(tx, accountId, staged, source);
    }
  }
  for (const staged of inserted) {
    for (const source of staged.sources) {
      await pause();
      await insertRows(tx, staged, source);
    }
  }
}

/** Whether any of the removed links has counted visits. */
export async function removesFollowedLinks(
  tx: Executor,
  accountId: number,
  { deleted, hiddenLinks }: StagedChanges,
): Promise<boolean> {
  const removals = [...deleted.filter(({ table }) => table === 'link'), hiddenLinks];
  for (const condition of removals.flatMap(({ conditions }) => conditions)) {
    const targets = sql`account_id = ${accountId} AND ${condition('target_id')}`;
    const { rows } = await sql`
      SELECT 1 FROM visit_fresh WHERE ${targets} UNION ALL SELECT 1 FROM visit_total WHERE ${targets} LIMIT 1`.execute(
      tx,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

export async function insertRows(
  tx: Executor,
  { table, columns }: Pick<Staged, 'table' | 'columns'>,
  source: RawBuilder<unknown>,
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  await sql`INSERT INTO ${sql.table(table)} (${names}) SELECT ${names} FROM ${source} AS given`.execute(tx);
}

/** The first column is the key. */
async function updateRows(
  tx: Executor,
  accountId: number,
  { table, columns }: Staged,
  source: RawBuilder<unknown>,
): Promise<void> {
  const [key, ...others] = Object.keys(columns);
  const values = others.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
  await sql`
    UPDATE ${sql.table(table)} SET ${sql.join(values)} FROM ${source} AS given
    WHERE ${sql.ref(`${table}.account_id`)} = ${accountId} AND ${sql.ref(`${table}.${key}`)} = ${sql.ref(`given.${key}`)}`.execute(
    tx,
  );
}
