// Sign-ups that wait for the visitor to confirm the address.
import type { Micros } from '../../../contract/time.ts';
import type { UnconfirmedEntryRow } from '../account-tables.ts';
import type { Executor } from '../tables.ts';

export async function findUnconfirmed(
  db: Executor,
  accountId: number,
  id: number,
): Promise<UnconfirmedEntryRow | undefined> {
  const own = db.selectFrom('unconfirmed_entry').selectAll().where('account_id', '=', accountId);
  return own.where('id', '=', id).executeTakeFirst();
}

export async function findUnconfirmedOf(
  db: Executor,
  accountId: number,
  blockId: number,
  subscriber: string,
): Promise<UnconfirmedEntryRow | undefined> {
  const own = db.selectFrom('unconfirmed_entry').selectAll().where('account_id', '=', accountId);
  return own.where('block_id', '=', blockId).where('subscriber', '=', subscriber).executeTakeFirst();
}

export async function isSubscriber(
  db: Executor,
  accountId: number,
  blockId: number,
  subscriber: string,
): Promise<boolean> {
  const own = db.selectFrom('form_entry').select('id').where('account_id', '=', accountId);
  const found = own.where('block_id', '=', blockId).where('subscriber', '=', subscriber);
  return (await found.executeTakeFirst()) !== undefined;
}

export async function insertUnconfirmed(
  db: Executor,
  accountId: number,
  entry: Omit<UnconfirmedEntryRow, 'account_id'>,
): Promise<void> {
  await db
    .insertInto('unconfirmed_entry')
    .values({ account_id: accountId, ...entry })
    .execute();
}

export async function countUnconfirmed(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('unconfirmed_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteUnconfirmed(db: Executor, accountId: number, id: number): Promise<void> {
  await db.deleteFrom('unconfirmed_entry').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Of the whole installation. */
export async function deleteAllUnconfirmedBefore(db: Executor, before: Micros): Promise<void> {
  await db.deleteFrom('unconfirmed_entry').where('created_at', '<=', before).execute();
}
