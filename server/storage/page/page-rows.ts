// All rows of an account's page as one set: read from a snapshot, copied into a scratch database, and compared with the
// result there.
import { sql, type Transaction } from 'kysely';
import type { AccountValues } from '../accounts/accounts.ts';
import type { Scratch } from '../scratch.ts';
import type { Executor, Tables } from '../tables.ts';
import { type ContentTable, insertRows } from '../transfer.ts';
import { hasCounts } from './links.ts';
import {
  type Difference,
  type Differences,
  differenceOf,
  type Fields,
  type PageChanges,
  pageChanges,
} from './page-changes.ts';
import { isHidden } from './pending-rows.ts';

/** The tables that an edit of a page may change, apart from the account and form entries. */
const editedTables = ['block', 'block_item', 'link', 'link_former_slug', 'pixel'];
const copiedTables = ['account', ...editedTables, 'upload'];
const idColumns = ['id', 'block_id', 'link_id'];
const ROWS_AT_ONCE = 500;
/** The scratch database allocates ids from here on. They are placeholders for real ids. */
const FIRST_PROVISIONAL_ID = 2 ** 52;

export interface PageRows {
  readonly accountId: number;
  readonly revision: number;
  readonly publicToken: string;
  readonly byTable: ReadonlyMap<string, Fields[]>;
  /** Ids of links with counted visits. */
  readonly followed: readonly number[];
}

/** An estimate of how many rows must be read: items and links, which are most of them. */
export async function countPageRows(db: Executor, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM block_item WHERE account_id = ${accountId})
      + (SELECT count(*) FROM link WHERE account_id = ${accountId}) AS count`.execute(db);
  return rows[0]!.count;
}

/** `db` must be a snapshot. Returns undefined if the account does not exist. */
export async function readPageRows(
  db: Executor,
  accountId: number,
  { tables }: Pick<Scratch, 'tables'>,
): Promise<PageRows | undefined> {
  const byTable = new Map<string, Fields[]>();
  for (const name of copiedTables) byTable.set(name, await rowsIn(db, accountId, tables.get(name)!));
  // An item without its block is hidden (`pending-rows.ts`).
  const blocks = new Set(byTable.get('block')!.map(({ id }) => id));
  const items = byTable.get('block_item')!.filter(({ block_id }) => blocks.has(block_id!));
  byTable.set('block_item', items);
  const [account] = byTable.get('account')!;
  if (!account) return undefined;
  const counted = db
    .selectFrom('link')
    .select('id')
    .where('account_id', '=', accountId)
    .where((is) => hasCounts(is, accountId));
  const followed = (await counted.execute()).map(({ id }) => id);
  const { revision, public_token } = account;
  return { accountId, revision: revision as number, publicToken: public_token as string, byTable, followed };
}

/** Copies the rows into an empty scratch database. */
export async function copyPageRows(
  { dialect, tables }: Scratch,
  tx: Transaction<Tables>,
  { accountId, byTable, followed }: PageRows,
): Promise<void> {
  await dialect.setLastId(tx, FIRST_PROVISIONAL_ID - 1);
  for (const [name, rows] of byTable) {
    const table = tables.get(name)!;
    const columns = Object.keys(table.columns);
    for (const some of chunks(rows)) {
      const values = some.map((row) => columns.map((column) => row[column]!));
      await insertRows(dialect, tx, table, values);
    }
  }
  for (const some of chunks(followed)) {
    const rows = some.map((id) => ({ account_id: accountId, target_id: id, bucket: 0, counts: '', events: '' }));
    await tx.insertInto('visit_fresh').values(rows).execute();
  }
}

/**
 * Returns the changes made in the scratch database. `allocateIds` provides ids for new rows; `realIds` maps the scratch
 * database's ids to them.
 */
export async function changedPageRows(
  { tables }: Scratch,
  tx: Executor,
  { accountId, byTable }: PageRows,
  allocateIds: (count: number) => Promise<number[]>,
): Promise<{ changes: PageChanges; realIds: ReadonlyMap<number, number> }> {
  const differences: [string, Difference][] = [];
  for (const name of editedTables) {
    const table = tables.get(name)!;
    differences.push([name, differenceOf(table, byTable.get(name)!, await rowsIn(tx, accountId, table))]);
  }
  const written = differences.flatMap(([, { inserted, changed }]) => [...inserted, ...changed.map(({ row }) => row)]);
  const provisional = [...new Set(written.flatMap(provisionalIds))].sort((a, b) => a - b);
  const ids = provisional.length === 0 ? [] : await allocateIds(provisional.length);
  const realIds = new Map(provisional.map((id, index) => [id, ids[index]!]));
  const real = differences.map(([name, difference]) => [name, withIds(difference, realIds)]);
  const [account] = await rowsIn(tx, accountId, tables.get('account')!);
  const values = changedValues(byTable.get('account')![0]!, account!);
  return { changes: pageChanges(values, Object.fromEntries(real) as Differences, ids), realIds };
}

function changedValues(before: Fields, after: Fields): AccountValues {
  const { revision: _, ...columns } = after;
  return Object.fromEntries(Object.entries(columns).filter(([column, value]) => value !== before[column]));
}

function withIds(difference: Difference, realIds: ReadonlyMap<unknown, number>): Difference {
  const real = (row: Fields): Fields => {
    const ids = idColumns.filter((column) => realIds.has(row[column]));
    return ids.length === 0
      ? row
      : { ...row, ...Object.fromEntries(ids.map((name) => [name, realIds.get(row[name])!])) };
  };
  return {
    ...difference,
    inserted: difference.inserted.map(real),
    changed: difference.changed.map(({ row, before }) => ({ row: real(row), before })),
  };
}

function provisionalIds(row: Fields): number[] {
  return idColumns.map((column) => row[column]).filter(isProvisional);
}

function isProvisional(value: unknown): value is number {
  return typeof value === 'number' && value >= FIRST_PROVISIONAL_ID;
}

/** In key order, without hidden rows. */
async function rowsIn(db: Executor, accountId: number, { name, columns, keyLength }: ContentTable): Promise<Fields[]> {
  const refs = Object.keys(columns).map((column) => sql.ref(column));
  const { rows } = await sql<Fields>`
    SELECT ${sql.join(refs)} FROM ${sql.table(name)} WHERE account_id = ${accountId}
    ORDER BY ${sql.join(refs.slice(0, keyLength))}`.execute(db);
  return rows.filter((row) => !isHidden(name, row));
}

function chunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, index) => all.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE));
}
