// The rows that an account's page consists of, as one set: read from one moment of the store, copied into a scratch
// database, and compared with what they became there.
import { sql, type Transaction } from 'kysely';
import { insertSignIn } from './accounts.ts';
import { hasCounts } from './links.ts';
import type { TableChange } from './row-changes.ts';
import type { Scratch } from './scratch.ts';
import type { AccountRow, Executor, Tables } from './tables.ts';
import { type ContentTable, insertRows, type Row } from './transfer.ts';

/** What an edit of a page may change, its account and the entries of its forms apart. */
const editedTables = ['block', 'block_item', 'link', 'link_former_slug', 'pixel'];
const copiedTables = ['account', ...editedTables, 'upload'];
const idColumns = ['id', 'block_id', 'link_id'];
const ROWS_AT_ONCE = 500;
/** Ids from here on are given out by the scratch database, and stand for ids that are yet to be allocated. */
const FIRST_PROVISIONAL_ID = 2 ** 52;

export interface PageRows {
  readonly accountId: number;
  readonly revision: number;
  readonly byTable: ReadonlyMap<string, Row[]>;
  /** The ids of links whose visits have been counted. */
  readonly followed: readonly number[];
}

/** How many rows there are to read: the larger part of them, without reading them. */
export async function countPageRows(db: Executor, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM block_item WHERE account_id = ${accountId})
      + (SELECT count(*) FROM link WHERE account_id = ${accountId}) AS count`.execute(db);
  return rows[0]!.count;
}

/** `db` sees one moment of the store. Undefined where there is no such account. */
export async function readPageRows(
  db: Executor,
  accountId: number,
  { tables }: Pick<Scratch, 'tables'>,
): Promise<PageRows | undefined> {
  const byTable = new Map<string, Row[]>();
  for (const name of copiedTables) byTable.set(name, await rowsOf(db, accountId, tables.get(name)!));
  const [account] = byTable.get('account')!;
  if (!account) return undefined;
  const revision = account[Object.keys(tables.get('account')!.columns).indexOf('revision')] as number;
  const followed = await db
    .selectFrom('link')
    .select('id')
    .where('account_id', '=', accountId)
    .where(hasCounts)
    .execute();
  return { accountId, revision, byTable, followed: followed.map(({ id }) => id) };
}

/** Into a scratch database that is empty. */
export async function copyPageRows(
  { dialect, tables }: Scratch,
  tx: Transaction<Tables>,
  rows: PageRows,
): Promise<void> {
  const { accountId, byTable, followed } = rows;
  await dialect.setLastId(tx, FIRST_PROVISIONAL_ID - 1);
  const signIn = { createdAt: dialect.authInstant(0), emailVerified: dialect.authFlag(false) };
  await insertSignIn(tx, { id: accountId, name: '', email: '', ...signIn });
  for (const [name, own] of byTable) {
    for (const some of chunks(own)) await insertRows(dialect, tx, tables.get(name)!, some);
  }
  for (const some of chunks(followed)) {
    await tx
      .insertInto('visit_fresh')
      .values(some.map((id) => ({ account_id: accountId, target_id: id, bucket: 0, counts: '', events: '' })))
      .execute();
  }
}

export interface PageChanges {
  /** What differs of the account's own row. */
  account: Partial<AccountRow>;
  tables: TableChange[];
}

/** What was made of them in the scratch database. `allocateIds` gives the ids for what is new. */
export async function changedPageRows(
  { tables }: Scratch,
  tx: Executor,
  before: PageRows,
  allocateIds: (count: number) => Promise<number[]>,
): Promise<PageChanges> {
  const differences = [];
  for (const name of editedTables) {
    const table = tables.get(name)!;
    const after = await rowsOf(tx, before.accountId, table);
    differences.push({ table, ...difference(before.byTable.get(name)!, after, table.keyLength) });
  }
  const written = differences.flatMap(({ table, written: rows }) => rows.flatMap((row) => provisionalIds(table, row)));
  const provisional = [...new Set(written)].sort((a, b) => a - b);
  const ids = provisional.length === 0 ? [] : await allocateIds(provisional.length);
  const realIds = new Map(provisional.map((id, index) => [id, ids[index]!]));
  const real = (table: ContentTable, row: Row): Row => {
    const columns = Object.keys(table.columns);
    return row.map((value, index) =>
      idColumns.includes(columns[index]!) ? (realIds.get(value as number) ?? value) : value,
    );
  };
  return {
    account: await changedAccount(tx, before, tables.get('account')!),
    tables: differences.map(({ table, written: rows, deleted }) => ({
      table,
      deleted: chunks(deleted).map((keys) => JSON.stringify(keys)),
      written: chunks(rows).map((some) => JSON.stringify(some.map((row) => real(table, row)))),
    })),
  };
}

async function changedAccount(tx: Executor, { accountId, byTable }: PageRows, table: ContentTable) {
  const [before] = byTable.get('account')!;
  const [after] = await rowsOf(tx, accountId, table);
  const changed = Object.keys(table.columns)
    .map((column, index) => [column, after![index]!, before![index]!] as const)
    .filter(([column, now, then]) => now !== then && column !== 'revision');
  return Object.fromEntries(changed.map(([column, now]) => [column, now])) as Partial<AccountRow>;
}

async function rowsOf(db: Executor, accountId: number, { name, columns, keyLength }: ContentTable): Promise<Row[]> {
  const names = Object.keys(columns);
  const refs = names.map((column) => sql.ref(column));
  const { rows } = await sql<Record<string, Row[number]>>`
    SELECT ${sql.join(refs)} FROM ${sql.table(name)} WHERE account_id = ${accountId}
    ORDER BY ${sql.join(refs.slice(0, keyLength))}`.execute(db);
  return rows.map((row) => names.map((column) => row[column]!));
}

/** `deleted` are keys without the account's id, which comes first in all of them. */
function difference(before: readonly Row[], after: readonly Row[], keyLength: number) {
  const keyOf = (row: Row) => row[keyLength - 1];
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  const later = new Set(after.map(keyOf));
  return {
    deleted: before.filter((row) => !later.has(keyOf(row))).map((row) => [keyOf(row)!]),
    written: after.filter((row) => !isSame(row, earlier.get(keyOf(row)))),
  };
}

function isSame(row: Row, other: Row | undefined): boolean {
  return other !== undefined && row.every((value, index) => value === other[index]);
}

function provisionalIds({ columns }: ContentTable, row: Row): number[] {
  return Object.keys(columns).flatMap((column, index) => {
    const value = row[index];
    return idColumns.includes(column) && typeof value === 'number' && value >= FIRST_PROVISIONAL_ID ? [value] : [];
  });
}

function chunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, index) => all.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE));
}
