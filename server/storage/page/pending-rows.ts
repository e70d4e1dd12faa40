// Hidden rows: those of an import that is not published yet, and those that an import removed. A link is hidden by a
// negative deletion time, an item by a negative position or a missing block. `page_import` lists an account before its
// first hidden row is written, so that the rows of a killed process are found.
import { type RawBuilder, sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import type { Store } from '../store.ts';
import type { Executor } from '../tables.ts';
import type { Value } from '../transfer.ts';

type Fields = Readonly<Record<string, Value>>;

export interface IdRange {
  readonly first: number;
  readonly last: number;
}

const HIDDEN_SINCE: Micros = -1;
const ROWS_AT_ONCE = 200;

export function hiddenItem(row: Fields): Fields {
  return { ...row, position: -(row.position as number) - 1 };
}

export function hiddenLink(row: Fields): Fields {
  return { ...row, deleted_at: HIDDEN_SINCE };
}

/** An item with a missing block cannot be recognised by its row. */
export function isHidden(table: string, row: Fields): boolean {
  if (table === 'block_item') return (row.position as number) < 0;
  return table === 'link' && row.deleted_at !== null && (row.deleted_at as number) < 0;
}

/** `which` is a condition on the account's links. */
export async function hideLinks(tx: Executor, accountId: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`UPDATE link SET deleted_at = ${HIDDEN_SINCE} WHERE account_id = ${accountId} AND ${which}`.execute(tx);
}

/**
 * Makes the hidden rows with these ids visible when the transaction commits. Returns how many items and links there
 * are, including items that became visible with their block. `pause` is awaited before each statement.
 */
export async function publish(
  tx: Executor,
  accountId: number,
  ids: readonly IdRange[],
  pause: () => Promise<void>,
): Promise<{ items: number; links: number }> {
  const published = { items: 0, links: 0 };
  for (const { first, last } of ids) {
    const own = sql`account_id = ${accountId} AND id BETWEEN ${first} AND ${last}`;
    await pause();
    await sql`UPDATE block_item SET position = -position - 1 WHERE ${own} AND position < 0`.execute(tx);
    await pause();
    const shown = await sql`UPDATE link SET deleted_at = NULL WHERE ${own} AND deleted_at < 0`.execute(tx);
    await pause();
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM block_item WHERE ${own}`.execute(tx);
    published.items += rows[0]!.count;
    published.links += Number(shown.numAffectedRows);
  }
  return published;
}

/** Call it before writing the first hidden row. */
export async function noteImport(tx: Executor, accountId: number, at: Micros): Promise<void> {
  await tx
    .insertInto('page_import')
    .values({ account_id: accountId, started_at: at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ started_at: at }))
    .execute();
}

export async function isImportNoted(db: Executor, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('page_import')
    .select('started_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Accounts of the whole installation with an unfinished import that started before that time. */
export async function unfinishedImports(db: Executor, before: Micros, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('page_import')
    .select('account_id')
    .where('started_at', '<', before)
    .orderBy('account_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

/** For an import that leaves no hidden rows. */
export async function forgetImport(tx: Executor, accountId: number): Promise<void> {
  await tx.deleteFrom('page_import').where('account_id', '=', accountId).execute();
}

/**
 * Deletes all hidden rows of the account, in short transactions. A running import of the account must then start again.
 */
export async function removeHiddenRows(store: Store, accountId: number): Promise<void> {
  const own = sql`account_id = ${accountId}`;
  const hiddenItem = sql`(position < 0 OR NOT EXISTS (
    SELECT 1 FROM block WHERE block.account_id = block_item.account_id AND block.id = block_item.block_id))`;
  await inParts(store, sql`block_item WHERE ${own} AND ${hiddenItem}`, async (tx, range) => {
    await sql`DELETE FROM block_item WHERE ${own} AND id ${range} AND ${hiddenItem}`.execute(tx);
  });
  await inParts(store, sql`link WHERE ${own} AND deleted_at < 0`, async (tx, range) => {
    const hidden = sql`SELECT id FROM link WHERE ${own} AND id ${range} AND deleted_at < 0`;
    await sql`DELETE FROM link_former_slug WHERE ${own} AND link_id ${range} AND link_id IN (${hidden})`.execute(tx);
    await sql`DELETE FROM link WHERE ${own} AND id ${range} AND deleted_at < 0`.execute(tx);
  });
  await store.note((tx) => forgetImport(tx, accountId));
}

/**
 * `hidden` is a table with a condition on its rows; `range` contains the ids of one batch. With a list of ids, PostgreSQL
 * may read all rows of the account for each of them if its statistics are out of date.
 */
async function inParts(
  store: Store,
  hidden: RawBuilder<unknown>,
  remove: (tx: Executor, range: RawBuilder<unknown>) => Promise<void>,
): Promise<void> {
  for (let last = 0; ; ) {
    await yieldToRequests();
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${hidden} AND id > ${last} ORDER BY id LIMIT ${ROWS_AT_ONCE}`.execute(store.read);
    if (rows.length === 0) return;
    const first = rows[0]!.id;
    last = rows.at(-1)!.id;
    await yieldToRequests();
    await store.note((tx) => remove(tx, sql`BETWEEN ${first} AND ${last}`));
  }
}
