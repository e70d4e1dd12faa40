// Segments of individual visits, and the rows of `visit_event` that become segments. A visit moves from `visit_fresh`
// to `visit_event` to a segment, and stays in its quarter of an hour. Readers therefore read all three in one
// statement, and whole quarters: each visit is read once.
import { sql, type Transaction } from 'kysely';
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Executor, Tables } from '../tables.ts';
import type { VisitEventRow, VisitSegmentRow } from '../visit-tables.ts';
import { addToCounts, type EventRange, QUARTER } from './visit-events.ts';
import { ALL_LINKS, PAGE } from './visits.ts';

/** The parts that a segment can have. Naming them lets the index find a day. */
const everyPart = Array.from({ length: 32 }, (_, part) => part);

/** The visits of one UTC day to the page or to all links. */
export interface LooseDay {
  account_id: number;
  target_id: number;
  start: Micros;
  loose: number;
}

export type SegmentParts = Pick<VisitSegmentRow, 'part' | 'first' | 'until' | 'count' | 'keys' | 'data'>[];

/** A part of a segment, or a text of individual visits. The columns of the other are empty. */
export type StoredVisits = Pick<VisitSegmentRow, 'target_id' | 'day' | 'number' | 'part' | 'count' | 'keys' | 'data'> &
  Pick<VisitEventRow, 'events'>;

/**
 * Everything that contains visits of the range: segments, with the given parts or all, and texts. Both contain visits
 * outside of the range as well.
 */
export async function readStoredVisits(
  executor: Executor,
  range: EventRange,
  parts?: readonly number[],
): Promise<StoredVisits[]> {
  const { rows } = await sql<StoredVisits>`
    SELECT ${segmentColumns} FROM visit_segment WHERE ${segmentsOf(range, parts)}
    UNION ALL ${textsOf(range)}`.execute(executor);
  return rows;
}

/** Some parts of the segments in a range. */
export interface PartsInRange {
  from: Micros;
  to: Micros;
  parts: readonly number[];
}

export interface VisitsByDay {
  rows: StoredVisits[];
  /** How many visits are in the segments of each UTC day of the range, or in those of all links. */
  inSegments: Map<Micros, number>;
}

/** Texts of the range, and segments of ranges within it, read by one statement that also tells if segments are missing. */
export async function readVisitsByDay(
  executor: Executor,
  range: EventRange & { targetId: number },
  wanted: readonly PartsInRange[],
): Promise<VisitsByDay> {
  const { accountId, targetId, from, to } = range;
  const segments = wanted.map(
    ({ parts, ...within }) => sql`
      SELECT ${segmentColumns} FROM visit_segment WHERE ${segmentsOf({ ...range, ...within }, parts)} UNION ALL`,
  );
  const { rows } = await sql<StoredVisits>`
    ${segments.length > 0 ? sql.join(segments, sql` `) : sql``}
    SELECT 0 AS target_id, 0 AS day, 0 AS number, ${sql.lit(COUNTS)} AS part, 0 AS count,
      coalesce(string_agg(CAST(start AS text) || ':' || CAST(count - loose AS text), ','), '') AS keys,
      '' AS data, '' AS events
    FROM visit_event_count
    WHERE account_id = ${accountId} AND target_id = ${targetId === PAGE ? PAGE : ALL_LINKS} AND length = ${DAY}
      AND start >= ${from - (from % DAY)} AND start < ${to} AND count > loose
    UNION ALL ${textsOf(range)}`.execute(executor);
  const { keys: counts } = rows.find(({ part }) => part === COUNTS)!;
  const inSegments = new Map<Micros, number>();
  for (const pair of counts === '' ? [] : counts.split(',')) {
    const colon = pair.indexOf(':');
    inSegments.set(Number(pair.slice(0, colon)), Number(pair.slice(colon + 1)));
  }
  return { rows: rows.filter(({ part }) => part !== COUNTS), inSegments };
}

/** The part of the row with the number of visits per day. */
const COUNTS = -1;

const segmentColumns = sql`target_id, day, number, part, count, keys, data, '' AS events`;

function segmentsOf({ accountId, targetId, from, to }: EventRange, parts: readonly number[] | undefined) {
  const targets = targetId === undefined ? [PAGE, ALL_LINKS] : [targetId === PAGE ? PAGE : ALL_LINKS];
  return sql`account_id = ${accountId} AND target_id IN (${sql.join(targets)})
    ${parts ? sql`AND part IN (${sql.join(parts)})` : sql``}
    AND day >= ${from - (from % DAY)} AND day < ${to} AND first < ${to} AND until >= ${from}`;
}

function textsOf({ accountId, targetId, from, to }: EventRange) {
  const start = from - (from % QUARTER);
  const ofTarget = targetsOf(targetId);
  return sql`
    SELECT target_id, 0, 0, 0, 0, '', '', events FROM visit_event
    WHERE account_id = ${accountId} AND at >= ${start} AND at < ${to} AND until >= ${from} ${ofTarget}
    UNION ALL
    SELECT target_id, 0, 0, 0, 0, '', '', events FROM visit_fresh
    WHERE account_id = ${accountId} AND bucket >= ${start} AND bucket < ${to} ${ofTarget} AND events <> ''`;
}

function targetsOf(targetId: number | undefined) {
  if (targetId === undefined) return sql``;
  return targetId === ALL_LINKS ? sql`AND target_id > ${PAGE}` : sql`AND target_id = ${targetId}`;
}

/**
 * Days of all accounts with many visits in texts, in key order: days that start before a time, or that have at least
 * `many` such visits. An index has only days with at least 64.
 */
