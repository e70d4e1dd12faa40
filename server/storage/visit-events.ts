// Visits one by one, as they were counted: many of one target and one quarter of an hour in a row, by the first of them.
import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../contract/time.ts';
import type { Tables } from './tables.ts';

/** Forgets rows that begin before then, the oldest first and some at a time; returns how many rows it forgot. */
export async function deleteEventsBefore(
  tx: Transaction<Tables>,
  accountId: number,
  before: Micros,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ at: Micros }>`
    DELETE FROM visit_event
    WHERE account_id = ${accountId} AND (at, target_id) IN (
      SELECT at, target_id FROM visit_event WHERE account_id = ${accountId} AND at < ${before}
      ORDER BY at, target_id LIMIT ${most}
    )
    RETURNING at`.execute(tx);
  return rows.length;
}
