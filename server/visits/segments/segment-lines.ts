// Reads the visits of a segment as the lines that it was made of.
import { QUARTER } from '../../storage/visits/visit-events.ts';
import { PAGE } from '../../storage/visits/visits.ts';
import { codesAt, type PackedColumn, positionsFrom, valuesOf } from './column-codes.ts';
import { BASE_PART, CHARACTERS, FIRST_CHARACTER, LINK_PART, TIME_CHARACTERS, TIME_PART } from './format.ts';
import { offsetsOf, type Segment } from './segment-reader.ts';
import type { VisitLine } from './segment-writer.ts';

/** Returns a function that reads the visits between two positions. All columns of the segment must have been read. */
export function lineReader(segment: Segment): (from: number, to: number) => VisitLine[] {
  const { columns, count, day } = segment;
  const fields = Array.from({ length: LINK_PART - BASE_PART }, (_, field) => field + BASE_PART)
    .map((part) => columns.get(part))
    .map((column) => reader(column, count));
  const link = reader(columns.get(LINK_PART), count);
  const offsets = offsetsOf(segment);
  const timeOf = timeReader(columns.get(TIME_PART)!, count);

  function lineAt(position: number, quarter: number): VisitLine {
    const at = day + quarter * QUARTER + timeOf(position);
    let line = String(at);
    let separators = '|';
    for (const field of fields) {
      const value = field(position);
      if (value === '') separators += '|';
      else {
        line += separators + value;
        separators = '|';
      }
    }
    const linkId = link(position);
    return { at, targetId: linkId === '' ? PAGE : Number(linkId), line };
  }

  return (from, to) => {
    const lines: VisitLine[] = [];
    for (let [position, quarter] = [from, 0]; position < to; position += 1) {
      while (offsets[quarter + 1]! <= position) quarter += 1;
      lines.push(lineAt(position, quarter));
    }
    return lines;
  };
}

function reader(column: PackedColumn | undefined, count: number): (position: number) => string {
  if (!column) return () => '';
  const values = valuesOf(column);
  const codes = new Uint16Array(count);
  codesAt(column, positionsFrom(0, count), codes);
  return (position) => values[codes[position]!]!;
}

function timeReader({ data, start }: PackedColumn, count: number): (position: number) => number {
  const bytes = data.subarray(start, start + count * TIME_CHARACTERS);
  return (position) => {
    let time = 0;
    for (let digit = TIME_CHARACTERS - 1; digit >= 0; digit -= 1) {
      time = time * CHARACTERS + bytes[position * TIME_CHARACTERS + digit]! - FIRST_CHARACTER;
    }
    return time;
  };
}
