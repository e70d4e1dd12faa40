// Deleted blocks and items that can still be restored.
import { sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { TrashRow } from '../history-tables.ts';
import type { Executor } from '../tables.ts';

export async function findTrash(db: Executor, accountId: number, id: number): Promise<TrashRow | undefined> {
  return db.selectFrom('trash').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** Replaces what is there with the same id. */
export async function putTrash(db: Executor, accountId: number, row: Omit<TrashRow, 'account_id'>): Promise<void> {
  await deleteTrash(db, accountId, [row.id]);
  await db
    .insertInto('trash')
    .values({ account_id: accountId, ...row })
    .execute();
}

const IDS_AT_ONCE = 5000;

export async function deleteTrash(db: Executor, accountId: number, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    await db
      .deleteFrom('trash')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids.slice(from, from + IDS_AT_ONCE))
      .execute();
  }
}

export interface TrashSize {
  id: number;
  entries: number;
  bytes: number;
}

/** Oldest first. */
export async function trashSizes(db: Executor, accountId: number): Promise<TrashSize[]> {
  return db
    .selectFrom('trash')
    .select(['id', 'entries', sql<number>`octet_length(content)`.as('bytes')])
    .where('account_id', '=', accountId)
    .orderBy('deleted_at')
    .orderBy('id')
    .execute();
}

/** Entries of deleted forms. Nobody can read them, and they do not count towards the limit of entries. */
export async function trashedFormEntries(db: Executor, accountId: number): Promise<number> {
  const { entries } = await db
    .selectFrom('trash')
    .select((eb) => eb.fn.sum<number | null>('entries').as('entries'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return entries ?? 0;
}

/** Rows of the whole installation that were deleted before that time, of these accounts. */
export async function oldTrash(
  db: Executor,
  accounts: { after: number; last: number },
  before: Micros,
  limit: number,
): Promise<Pick<TrashRow, 'account_id' | 'id'>[]> {
  return db
    .selectFrom('trash')
    .select(['account_id', 'id'])
    .where('account_id', '>', accounts.after)
    .where('account_id', '<=', accounts.last)
    .where('deleted_at', '<', before)
    .orderBy('account_id')
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
}
