// Whether a store is whole after what was done to it.
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '../../server/storage/store.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';

/** What SQLite itself says of its file: `ok`, or what is wrong with it. */
export function integrityOf(databaseUrl: string): string {
  const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true });
  const rows = database.prepare('PRAGMA integrity_check').all();
  database.close();
  return rows.map((row) => row.integrity_check).join(', ');
}

/** How many visits to the account's page are counted. */
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
