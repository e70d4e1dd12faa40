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
  SHARED,
  TIERS,
} from '../../storage/visits/visit-periods.ts';
import { ALL_LINKS, type Dimension, PAGE } from '../../storage/visits/visits.ts';
import { readCounts } from '../count/counts.ts';
import { eachNumeric } from '../count/period-text.ts';
import { eachTurn, type Span } from './range-counts.ts';
import { shownLinks } from './shown-links.ts';

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

export interface QuarterOptions {
  /** Ascending. The quarters from one of these times to the next are added up. */
  bounds?: readonly Micros[] | undefined;
  /** For the page: with the clicks on all links. */
  withClicks?: boolean | undefined;
}

/** Ascending. Quarters without anything are left out. The visits of the page do not contain clicks. */
export async function quarterFigures(
  executor: Executor,
  accountId: number,
  targetId: number,
  span: Span,
  { bounds, withClicks = false }: QuarterOptions = {},
): Promise<QuarterFigures[]> {
  const ranges = rangesOf(targetId, span, withClicks);
  const fresh = targetId === PAGE && !withClicks ? PAGE : 'any';
  const rows = await readRanges(executor, accountId, ranges, { ...span, targetId: fresh });
  const linksOf = await shownLinks(executor, accountId, rows);
  const isShown = (id: number) => targetId <= PAGE || targetId === id;
  const isCounted = (id: number) => (targetId === ALL_LINKS ? id > PAGE : targetId === id);
  const sums = createSums(rows);
  await eachTurn(rows, (row) => {
    if (row.range !== FRESH) {
      const { dimensions, targetId: of } = ranges[row.range]!;
      for (const dimension of row.dimension === SHARED ? dimensions : [row.dimension]) {
        sums.addText(row, dimension, figureOf(dimension, of !== targetId));
      }
      return;
    }
    for (const [dimension, key, visits, uniques] of readCounts(row.counts)) {
      if (dimension === 'edition') {
        sums.add(row.start, 'impressions', visits * linksOf(key).filter(isShown).length, 0);
      } else if (dimension === 'kind' && isCounted(row.target_id)) sums.add(row.start, 'bots', visits, 0);
      else if (dimension === 'total' && row.target_id === targetId) sums.add(row.start, 'visits', visits, uniques);
      else if (dimension === 'total' && withClicks && row.target_id === ALL_LINKS) {
        sums.add(row.start, 'clicks', visits, 0);
      }
    }
  });
  return bounds ? sums.between(span, bounds) : sums.within(span);
}

function figureOf(dimension: Dimension, isOfLinks: boolean): Figure {
  if (dimension === 'quarter_impression') return 'impressions';
  if (dimension === 'quarter_kind') return 'bots';
  return isOfLinks ? 'clicks' : 'visits';
}

const figures = ['visits', 'uniques', 'impressions', 'bots', 'clicks'] as const;
type Figure = (typeof figures)[number];

/** Sums by quarter of an hour, from the first day of the rows to the last. Arrays, because a year has 35,000 quarters. */
function createSums(rows: readonly FoundPeriod[]) {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { start } of rows) {
    first = Math.min(first, periodStart(TIERS.day, start));
    last = Math.max(last, periodStart(TIERS.day, start) + DAY);
  }
  const length = rows.length === 0 ? 0 : (last - first) / QUARTER;
  const sums = Object.fromEntries(figures.map((figure) => [figure, new Float64Array(length)])) as Record<
    Figure,
    Float64Array
  >;

  return {
    add(start: Micros, figure: Figure, count: number, uniques: number): void {
      const place = (start - first) / QUARTER;
      sums[figure][place]! += count;
      sums.uniques[place]! += uniques;
    },
    /** The keys of the list are quarters of the day. */
    addText({ start: day, counts, dimension: own }: FoundPeriod, dimension: Dimension, figure: Figure): void {
      const start = (day - first) / QUARTER;
      const visits = sums[figure];
      const uniques = figure === 'visits' ? sums.uniques : undefined;
      eachNumeric(counts, { dimension, isShared: own === SHARED }, (quarter, count, more) => {
        visits[start + quarter]! += count;
        if (uniques) uniques[start + quarter]! += more;
      });
    },
    within({ from, to }: Span): QuarterFigures[] {
      const found: QuarterFigures[] = [];
      for (let [place, end] = placesIn(from, to); place < end; place += 1) {
        const sum = sumOf(first + place * QUARTER, place, place + 1);
        if (!isEmpty(sum)) found.push(sum);
      }
      return found;
    },
    between({ from, to }: Span, bounds: readonly Micros[]): QuarterFigures[] {
      const starts = [from, ...bounds.filter((bound) => bound > from && bound < to)];
      return starts
        .map((start, index) => sumOf(start, ...placesIn(start, starts[index + 1] ?? to)))
        .filter((sum) => !isEmpty(sum));
    },
  };

  function placesIn(from: Micros, to: Micros): [begin: number, end: number] {
    return [Math.max(0, (from - first) / QUARTER), Math.min(length, (to - first) / QUARTER)];
  }

  function sumOf(start: Micros, begin: number, end: number): QuarterFigures {
    const sum = { start, visits: 0, uniques: 0, impressions: 0, bots: 0, clicks: 0 };
    for (let place = begin; place < end; place += 1) {
      sum.visits += sums.visits[place]!;
      sum.uniques += sums.uniques[place]!;
      sum.impressions += sums.impressions[place]!;
      sum.bots += sums.bots[place]!;
      sum.clicks += sums.clicks[place]!;
    }
    return sum;
  }
}

function isEmpty({ visits, impressions, bots, clicks }: QuarterFigures): boolean {
  return visits + impressions + bots + clicks === 0;
}

function rangesOf(targetId: number, { from, to }: Span, withClicks: boolean): PeriodRange[] {
  const days = { tier: TIERS.day, from: periodStart(TIERS.day, from), to: nextPeriodStart(TIERS.day, to) };
  if (targetId !== PAGE) {
    return [{ ...days, targetId, dimensions: ['quarter', 'quarter_impression', 'quarter_kind'] }];
  }
  return [
    { ...days, targetId, dimensions: ['quarter', 'quarter_kind'] },
    {
      ...days,
      targetId: ALL_LINKS,
      dimensions: withClicks ? ['quarter', 'quarter_impression'] : ['quarter_impression'],
    },
  ];
}
