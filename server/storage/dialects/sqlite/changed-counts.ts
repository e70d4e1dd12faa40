// Tells processes on the same files whose counts have changed. Each fold adds a row to the visit queue; every process asks for
// rows that it has not seen.
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { ChangeNews } from '../dialect.ts';
import type { SqliteConnection } from './connection.ts';
import { QUEUE } from './visit-queue.ts';

/** More than come between two polls. Whoever missed one takes all counts for changed. */
const ROWS_KEPT = 200;

export async function addChangedCounts(tx: Transaction<Tables>, accountIds: readonly number[]): Promise<void> {
  const text = JSON.stringify(accountIds);
  const { rows } = await sql<{ number: number }>`
    INSERT INTO changed_counts (account_ids) VALUES (${text}) RETURNING number`.execute(tx);
  await sql`DELETE FROM changed_counts WHERE number <= ${rows[0]!.number - ROWS_KEPT}`.execute(tx);
}

/** Returns a function that reports what was added since it was last called. */
export function watchChangedCounts({ database }: SqliteConnection): (hear: (news: ChangeNews) => void) => void {
  const added = database.prepare(
    `SELECT number, account_ids FROM ${QUEUE}.changed_counts WHERE number > ? ORDER BY number`,
  );
  const newest = database.prepare(`SELECT max(number) AS number FROM ${QUEUE}.changed_counts`);
  let last = Number(newest.get()?.number ?? 0);
  return (hear) => {
    for (const { number, account_ids } of added.all(last)) {
      if (Number(number) > last + 1) hear('counts');
      hear({ topic: 'visits', accountIds: JSON.parse(String(account_ids)) });
      last = Number(number);
    }
  };
}
