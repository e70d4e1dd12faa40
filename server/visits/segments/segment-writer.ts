// Writes visits as a segment.
import { DAY, type Micros } from '../../../contract/time.ts';
import type { VisitSegmentRow } from '../../storage/visit-tables.ts';
import { QUARTER } from '../../storage/visits/visit-events.ts';
import { PAGE } from '../../storage/visits/visits.ts';
import {
  ALL_PARTS,
  BASE_PART,
  CHARACTERS,
  FIRST_CHARACTER,
  LINK_PART,
  lengthOf,
  MAX_SINGLE_ROW,
  QUARTERS_LINE,
  TIME_CHARACTERS,
  TIME_PART,
  widthOf,
} from './format.ts';

/** A visit as in a text, with the time that is also in the line. */
export interface VisitLine {
  at: Micros;
  targetId: number;
  line: string;
}

export type SegmentPart = Pick<VisitSegmentRow, 'part' | 'first' | 'until' | 'count' | 'keys' | 'data'>;

interface WrittenColumn {
  part: number;
  keys: string;
  data: string;
}

/** The lines are of one UTC day, in order of time. */
export function segmentOf(lines: readonly VisitLine[]): SegmentPart[] {
  const count = lines.length;
  const columns = [...valueColumns(lines), { part: TIME_PART, keys: `${TIME_PART},0`, data: timesOf(lines) }];
  const shared = { first: lines[0]!.at, until: lines[count - 1]!.at, count };
  if (count > MAX_SINGLE_ROW) return columns.map((column) => ({ ...shared, ...column }));
  const keys = columns.map((column) => column.keys).join('\n');
  const data = columns.map((column) => column.data).join('');
  return [{ ...shared, part: ALL_PARTS, keys, data }];
}

function valueColumns(lines: readonly VisitLine[]): WrittenColumn[] {
  const lists = Array.from({ length: LINK_PART + 1 }, () => ({
    positionOf: new Map<string, number>(),
    positions: new Uint16Array(lines.length),
  }));
  for (const [index, { targetId, line }] of lines.entries()) {
    const fields = line.split('|');
    for (let part = BASE_PART; part <= LINK_PART; part += 1) {
      const value = part < LINK_PART ? (fields[part] ?? '') : targetId === PAGE ? '' : String(targetId);
      const { positionOf, positions } = lists[part]!;
      let position = positionOf.get(value);
      if (position === undefined) {
        position = positionOf.size;
        positionOf.set(value, position);
      }
      positions[index] = position;
    }
  }
  const columns: WrittenColumn[] = [];
  for (let part = BASE_PART; part <= LINK_PART; part += 1) {
    const { positionOf, positions } = lists[part]!;
    if (positionOf.size === 1 && positionOf.has('')) continue;
    const keys = `${part},${positionOf.size}|${[...positionOf.keys()].join('|')}`;
    const data = packed(positions, positionOf.size);
    columns.push({ part, keys: part === BASE_PART ? `${quartersOf(lines)}\n${keys}` : keys, data });
  }
  return columns;
}

function quartersOf(lines: readonly VisitLine[]): string {
  const counts = new Map<number, number>();
  for (const { at } of lines) {
    const quarter = Math.floor((at % DAY) / QUARTER);
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
  }
  return `${QUARTERS_LINE},${counts.size}|${[...counts].flat().join('|')}`;
}

function packed(positions: Uint16Array, values: number): string {
  const { characters, visits, base } = widthOf(values);
  const bytes = Buffer.alloc(lengthOf(values, positions.length), FIRST_CHARACTER);
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index]!;
    if (visits > 1) bytes[Math.floor(index / visits)]! += position * base ** (index % visits);
    else writeNumber(bytes, index * characters, position, characters);
  }
  return bytes.toString('latin1');
}

function timesOf(lines: readonly VisitLine[]): string {
  const bytes = Buffer.alloc(lines.length * TIME_CHARACTERS);
  for (const [index, { at }] of lines.entries()) {
    writeNumber(bytes, index * TIME_CHARACTERS, at % QUARTER, TIME_CHARACTERS);
  }
  return bytes.toString('latin1');
}

/** The lowest digit first. */
function writeNumber(bytes: Buffer, start: number, number: number, characters: number): void {
  let rest = number;
  for (let digit = 0; digit < characters; digit += 1) {
    bytes[start + digit] = FIRST_CHARACTER + (rest % CHARACTERS);
    rest = Math.floor(rest / CHARACTERS);
  }
}