export async function looseDaysAfter(
  executor: Executor,
  after: Pick<LooseDay, 'account_id' | 'target_id' | 'start'>,
  { before, many }: { before: Micros; many: number },
  limit: number,
): Promise<LooseDay[]> {
  const { rows } = await sql<LooseDay>`
    SELECT account_id, target_id, start, loose FROM visit_event_count
    WHERE loose >= 64 AND (start < ${before} OR loose >= ${many})
      AND (account_id, target_id, start) > (${after.account_id}, ${after.target_id}, ${after.start})
    ORDER BY account_id, target_id, start LIMIT ${limit}`.execute(executor);
  return rows;
}

export type EventKey = Pick<VisitEventRow, 'at' | 'target_id' | 'count'>;

/** The earliest texts of the day before `until`. */
export async function looseKeys(
  executor: Executor,
  { account_id, target_id, start }: LooseDay,
  until: Micros,
  limit: number,
): Promise<EventKey[]> {
  const { rows } = await sql<EventKey>`
    SELECT at, target_id, count FROM visit_event
    WHERE account_id = ${account_id} AND at >= ${start} AND at < ${Math.min(until, start + DAY)} ${targetsOf(target_id)}
    ORDER BY at, target_id LIMIT ${limit}`.execute(executor);
  return rows;
}

/** The texts from the first of these keys to the last. */
export async function readTexts(
  executor: Executor,
  day: LooseDay,
  keys: readonly EventKey[],
): Promise<Pick<VisitEventRow, 'target_id' | 'events'>[]> {
  const { rows } = await sql<Pick<VisitEventRow, 'target_id' | 'events'>>`
    SELECT target_id, events FROM visit_event WHERE ${between(day, keys)} ORDER BY at, target_id`.execute(executor);
  return rows;
}

/** Deletes the texts from the first of these keys to the last, unless they have changed. Returns whether it did. */
export async function deleteTexts(tx: Transaction<Tables>, day: LooseDay, keys: readonly EventKey[]): Promise<boolean> {
  const { rows } = await sql<EventKey>`
    SELECT at, target_id, count FROM visit_event WHERE ${between(day, keys)} ORDER BY at, target_id`.execute(tx);
  const isSame = (row: EventKey, index: number) => {
    const key = keys[index];
    return row.at === key?.at && row.target_id === key.target_id && row.count === key.count;
  };
  if (rows.length !== keys.length || !rows.every(isSame)) return false;
  await sql`DELETE FROM visit_event WHERE ${between(day, keys)}`.execute(tx);
  return true;
}

function between({ account_id, target_id }: LooseDay, keys: readonly EventKey[]) {
  const [first, last] = [keys[0]!, keys.at(-1)!];
  return sql`account_id = ${account_id} AND at >= ${first.at} AND at <= ${last.at} ${targetsOf(target_id)}
    AND (at < ${last.at} OR target_id <= ${last.target_id})`;
}

export function subtractLoose(tx: Transaction<Tables>, dialect: Dialect, day: LooseDay, count: number): Promise<void> {
  return addToCounts(tx, dialect, [[day.account_id, day.target_id, DAY, day.start, 0, -count]]);
}

/** The segments of a day, oldest first. */
export async function segmentsOfDay(
  executor: Executor,
  { account_id, target_id, start }: LooseDay,
): Promise<{ number: number; count: number }[]> {
  const { rows } = await sql<{ number: number; count: number }>`
    SELECT number, max(count) AS count FROM visit_segment
    WHERE account_id = ${account_id} AND target_id = ${target_id} AND part IN (0, 1) AND day = ${start}
    GROUP BY number ORDER BY number`.execute(executor);
  return rows;
}

/** The oldest segments of days that ended before that time. */
export async function oldSegments(
  executor: Executor,
  accountId: number,
  before: Micros,
  limit: number,
): Promise<Pick<VisitSegmentRow, 'target_id' | 'day' | 'number'>[]> {
  const { rows } = await sql<Pick<VisitSegmentRow, 'target_id' | 'day' | 'number'>>`
    SELECT target_id, day, number FROM visit_segment
    WHERE account_id = ${accountId} AND target_id IN (${PAGE}, ${ALL_LINKS}) AND part IN (0, 1)
      AND day <= ${before - DAY}
    ORDER BY day, target_id, number LIMIT ${limit}`.execute(executor);
  return rows;
}

export function readSegments(
  executor: Executor,
  { account_id, target_id, start }: Omit<LooseDay, 'loose'>,
  numbers: readonly number[],
): Promise<VisitSegmentRow[]> {
  return executor
    .selectFrom('visit_segment')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('target_id', '=', target_id)
    .where('part', 'in', everyPart)
    .where('day', '=', start)
    .where('number', 'in', numbers)
    .execute();
}

export async function insertSegment(
  tx: Transaction<Tables>,
  { account_id, target_id, start }: Omit<LooseDay, 'loose'>,
  number: number,
  parts: SegmentParts,
): Promise<void> {
  const rows = parts.map((part) => ({ account_id, target_id, day: start, number, ...part }));
  await tx.insertInto('visit_segment').values(rows).execute();
}

export async function deleteSegments(
  tx: Transaction<Tables>,
  { account_id, target_id, start }: Omit<LooseDay, 'loose'>,
  numbers: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('visit_segment')
    .where('account_id', '=', account_id)
    .where('target_id', '=', target_id)
    .where('part', 'in', everyPart)
    .where('day', '=', start)
    .where('number', 'in', numbers)
    .execute();
}
