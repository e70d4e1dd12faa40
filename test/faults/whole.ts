// Checks that a database is intact.
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '../../server/storage/store.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';

/** SQLite's integrity check: `ok`, or what is wrong. */
export function integrityOf(databaseUrl: string): string {
  const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true });
  const rows = database.prepare('PRAGMA integrity_check').all();
  database.close();
  return rows.map((row) => row.integrity_check).join(', ');
}

/** The number of counted visits to the account's page. */
export async function countedVisits({ read }: Store, accountId: number): Promise<number> {
  const row = await read
    .selectFrom('visit_total')
    .select('visits')
    .where('account_id', '=', accountId)
    .where('target_id', '=', PAGE)
    .where('dimension', '=', 'total')
    .executeTakeFirst();
  return row?.visits ?? 0;
}
