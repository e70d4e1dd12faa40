// Announces changed counts to processes on the same files. Each aggregation adds a row to the visit queue, and every
// process polls for new rows.
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { ChangeNews } from '../dialect.ts';
import type { SqliteConnection } from './connection.ts';
import { QUEUE } from './visit-queue.ts';

/** More than are added between two polls. A process that missed a row treats all counts as changed. */
const MAX_ROWS = 200;

export async function addChangedCounts(tx: Transaction<Tables>, accountIds: readonly number[]): Promise<void> {
  const text = JSON.stringify(accountIds);
  const { rows } = await sql<{ number: number }>`
    INSERT INTO changed_counts (account_ids) VALUES (${text}) RETURNING number`.execute(tx);
  await sql`DELETE FROM changed_counts WHERE number <= ${rows[0]!.number - MAX_ROWS}`.execute(tx);
}

/** Returns a function that reports the rows added since its last call. */
export function watchChangedCounts({ database }: SqliteConnection): (report: (news: ChangeNews) => void) => void {
  const added = database.prepare(
    `SELECT number, account_ids FROM ${QUEUE}.changed_counts WHERE number > ? ORDER BY number`,
  );
  const newest = database.prepare(`SELECT max(number) AS number FROM ${QUEUE}.changed_counts`);
  let last = Number(newest.get()?.number ?? 0);
  return (report) => {
    for (const { number, account_ids } of added.all(last)) {
      if (Number(number) > last + 1) report('counts');
      report({ topic: 'visits', accountIds: JSON.parse(String(account_ids)) });
      last = Number(number);
    }
  };
}
