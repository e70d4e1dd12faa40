// Finds accounts with visits or seen visitors that are past their retention.
import { sql } from 'kysely';
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Executor } from '../tables.ts';
import { ALL_LINKS, PAGE } from './visits.ts';

export interface OldVisits {
  /** The last account that was checked; undefined if there is none after `after`. */
  last: number | undefined;
  /** Those with old visits, ordered by id. */
  accounts: number[];
}

/** Checks the next `limit` accounts. It takes a few index lookups per account, however many visits it has. */
export async function oldVisitsAfter(
  executor: Executor,
  after: number,
  limit: number,
  { seenBefore, sourcesBefore, eventsBefore }: { seenBefore: string; sourcesBefore: string; eventsBefore: Micros },
): Promise<OldVisits> {
  const { rows: ends } = await sql<{ last: number | null }>`
    SELECT max(account_id) AS last
    FROM (SELECT account_id FROM account WHERE account_id > ${after} ORDER BY account_id LIMIT ${limit}) AS next`.execute(
    executor,
  );
  const last = ends[0]?.last ?? undefined;
  if (last === undefined) return { last, accounts: [] };
  const { rows } = await sql<{ account_id: number } & Record<'seen' | 'source' | 'event' | 'segment', number | null>>`
    SELECT account_id,
      (SELECT 1 FROM visit_seen AS seen
        WHERE seen.account_id = account.account_id AND seen.day < ${seenBefore} LIMIT 1) AS seen,
      (SELECT 1 FROM visit_seen AS known
        WHERE known.account_id = account.account_id AND known.day < ${sourcesBefore}
          AND known.source <> '' LIMIT 1) AS source,
      (SELECT 1 FROM visit_event AS event
        WHERE event.account_id = account.account_id AND event.at < ${eventsBefore} LIMIT 1) AS event,
      (SELECT 1 FROM visit_segment AS segment
        WHERE segment.account_id = account.account_id AND segment.target_id IN (${PAGE}, ${ALL_LINKS})
          AND segment.part IN (0, 1) AND segment.day <= ${eventsBefore - DAY} LIMIT 1) AS segment
    FROM account WHERE account_id > ${after} AND account_id <= ${last} ORDER BY account_id`.execute(executor);
  return {
    last,
    accounts: rows
      .filter(({ seen, source, event, segment }) => (seen ?? source ?? event ?? segment) !== null)
      .map((row) => row.account_id),
  };
}
