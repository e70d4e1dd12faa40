// Checks that a database is intact.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import type { Store } from '../../server/storage/store.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';
import { createClock } from '../../server/system/clock.ts';
import { createVisits } from '../../server/visits/index.ts';
import { SPOOL } from '../../server/visits/record/spool.ts';

/** SQLite's integrity check: `ok`, or what is wrong. */
export function integrityOf(databaseUrl: string): string {
  const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true });
  const rows = database.prepare('PRAGMA integrity_check').all();
  database.close();
  return rows.map((row) => row.integrity_check).join(', ');
}

/** Counts the visits in the queue and in the spool below this folder, as the next process would. */
export async function countAll(store: Store, dataDir: string): Promise<void> {
  const logger = pino({ level: 'silent' });
  const geography = { locate: async () => ({ country: 'xx', city: 'Unknown, XX' }) };
  const spoolFolder = join(dataDir, SPOOL);
  const visits = createVisits({ store, clock: createClock(), geography, logger, spoolFolder });
  await visits.upkeep();
  await visits.aggregateAll();
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
