// Which accounts have visits, or visitors seen, that are older than they are kept.
import { sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Executor } from '../tables.ts';

export interface OldVisits {
  /** The account that was looked at last; nothing where there is none behind `after`. */
  last: number | undefined;
  /** Those of them that have any, in the order of their ids. */
  accounts: number[];
}

/** Looks at the next accounts, `most` of them: a step in the index for each, however many visits they have. */
export async function oldVisitsBehind(
  executor: Executor,
  after: number,
  most: number,
  { seenBefore, eventsBefore }: { seenBefore: string; eventsBefore: Micros },
): Promise<OldVisits> {
  const { rows } = await sql<{ account_id: number; seen: number | null; event: number | null }>`
    SELECT account_id,
      (SELECT 1 FROM visit_seen AS seen
        WHERE seen.account_id = next.account_id AND seen.day < ${seenBefore} LIMIT 1) AS seen,
      (SELECT 1 FROM visit_event AS event
        WHERE event.account_id = next.account_id AND event.at < ${eventsBefore} LIMIT 1) AS event
    FROM (SELECT account_id FROM account WHERE account_id > ${after} ORDER BY account_id LIMIT ${most}) AS next
    ORDER BY account_id`.execute(executor);
  return {
    last: rows.at(-1)?.account_id,
    accounts: rows.filter(({ seen, event }) => seen !== null || event !== null).map((row) => row.account_id),
  };
}
