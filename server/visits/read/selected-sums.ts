// Sums of the visits that match filters, by time: of each quarter of an hour, or from each of some times to the next.
import { DAY, type Micros } from '../../../contract/time.ts';
import { QUARTER, QUARTERS_PER_DAY } from '../../storage/visits/visit-events.ts';
import { createQuarterSums, PLACES, type QuarterFigures, quarterOf } from './quarter-sums.ts';
import type { Span } from './range-counts.ts';

export type SelectedSum = Pick<QuarterFigures, 'start' | 'visits' | 'uniques' | 'bots'>;

/** What the visits of a UTC day are added to. */
export interface DaySums {
  sums: Float64Array;
  /** Where the sums of each figure begin. */
  places: Readonly<Record<'visits' | 'uniques' | 'bots', number>>;
  /** Ascending quarters of the day. The visits from one to the next belong to one sum, and those after it to the next. */
  cuts: readonly number[];
}

export interface SelectedSums {
  ofDay(start: Micros): DaySums;
  /** A single visit, or a request that is not one. */
  add(at: Micros, visits: number, uniques: number): void;
  /** In time order. Sums without anything are left out. */
  found(): SelectedSum[];
}

const everyQuarter = Array.from({ length: QUARTERS_PER_DAY }, (_, quarter) => quarter);

export function sumsByQuarter(span: Span): SelectedSums {
  const quarters = createQuarterSums();
  return {
    ofDay: (start) => ({ sums: quarters.dayAt(start), places: PLACES, cuts: everyQuarter }),
    add(at, visits, uniques) {
      const [day, quarter] = quarterOf(at);
      addAt({ sums: quarters.dayAt(day), places: PLACES }, quarter, visits, uniques);
    },
    found: () => quarters.within(span).map(({ start, visits, uniques, bots }) => ({ start, visits, uniques, bots })),
  };
}

/** From each bound to the next. They are on quarters of an hour. */
export function sumsBetween({ from, to }: Span, bounds: readonly Micros[]): SelectedSums {
  const inSpan = bounds.filter((bound) => bound > from && bound < to);
  const starts = [...new Set([from, ...inSpan])].sort((a, b) => a - b);
  const { length } = starts;
  const sums = new Float64Array(3 * length);
  const [visitsAt, uniquesAt, botsAt] = [0, length, 2 * length];

  /** The last start that is not after this time, or the first one. */
  function indexAt(at: Micros): number {
    let [low, high] = [0, length];
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low;
  }

  function placesFrom(index: number): DaySums['places'] {
    return { visits: visitsAt + index, uniques: uniquesAt + index, bots: botsAt + index };
  }

  return {
    ofDay(start) {
      const index = indexAt(start);
      const cuts = [0];
      for (let next = index + 1; next < length && starts[next]! < start + DAY; next += 1) {
        cuts.push((starts[next]! - start) / QUARTER);
      }
      return { sums, places: placesFrom(index), cuts };
    },
    add: (at, visits, uniques) => addAt({ sums, places: placesFrom(indexAt(at)) }, 0, visits, uniques),
    found: () =>
      starts
        .map((start, index) => ({
          start,
          visits: sums[visitsAt + index]!,
          uniques: sums[uniquesAt + index]!,
          bots: sums[botsAt + index]!,
        }))
        .filter(({ visits, bots }) => visits + bots > 0),
  };
}

function addAt({ sums, places }: Omit<DaySums, 'cuts'>, index: number, visits: number, uniques: number): void {
  sums[places.visits + index]! += visits;
  sums[places.uniques + index]! += uniques;
  sums[places.bots + index]! += 1 - visits;
}
