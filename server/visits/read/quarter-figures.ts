// Figures of each quarter of an hour. Hours, days and weeks of every time zone consist of whole quarters. The figures of
// a day are in one row.
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Executor } from '../../storage/tables.ts';
import { QUARTER } from '../../storage/visits/visit-events.ts';
import {
  type FoundPeriod,
  FRESH,
  nextPeriodStart,
  type PeriodRange,
  periodStart,
  readRanges,
  TIERS,
} from '../../storage/visits/visit-periods.ts';
import { ALL_LINKS, type Dimension, PAGE } from '../../storage/visits/visits.ts';
import { readCounts } from '../count/counts.ts';
import type { CountList } from '../count/period-text.ts';
import { eachTurn, listsIn, type Span } from './range-counts.ts';
import { shownLinks } from './shown-links.ts';

export interface QuarterFigures {
  start: Micros;
  visits: number;
  uniques: number;
  /** For the page and for all links: of all links together. For a link: its own. */
  impressions: number;
  /** Requests that are not visits, of every kind. */
  bots: number;
}

/** Ascending. Quarters without anything are left out. The figures of the page do not contain clicks. */
export async function quarterFigures(
  executor: Executor,
  accountId: number,
  targetId: number,
  span: Span,
): Promise<QuarterFigures[]> {
  const ranges = rangesOf(targetId, span);
  const rows = await readRanges(executor, accountId, ranges, { ...span, targetId: targetId === PAGE ? PAGE : 'any' });
  const linksOf = await shownLinks(executor, accountId, rows);
  const isShown = (id: number) => targetId <= PAGE || targetId === id;
  const isCounted = (id: number) => (targetId === ALL_LINKS ? id > PAGE : targetId === id);
  const sums = createSums(rows);
  await eachTurn(rows, (row) => {
    if (row.range !== FRESH) {
      for (const [dimension, list] of listsIn(row, ranges[row.range]!.dimensions)) {
        sums.addList(row.start, figureOf(dimension), list);
      }
      return;
    }
    for (const [dimension, key, visits, uniques] of readCounts(row.counts)) {
      if (dimension === 'edition') {
        sums.add(row.start, 'impressions', visits * linksOf(key).filter(isShown).length, 0);
      } else if (dimension === 'kind' && isCounted(row.target_id)) sums.add(row.start, 'bots', visits, 0);
      else if (dimension === 'total' && row.target_id === targetId) sums.add(row.start, 'visits', visits, uniques);
    }
  });
  return sums.within(span);
}

function figureOf(dimension: Dimension): 'visits' | 'impressions' | 'bots' {
  if (dimension === 'quarter_impression') return 'impressions';
  return dimension === 'quarter_kind' ? 'bots' : 'visits';
}

/** Sums by quarter of an hour, from the first day of the rows to the last. Arrays, because a year has 35,000 quarters. */
function createSums(rows: readonly FoundPeriod[]) {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { start } of rows) {
    first = Math.min(first, periodStart(TIERS.day, start));
    last = Math.max(last, periodStart(TIERS.day, start) + DAY);
  }
  const length = rows.length === 0 ? 0 : (last - first) / QUARTER;
  const [visits, uniques, impressions, bots] = Array.from({ length: 4 }, () => new Float64Array(length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const sums = { visits, impressions, bots };

  return {
    add(start: Micros, figure: keyof typeof sums, count: number, more: number): void {
      const place = (start - first) / QUARTER;
      sums[figure][place]! += count;
      uniques[place]! += figure === 'visits' ? more : 0;
    },
    /** The keys of the list are quarters of the day. */
    addList(day: Micros, figure: keyof typeof sums, list: CountList): void {
      const counts = sums[figure];
      const start = (day - first) / QUARTER;
      for (let index = 0; index < list.length; index += 3) {
        const place = start + Number(list[index]);
        counts[place]! += list[index + 1] as number;
        if (figure === 'visits') uniques[place]! += list[index + 2] as number;
      }
    },
    within({ from, to }: Span): QuarterFigures[] {
      const found: QuarterFigures[] = [];
      const [begin, end] = [Math.max(0, (from - first) / QUARTER), Math.min(length, (to - first) / QUARTER)];
      for (let place = begin; place < end; place += 1) {
        if (visits[place]! + impressions[place]! + bots[place]! === 0) continue;
        found.push({
          start: first + place * QUARTER,
          visits: visits[place]!,
          uniques: uniques[place]!,
          impressions: impressions[place]!,
          bots: bots[place]!,
        });
      }
      return found;
    },
  };
}

function rangesOf(targetId: number, { from, to }: Span): PeriodRange[] {
  const days = { tier: TIERS.day, from: periodStart(TIERS.day, from), to: nextPeriodStart(TIERS.day, to) };
  if (targetId !== PAGE) {
    return [{ ...days, targetId, dimensions: ['quarter', 'quarter_impression', 'quarter_kind'] }];
  }
  return [
    { ...days, targetId, dimensions: ['quarter', 'quarter_kind'] },
    { ...days, targetId: ALL_LINKS, dimensions: ['quarter_impression'] },
  ];
}
