// Reads the rows of segments.
import { DAY, type Micros } from '../../../contract/time.ts';
import type { VisitSegmentRow } from '../../storage/visit-tables.ts';
import { QUARTER, QUARTERS_PER_DAY } from '../../storage/visits/visit-events.ts';
import type { PackedColumn } from './column-codes.ts';
import { lengthOf, QUARTERS_LINE, TIME_CHARACTERS, TIME_PART } from './format.ts';

type StoredRow = Pick<VisitSegmentRow, 'target_id' | 'day' | 'number' | 'count' | 'keys' | 'data'>;

interface RowContents {
  columns: [part: number, column: PackedColumn][];
  /** As in `Segment`. Only the base column has it. */
  quarters: string;
}

export interface Segment {
  targetId: number;
  day: Micros;
  number: number;
  count: number;
  /** By part. A part that is missing has no values, or was not read. */
  columns: ReadonlyMap<number, PackedColumn>;
  /** How many visits are in each quarter of an hour, for `offsetsOf`. */
  quarters: string;
}

/** Joins the rows of each segment, in order of time as far as segments do not overlap. */
export function segmentsIn(rows: readonly StoredRow[]): Segment[] {
  const found = new Map<string, { row: StoredRow; columns: Map<number, PackedColumn>; quarters: string }>();
  for (const row of rows) {
    const name = `${row.target_id} ${row.day} ${row.number}`;
    let segment = found.get(name);
    if (!segment) {
      segment = { row, columns: new Map(), quarters: '' };
      found.set(name, segment);
    }
    const { columns, quarters } = contentsOf(row);
    for (const [part, column] of columns) segment.columns.set(part, column);
    segment.quarters ||= quarters;
  }
  return [...found.values()]
    .map(({ row, columns, quarters }) => ({
      targetId: row.target_id,
      day: row.day,
      number: row.number,
      count: row.count,
      columns,
      quarters,
    }))
    .sort((a, b) => a.day - b.day || a.targetId - b.targetId || a.number - b.number);
}

function contentsOf({ keys, data: text, count }: Pick<StoredRow, 'keys' | 'data' | 'count'>): RowContents {
  const columns: [number, PackedColumn][] = [];
  const data = Buffer.from(text, 'latin1');
  let quarters = '';
  let start = 0;
  for (let from = 0; from < keys.length; ) {
    const newline = keys.indexOf('\n', from);
    const end = newline < 0 ? keys.length : newline;
    const comma = keys.indexOf(',', from);
    const bar = keys.indexOf('|', comma);
    const valuesAt = bar < 0 || bar > end ? end : bar;
    const name = keys.slice(from, comma);
    const values = keys.slice(valuesAt, end);
    from = end + 1;
    if (name === QUARTERS_LINE) {
      quarters = values;
      continue;
    }
    const [part, size] = [Number(name), Number(keys.slice(comma + 1, valuesAt))];
    columns.push([part, { size, values, data, start }]);
    start += part === TIME_PART ? count * TIME_CHARACTERS : lengthOf(size, count);
  }
  return { columns, quarters };
}

/** Where each quarter of an hour of the day starts, and where the last one ends. */
export function offsetsOf({ quarters }: Segment): Uint32Array {
  const offsets = new Uint32Array(QUARTERS_PER_DAY + 1);
  // `|quarter|visits|quarter|visits`, read by character because a year has 70,000 numbers.
  let [quarter, value, isVisits] = [0, 0, false];
  for (let at = 0; at <= quarters.length; at += 1) {
    const code = at < quarters.length ? quarters.charCodeAt(at) : BAR;
    if (code !== BAR) {
      value = value * 10 + code - ZERO;
      continue;
    }
    isVisits = !isVisits;
    if (isVisits) offsets[quarter + 1] = value;
    else quarter = value;
    value = 0;
  }
  for (let at = 0; at < QUARTERS_PER_DAY; at += 1) offsets[at + 1]! += offsets[at]!;
  return offsets;
}

const [BAR, ZERO] = ['|'.charCodeAt(0), '0'.charCodeAt(0)];

/** The first and the last position of the visits in these quarters of an hour, the last one not included. */
export function positionsBetween(segment: Segment, from: Micros, to: Micros): [number, number] {
  const { day, count } = segment;
  if (from <= day && to >= day + DAY) return [0, count];
  const offsets = offsetsOf(segment);
  const clamped = (quarter: number) => Math.min(Math.max(quarter, 0), QUARTERS_PER_DAY);
  const first = clamped(Math.floor((from - day) / QUARTER));
  return [offsets[first]!, offsets[clamped(Math.ceil((to - day) / QUARTER))]!];
}
