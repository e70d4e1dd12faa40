// The log of what happens on the live lists of accounts that somebody listens to. Rows of an account are written one
// transaction at a time: each locks the account's row in `live_stream` first. So numbers are in commit order, and a
// reader that has read up to a number misses nothing before it.
import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Dialect, JsonColumns } from '../dialects/dialect.ts';
import type { Executor, Tables } from '../tables.ts';
import type { LiveEventRow, LiveStreamRow, LiveVisitorRow } from '../visit-tables.ts';

const idColumn: JsonColumns = { account_id: 'integer' };
const listed = (accountIds: readonly number[]) => accountIds.map((accountId) => [accountId]);

export type StreamPosition = Pick<LiveStreamRow, 'since' | 'last_number'>;

/** Renews the stream, or starts it if it does not exist or has expired. */
export async function renewStream(
  tx: Transaction<Tables>,
  accountId: number,
  now: Micros,
  expiresAt: Micros,
): Promise<void> {
  const { rows } = await sql<StreamPosition>`
    INSERT INTO live_stream (account_id, since, expires_at, last_number)
    VALUES (${accountId}, ${now}, ${expiresAt}, 0)
    ON CONFLICT (account_id) DO UPDATE SET
      since = CASE WHEN live_stream.expires_at > ${now} THEN live_stream.since ELSE excluded.since END,
      last_number = CASE WHEN live_stream.expires_at > ${now} THEN live_stream.last_number ELSE 0 END,
      expires_at = CASE
        WHEN live_stream.expires_at > excluded.expires_at THEN live_stream.expires_at ELSE excluded.expires_at
      END
    RETURNING since, last_number`.execute(tx);
  const { since, last_number } = rows[0]!;
  const isNew = since === now && last_number === 0;
  if (!isNew) return;
  await tx.deleteFrom('live_event').where('account_id', '=', accountId).execute();
  await sql`
    UPDATE live_visitor SET announced = CASE WHEN expires_at > ${now} THEN 1 ELSE 0 END
    WHERE account_id = ${accountId}`.execute(tx);
}

/** The accounts of any process that somebody listens to. */
export async function listenedAccounts(executor: Executor, now: Micros): Promise<Set<number>> {
  const rows = await executor.selectFrom('live_stream').select('account_id').where('expires_at', '>', now).execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** Until the transaction ends, no other one adds events of the account. Returns false if nobody listens any more. */
export async function lockStream(tx: Transaction<Tables>, accountId: number, now: Micros): Promise<boolean> {
  const { rows } = await sql`
    UPDATE live_stream SET last_number = last_number WHERE account_id = ${accountId} AND expires_at > ${now}
    RETURNING account_id`.execute(tx);
  return rows.length > 0;
}

export type TurnedVisitor = LiveVisitorRow & { announced: number };

/**
 * Marks who has come or gone since the last call as announced, and returns them. With `visitors`, looks at these only:
 * the list may be long.
 */
export async function turnAnnounced(
  tx: Transaction<Tables>,
  { jsonRows }: Dialect,
  accountId: number,
  now: Micros,
  visitors?: readonly string[],
): Promise<TurnedVisitor[]> {
  const names = visitors?.map((visitor) => [visitor]) ?? [];
  const among = sql`AND visitor IN (SELECT visitor FROM ${jsonRows(names, { visitor: 'text' })} AS given)`;
  const { rows } = await sql<TurnedVisitor>`
    UPDATE live_visitor SET announced = 1 - announced
    WHERE account_id = ${accountId} AND announced <> CASE WHEN expires_at > ${now} THEN 1 ELSE 0 END
      ${visitors ? among : sql``}
    RETURNING *`.execute(tx);
  return rows.sort((a, b) => a.last_activity_at - b.last_activity_at);
}

/** Needs the lock. */
export async function appendEvents(
  tx: Transaction<Tables>,
  accountId: number,
  at: Micros,
  events: string,
): Promise<void> {
  await sql`UPDATE live_stream SET last_number = last_number + 1 WHERE account_id = ${accountId}`.execute(tx);
  await sql`
    INSERT INTO live_event (account_id, number, at, events)
    SELECT account_id, last_number, CAST(${at} AS bigint), ${events} FROM live_stream
    WHERE account_id = ${accountId}`.execute(tx);
}

/** Of the given accounts, those with somebody who has come or gone without being announced. */
export async function unannouncedAccounts(
  { read, jsonRows }: Dialect,
  accountIds: readonly number[],
  now: Micros,
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT account_id FROM live_visitor
    WHERE account_id IN (SELECT account_id FROM ${jsonRows(listed(accountIds), idColumn)} AS given)
      AND announced <> CASE WHEN expires_at > ${now} THEN 1 ELSE 0 END`.execute(read);
  return rows.map(({ account_id }) => account_id);
}

export async function streamPositions(
  { read, jsonRows }: Dialect,
  accountIds: readonly number[],
): Promise<LiveStreamRow[]> {
  const { rows } = await sql<LiveStreamRow>`
    SELECT live_stream.* FROM ${jsonRows(listed(accountIds), idColumn)} AS given
    JOIN live_stream USING (account_id)`.execute(read);
  return rows;
}

/** In order. */
export function eventsAfter(
  executor: Executor,
  accountId: number,
  number: number,
): Promise<Pick<LiveEventRow, 'number' | 'events'>[]> {
  return executor
    .selectFrom('live_event')
    .select(['number', 'events'])
    .where('account_id', '=', accountId)
    .where('number', '>', number)
    .orderBy('number')
    .execute();
}

export interface StreamSnapshot extends StreamPosition {
  /** All visitors who are announced. */
  total: number;
  /** The most recent of them, most recent first. */
  visitors: LiveVisitorRow[];
}

/** One statement, so the visitors are exactly those after the event with that number. Undefined without a stream. */
export async function streamSnapshot(
  executor: Executor,
  accountId: number,
  limit: number,
): Promise<StreamSnapshot | undefined> {
  const { rows } = await sql<StreamPosition & { total: number } & LiveVisitorRow>`
    SELECT live_stream.since, live_stream.last_number, here.*,
      (SELECT count(*) FROM live_visitor WHERE account_id = ${accountId} AND announced = 1) AS total
    FROM live_stream LEFT JOIN (
      SELECT visitor, country, city, os, browser, last_activity_at FROM live_visitor
      WHERE account_id = ${accountId} AND announced = 1
      ORDER BY last_activity_at DESC, visitor LIMIT ${limit}
    ) AS here ON true
    WHERE live_stream.account_id = ${accountId}
    ORDER BY here.last_activity_at DESC, here.visitor`.execute(executor);
  const [first] = rows;
  if (!first) return undefined;
  const { since, last_number, total } = first;
  return { since, last_number, total, visitors: total > 0 ? rows : [] };
}

/** Removes some old events of all accounts, and streams that nobody can resume. Returns how many rows. */
export async function removePastEventsEverywhere(
  tx: Transaction<Tables>,
  before: Micros,
  limit: number,
): Promise<number> {
  const events = await sql`
    DELETE FROM live_event WHERE (account_id, number) IN (
      SELECT account_id, number FROM live_event WHERE at < ${before} LIMIT ${limit}
    )
    RETURNING number`.execute(tx);
  await tx.deleteFrom('live_stream').where('expires_at', '<', before).execute();
  return events.rows.length;
}

export async function removeStreamOf(executor: Executor, accountId: number): Promise<void> {
  await executor.deleteFrom('live_event').where('account_id', '=', accountId).execute();
  await executor.deleteFrom('live_stream').where('account_id', '=', accountId).execute();
}
