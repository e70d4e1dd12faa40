// Sums of figures by time: of each quarter of an hour, or from each of some times to the next.
import { DAY, type Micros } from '../../../contract/time.ts';
import { QUARTER, QUARTERS_PER_DAY } from '../../storage/visits/visit-events.ts';
import { everyQuarter } from '../count/packed-quarters.ts';
import type { Span } from './cover.ts';

export interface TimeFigures {
  visits: number;
  uniques: number;
  /** For the page and for all links: of all links together. For a link: its own. */
  impressions: number;
  /** Requests that are not visits, of every kind. */
  bots: number;
  /** On all links; 0 if it was not asked for. */
  clicks: number;
}

export type Figure = keyof TimeFigures;
export type TimeSum = TimeFigures & { start: Micros };

const figures: readonly Figure[] = ['visits', 'uniques', 'impressions', 'bots', 'clicks'];

/** What the figures of a UTC day are added to. */
export interface DaySums {
  sums: Float64Array;
  /** Where the sums of each figure begin. */
  positions: Readonly<Record<Figure, number>>;
  /** For each quarter of the day: which of these sums it belongs to. Ascending from 0, without gaps. */
  indexes: Uint8Array;
}

export interface TimeSums {
  ofDay(start: Micros): DaySums;
  /** Ascending. Sums without anything are left out. */
  found(): TimeSum[];
}

/** Of each quarter, or from each bound to the next. Bounds are ascending, and on quarters of an hour. */
export function createTimeSums(span: Span, bounds: readonly Micros[] | undefined): TimeSums {
  return bounds ? sumsBetween(span, bounds) : sumsByQuarter(span);
}

export function addToSum({ sums, positions, indexes }: DaySums, at: Micros, figure: Figure, count: number): void {
  sums[positions[figure] + indexes[Math.floor((at % DAY) / QUARTER)]!]! += count;
}

const wholeDay = new Uint8Array(QUARTERS_PER_DAY);
/** Days whose sums are allocated together. Many small arrays cost more, also when they are freed. */
const DAYS_PER_BLOCK = 16;
const SUMS_PER_DAY = figures.length * QUARTERS_PER_DAY;

/** An array for each day, because a year has 35,000 quarters. */
function sumsByQuarter({ from, to }: Span): TimeSums {
  const days = new Map<Micros, DaySums>();
  const positions = positionsOf(QUARTERS_PER_DAY, 0);
  let block = new Float64Array(0);

  function nextSums(): Float64Array {
    if (block.length === 0) block = new Float64Array(DAYS_PER_BLOCK * SUMS_PER_DAY);
    const sums = block.subarray(0, SUMS_PER_DAY);
    block = block.subarray(SUMS_PER_DAY);
    return sums;
  }

  return {
    ofDay(start) {
      let day = days.get(start);
      if (!day) {
        day = { sums: nextSums(), positions, indexes: everyQuarter };
        days.set(start, day);
      }
      return day;
    },
    found() {
      const found: TimeSum[] = [];
      for (const [start, { sums }] of [...days].sort(([a], [b]) => a - b)) {
        const first = Math.max(0, (from - start) / QUARTER);
        const end = Math.min(QUARTERS_PER_DAY, (to - start) / QUARTER);
        for (let quarter = first; quarter < end; quarter += 1) {
          addUnlessEmpty(found, start + quarter * QUARTER, sums, QUARTERS_PER_DAY, quarter);
        }
      }
      return found;
    },
  };
}

function sumsBetween({ from, to }: Span, bounds: readonly Micros[]): TimeSums {
  const inSpan = bounds.filter((bound) => bound > from && bound < to);
  // What is outside of the span has the first and the last sum, which nobody reads.
  const starts = [Number.NEGATIVE_INFINITY, ...new Set([from, ...inSpan, to])];
  const { length } = starts;
  const sums = new Float64Array(figures.length * length);

  /** The last start that is not after this time. */
  function indexAt(at: Micros): number {
    let [low, high] = [0, length];
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low;
  }

  return {
    ofDay(start) {
      const first = indexAt(start);
      let indexes = wholeDay;
      for (let next = first + 1; next < length && starts[next]! < start + DAY; next += 1) {
        if (indexes === wholeDay) indexes = new Uint8Array(QUARTERS_PER_DAY);
        indexes.fill(next - first, (starts[next]! - start) / QUARTER);
      }
      return { sums, positions: positionsOf(length, first), indexes };
    },
    found() {
      const found: TimeSum[] = [];
      for (let index = 1; index < length - 1; index += 1) addUnlessEmpty(found, starts[index]!, sums, length, index);
      return found;
    },
  };
}

/** The sums of each figure follow those of the one before. */
function positionsOf(length: number, index: number): DaySums['positions'] {
  return {
    visits: index,
    uniques: length + index,
    impressions: 2 * length + index,
    bots: 3 * length + index,
    clicks: 4 * length + index,
  };
}

function addUnlessEmpty(found: TimeSum[], start: Micros, sums: Float64Array, length: number, index: number): void {
  const [visits, uniques, impressions] = [sums[index]!, sums[length + index]!, sums[2 * length + index]!];
  const [bots, clicks] = [sums[3 * length + index]!, sums[4 * length + index]!];
  if (visits + impressions + bots + clicks > 0) found.push({ start, visits, uniques, impressions, bots, clicks });
}
