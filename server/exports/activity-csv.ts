// The activity log as CSV.
import { timestamp } from '../../contract/time.ts';
import { type ActivityFilter, everyActivity } from '../storage/accounts/activities.ts';
import type { Executor } from '../storage/tables.ts';
import { yieldToRequests } from '../system/pauses.ts';
import { CSV_START, csvLine } from './csv.ts';

const BATCH_SIZE = 250;

/** The header line, then the activities in batches. None match an undefined filter. */
export async function* activityCsv(
  db: Executor,
  accountId: number,
  filter: ActivityFilter | undefined,
): AsyncGenerator<string, void, undefined> {
  yield CSV_START + csvLine(['id', 'created_at', 'type', 'message', 'ip', 'os', 'browser']);
  if (!filter) return;
  for await (const batch of everyActivity(db, accountId, filter, BATCH_SIZE)) {
    yield batch
      .map(({ id, created_at: at, type, message, ip, os, browser }) =>
        csvLine([String(id), timestamp(at), type, message, ip, os, browser]),
      )
      .join('');
    // SQLite answers at once: without it, a long log would be one turn of the event loop.
    await yieldToRequests();
  }
}
