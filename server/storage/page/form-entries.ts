// Entries that visitors sent with the forms of a page, newest first.

import type { Executor, FormEntryRow } from '../tables.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { trashedFormEntries } from './trash.ts';

/** Returns false, and does nothing, if the subscriber is already on the list. */
export async function insertFormEntry(
  db: Executor,
  accountId: number,
  entry: Omit<FormEntryRow, 'account_id'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('form_entry')
    .values({ account_id: accountId, ...entry })
    .onConflict((conflict) => conflict.columns(['account_id', 'block_id', 'subscriber']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Counts the entries of all forms of the account, without those of deleted forms. */
export async function countFormEntries(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('form_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count - (await trashedFormEntries(db, accountId));
}

export async function countBlockEntries(db: Executor, accountId: number, blockId: number): Promise<number> {
  const { count } = await db
    .selectFrom('form_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('block_id', '=', blockId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts by form id. */
export async function formEntryCounts(db: Executor, accountId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('form_entry')
    .select(({ fn }) => ['block_id', fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .groupBy('block_id')
    .execute();
  return new Map(rows.map(({ block_id, count }) => [block_id, count]));
}

export async function pageOfFormEntries(
  db: Executor,
  accountId: number,
  blockId: number,
  request: PageRequest,
): Promise<Page<FormEntryRow>> {
  const own = db.selectFrom('form_entry').where('account_id', '=', accountId).where('block_id', '=', blockId);
  return readPage(own, own.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), request);
}

/** Streams all entries in batches, to keep only one batch in memory. Entries sent after the start are not included. */
export async function* everyFormEntry(
  db: Executor,
  accountId: number,
  blockId: number,
  atOnce: number,
): AsyncGenerator<FormEntryRow[], void, undefined> {
  let last: Pick<FormEntryRow, 'created_at' | 'id'> | undefined;
  do {
    const batch = await entriesBefore(db, accountId, blockId, last, atOnce);
    yield batch;
    last = batch.length < atOnce ? undefined : batch.at(-1);
  } while (last);
}

async function entriesBefore(
  db: Executor,
  accountId: number,
  blockId: number,
  last: Pick<FormEntryRow, 'created_at' | 'id'> | undefined,
  count: number,
): Promise<FormEntryRow[]> {
  let own = db.selectFrom('form_entry').selectAll().where('account_id', '=', accountId).where('block_id', '=', blockId);
  if (last) {
    own = own.where(({ eb, or, and }) =>
      or([
        eb('created_at', '<', last.created_at),
        and([eb('created_at', '=', last.created_at), eb('id', '<', last.id)]),
      ]),
    );
  }
  return own.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(count).execute();
}

/** Returns false if there is no such entry. */
export async function deleteFormEntry(
  db: Executor,
  accountId: number,
  blockId: number,
  entryId: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('form_entry')
    .where('account_id', '=', accountId)
    .where('block_id', '=', blockId)
    .where('id', '=', entryId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all entries of a form, or those up to `lastId`. Returns how many it deleted. */
export async function deleteFormEntries(
  db: Executor,
  accountId: number,
  blockId: number,
  lastId = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('form_entry')
    .where('account_id', '=', accountId)
    .where('block_id', '=', blockId)
    .where('id', '<=', lastId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
