// Divides a period into ranges that can be read in one statement each, without blocking the event loop for long.
// Together they cover the whole period, so that visits are found wherever they are.
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Executor } from '../../storage/tables.ts';
import { countEvents, type DayOfVisits, QUARTER } from '../../storage/visits/visit-events.ts';
import { MAX_SINGLE_ROW } from '../segments/format.ts';

export interface TimeRange {
  from: Micros;
  to: Micros;
}

/** Characters of a range, roughly. Reading them from SQLite takes a millisecond. */
const MAX_LENGTH = 1_000_000;
/** Characters per visit: in a text, in a small segment with all columns, and in one column. */
const TEXT_LENGTH = 80;
const ALL_COLUMNS_LENGTH = 20;
const COLUMN_LENGTH = 1;

interface Part extends TimeRange {
  length: number;
}

export interface Columns {
  /** How many are read. */
  count: number;
  /** How many of their values on that day need not be read. */
  cachedValues(day: Micros): number;
}

/** Newest first, like `days`. `targetId` is the page or all links. */
export async function* filterRanges(
  executor: Executor,
  accountId: number,
  targetId: number,
  span: TimeRange,
  days: readonly DayOfVisits[],
  columns: Columns,
): AsyncGenerator<TimeRange, void, undefined> {
  let to = span.to;
  let length = 0;
  for (const day of days) {
    const part = { from: day.start, to: day.start + DAY, length: lengthOf(day, columns) };
    const parts = part.length > MAX_LENGTH ? await quartersOf(executor, accountId, targetId, part) : [part];
    for (const { to: end, length: more } of parts) {
      // The range ends before this part begins to make it too long.
      if (length > 0 && length + more > MAX_LENGTH && end > span.from && end < to) {
        yield { from: end, to };
        [to, length] = [end, 0];
      }
      length += more;
    }
  }
  if (to > span.from) yield { from: span.from, to };
}

function lengthOf({ start, count, loose }: DayOfVisits, { count: columns, cachedValues }: Columns): number {
  const inSegments = count - loose;
  const [values, each] =
    inSegments > MAX_SINGLE_ROW ? [columns * inSegments, COLUMN_LENGTH] : [inSegments, ALL_COLUMNS_LENGTH];
  return loose * TEXT_LENGTH + Math.max(0, values - cachedValues(start)) * each;
}

async function quartersOf(executor: Executor, accountId: number, targetId: number, day: Part): Promise<Part[]> {
  const quarters = await countEvents(executor, { accountId, targetId, from: day.from, to: day.to }, QUARTER);
  const visits = quarters.reduce((sum, { count }) => sum + count, 0);
  return quarters.map(({ start, count }) => ({
    from: start,
    to: start + QUARTER,
    length: (day.length * count) / visits,
  }));
}
