// Retention of segments: a segment is deleted when its whole UTC day is past its retention.
import type { Transaction } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Tables } from '../../storage/tables.ts';
import { QUARTER, subtractFromCounts } from '../../storage/visits/visit-events.ts';
import { deleteSegments, oldSegments, readSegments } from '../../storage/visits/visit-segments.ts';
import { PAGE } from '../../storage/visits/visits.ts';
import { codesAt, positionsFrom, valuesOf } from './column-codes.ts';
import { LINK_PART } from './format.ts';
import { offsetsOf, type Segment, segmentsIn } from './segment-reader.ts';

/** Deletes the oldest segments of days that ended before that time, at most `limit`. Returns how many. */
export async function deleteSegmentsBefore(
  tx: Transaction<Tables>,
  dialect: Dialect,
  accountId: number,
  before: Micros,
  limit: number,
): Promise<number> {
  const old = await oldSegments(tx, accountId, before, limit);
  for (const { target_id, day, number } of old) {
    const of = { account_id: accountId, target_id, start: day };
    const [segment] = segmentsIn(await readSegments(tx, of, [number]));
    await deleteSegments(tx, of, [number]);
    await subtractFromCounts(tx, dialect, accountId, segment ? countsOf(segment) : []);
  }
  return old.length;
}

/** The number of visits of each target and quarter of an hour. */
function countsOf(segment: Segment): { target_id: number; at: Micros; count: number }[] {
  const { day, count, columns } = segment;
  const offsets = offsetsOf(segment);
  const column = columns.get(LINK_PART);
  const targets = column ? valuesOf(column).map(Number) : [PAGE];
  const codes = new Uint16Array(count);
  if (column) codesAt(column, positionsFrom(0, count), codes);
  const counts: { target_id: number; at: Micros; count: number }[] = [];
  for (let quarter = 0; quarter + 1 < offsets.length; quarter += 1) {
    const visits = new Uint32Array(targets.length);
    for (let index = offsets[quarter]!; index < offsets[quarter + 1]!; index += 1) visits[codes[index]!]! += 1;
    for (const [position, sum] of visits.entries()) {
      if (sum > 0) counts.push({ target_id: targets[position]!, at: day + quarter * QUARTER, count: sum });
    }
  }
  return counts;
}
