// Which forms have new entries that their owner is told about by mail.
import { sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { FormNoticeRow } from '../account-tables.ts';
import type { Executor, FormEntryRow } from '../tables.ts';

const MAX_ID = Number.MAX_SAFE_INTEGER;

/** Call it in the transaction of the entry, which holds the account. `pause` is the least time between two mails. */
export async function noteEntry(
  db: Executor,
  accountId: number,
  { block_id, id, at, pause }: { block_id: number; id: number; at: Micros; pause: Micros },
): Promise<void> {
  await db
    .insertInto('form_notice')
    .values({ account_id: accountId, block_id, entries_after: id - 1, due_at: at, sent_at: null })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'block_id']).doUpdateSet({
        entries_after: sql`CASE WHEN form_notice.due_at IS NULL THEN ${id - 1} ELSE form_notice.entries_after END`,
        due_at: sql`COALESCE(form_notice.due_at,
          CASE WHEN form_notice.sent_at + ${pause} > ${at} THEN form_notice.sent_at + ${pause} ELSE ${at} END)`,
      }),
    )
    .execute();
}

/** The mails of the installation that are due. */
export async function listAllDueNotices(db: Executor, now: Micros, count: number): Promise<FormNoticeRow[]> {
  return db
    .selectFrom('form_notice')
    .selectAll()
    .where('due_at', 'is not', null)
    .where('due_at', '<=', now)
    .orderBy('account_id')
    .orderBy('block_id')
    .limit(count)
    .execute();
}

/** A mail about the entries up to that id is on its way. Returns false if another process was faster. */
export async function settleNotice(
  db: Executor,
  { account_id, block_id, due_at }: FormNoticeRow,
  values: Pick<FormNoticeRow, 'entries_after' | 'sent_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('form_notice')
    .set({ ...values, due_at: null })
    .where('account_id', '=', account_id)
    .where('block_id', '=', block_id)
    .where('due_at', '=', due_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The entries after this id and up to the other one, oldest first, and how many there are in all. */
export async function entriesAfter(
  db: Executor,
  accountId: number,
  { blockId, after, upTo = MAX_ID, count }: { blockId: number; after: number; upTo?: number; count: number },
): Promise<{ entries: FormEntryRow[]; total: number; last: number }> {
  const own = db
    .selectFrom('form_entry')
    .where('account_id', '=', accountId)
    .where('block_id', '=', blockId)
    .where('id', '>', after)
    .where('id', '<=', upTo);
  const entries = await own.selectAll().orderBy('id').limit(count).execute();
  const { total, last } = await own
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow();
  return { entries, total, last: last ?? after };
}
