// Sums of figures by quarter of an hour. An array for each day, because a year has 35,000 quarters.
import { DAY, type Micros } from '../../../contract/time.ts';
import { QUARTER, QUARTERS_PER_DAY } from '../../storage/visits/visit-events.ts';
import type { Span } from './range-counts.ts';

export interface QuarterFigures {
  /** Of the first quarter, if several are added up. */
  start: Micros;
  visits: number;
  uniques: number;
  /** For the page and for all links: of all links together. For a link: its own. */
  impressions: number;
  /** Requests that are not visits, of every kind. */
  bots: number;
  /** On all links; 0 if it was not asked for. */
  clicks: number;
}

export type Figure = Exclude<keyof QuarterFigures, 'start'>;

/** Where the sums of each figure begin in the array of a day. */
export const PLACES: Readonly<Record<Figure, number>> = {
  visits: 0,
  uniques: QUARTERS_PER_DAY,
  impressions: 2 * QUARTERS_PER_DAY,
  bots: 3 * QUARTERS_PER_DAY,
  clicks: 4 * QUARTERS_PER_DAY,
};
const SUMS_PER_DAY = 5 * QUARTERS_PER_DAY;
/** Days whose sums are allocated together. Many small arrays cost more, also when they are freed. */
const DAYS_PER_BLOCK = 16;

export interface QuarterSums {
  /** All figures of the UTC day that starts then, by quarter; see `PLACES`. */
  dayAt(start: Micros): Float64Array;
  /** Each quarter of the span, ascending. Quarters without anything are left out. */
  within(span: Span): QuarterFigures[];
  /** Added up from each bound to the next, which are ascending. Sums without anything are left out. */
  between(span: Span, bounds: readonly Micros[]): QuarterFigures[];
}

export function createQuarterSums(): QuarterSums {
  const days = new Map<Micros, Float64Array>();
  let block = new Float64Array(0);

  function nextSums(): Float64Array {
    if (block.length === 0) block = new Float64Array(DAYS_PER_BLOCK * SUMS_PER_DAY);
    const sums = block.subarray(0, SUMS_PER_DAY);
    block = block.subarray(SUMS_PER_DAY);
    return sums;
  }

  /** Each day in time order, with the first of its quarters that are in the span, and the end of the last. */
  function daysIn({ from, to }: Span): [start: Micros, day: Float64Array, first: number, end: number][] {
    return [...days]
      .sort(([a], [b]) => a - b)
      .map(([start, day]) => [
        start,
        day,
        Math.max(0, (from - start) / QUARTER),
        Math.min(QUARTERS_PER_DAY, (to - start) / QUARTER),
      ]);
  }

  return {
    dayAt(start) {
      let day = days.get(start);
      if (!day) {
        day = nextSums();
        days.set(start, day);
      }
      return day;
    },
    within(span) {
      const found: QuarterFigures[] = [];
      for (const [start, day, first, end] of daysIn(span)) {
        for (let quarter = first; quarter < end; quarter += 1) {
          const sum = emptySum(start + quarter * QUARTER);
          add(sum, day, quarter, quarter + 1);
          if (!isEmpty(sum)) found.push(sum);
        }
      }
      return found;
    },
    between(span, bounds) {
      const sums = [span.from, ...bounds.filter((bound) => bound > span.from && bound < span.to)].map(emptySum);
      let index = 0;
      for (const [start, day, first, end] of daysIn(span)) {
        for (let quarter = first; quarter < end; ) {
          while (index + 1 < sums.length && sums[index + 1]!.start <= start + quarter * QUARTER) index += 1;
          const next = sums[index + 1]?.start ?? span.to;
          const until = Math.min(end, (next - start) / QUARTER);
          add(sums[index]!, day, quarter, until);
          quarter = until;
        }
      }
      return sums.filter((sum) => !isEmpty(sum));
    },
  };
}

/** The start of the day, and the number of the quarter in it. */
export function quarterOf(at: Micros): [day: Micros, quarter: number] {
  const inDay = at % DAY;
  return [at - inDay, Math.floor(inDay / QUARTER)];
}

function emptySum(start: Micros): QuarterFigures {
  return { start, visits: 0, uniques: 0, impressions: 0, bots: 0, clicks: 0 };
}

function add(sum: QuarterFigures, day: Float64Array, first: number, end: number): void {
  sum.visits += total(day, PLACES.visits + first, PLACES.visits + end);
  sum.uniques += total(day, PLACES.uniques + first, PLACES.uniques + end);
  sum.impressions += total(day, PLACES.impressions + first, PLACES.impressions + end);
  sum.bots += total(day, PLACES.bots + first, PLACES.bots + end);
  sum.clicks += total(day, PLACES.clicks + first, PLACES.clicks + end);
}

function total(numbers: Float64Array, first: number, end: number): number {
  let sum = 0;
  for (let place = first; place < end; place += 1) sum += numbers[place]!;
  return sum;
}

function isEmpty({ visits, impressions, bots, clicks }: QuarterFigures): boolean {
  return visits + impressions + bots + clicks === 0;
}
