// Which forms have new entries that their owner is told about by mail.
import { sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { FormNoticeRow } from '../account-tables.ts';
import type { Executor, FormEntryRow } from '../tables.ts';

/** Call it in the transaction of the entry, which holds the account. `pause` is the least time between two mails. */
export async function noteEntry(
  db: Executor,
  accountId: number,
  { block_id, id, at, pause }: { block_id: number; id: number; at: Micros; pause: Micros },
): Promise<void> {
  await db
    .insertInto('form_notice')
    .values({ account_id: accountId, block_id, entries_after: id - 1, due_at: at, sent_at: null, claimed_until: null })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'block_id']).doUpdateSet({
        entries_after: sql`CASE WHEN form_notice.due_at IS NULL THEN ${id - 1} ELSE form_notice.entries_after END`,
        due_at: sql`COALESCE(form_notice.due_at,
          CASE WHEN form_notice.sent_at + ${pause} > ${at} THEN form_notice.sent_at + ${pause} ELSE ${at} END)`,
      }),
    )
    .execute();
}

/** The mails of the installation that are due and that nobody is sending. */
export async function listAllDueNotices(db: Executor, now: Micros, count: number): Promise<FormNoticeRow[]> {
  return db
    .selectFrom('form_notice')
    .selectAll()
    .where('due_at', 'is not', null)
    .where('due_at', '<=', now)
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .orderBy('account_id')
    .orderBy('block_id')
    .limit(count)
    .execute();
}

/** Returns false if another process was faster. */
export async function claimNotice(
  db: Executor,
  { account_id, block_id, due_at }: FormNoticeRow,
  now: Micros,
  until: Micros,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('form_notice')
    .set({ claimed_until: until })
    .where('account_id', '=', account_id)
    .where('block_id', '=', block_id)
    .where('due_at', '=', due_at)
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function storeNotice(
  db: Executor,
  accountId: number,
  blockId: number,
  values: Pick<FormNoticeRow, 'entries_after' | 'due_at' | 'sent_at' | 'claimed_until'>,
): Promise<void> {
  await db
    .updateTable('form_notice')
    .set(values)
    .where('account_id', '=', accountId)
    .where('block_id', '=', blockId)
    .execute();
}

export async function removeNotice(db: Executor, accountId: number, blockId: number): Promise<void> {
  await db.deleteFrom('form_notice').where('account_id', '=', accountId).where('block_id', '=', blockId).execute();
}

/** The entries after this id, oldest first, and how many there are in all. */
export async function entriesAfter(
  db: Executor,
  accountId: number,
  { blockId, after, count }: { blockId: number; after: number; count: number },
): Promise<{ entries: FormEntryRow[]; total: number; last: number }> {
  const own = db
    .selectFrom('form_entry')
    .where('account_id', '=', accountId)
    .where('block_id', '=', blockId)
    .where('id', '>', after);
  const entries = await own.selectAll().orderBy('id').limit(count).execute();
  const { total, last } = await own
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow();
  return { entries, total, last: last ?? after };
}
