// Figures of each quarter of an hour. Hours, days and weeks of every time zone consist of whole quarters. The figures of
// a day are in one row.
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Executor } from '../../storage/tables.ts';
import {
  nextPeriodStart,
  type PeriodRange,
  periodStart,
  RECENT,
  readRanges,
  SHARED,
  TIERS,
} from '../../storage/visits/visit-periods.ts';
import { ALL_LINKS, type Dimension, PAGE } from '../../storage/visits/visits.ts';
import { readCounts } from '../count/counts.ts';
import { addQuarters } from '../count/period-text.ts';
import type { Span } from './cover.ts';
import { eachTurn } from './range-counts.ts';
import { shownLinks } from './shown-links.ts';
import { addToSum, createTimeSums, type Figure, type TimeSum } from './time-sums.ts';

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
): Promise<TimeSum[]> {
  const ranges = rangesOf(targetId, span, withClicks);
  const recent = targetId === PAGE && !withClicks ? PAGE : 'any';
  const rows = await readRanges(executor, accountId, ranges, { ...span, targetId: recent });
  const linksOf = await shownLinks(executor, accountId, rows);
  const isShown = (id: number) => targetId <= PAGE || targetId === id;
  const isCounted = (id: number) => (targetId === ALL_LINKS ? id > PAGE : targetId === id);
  const sums = createTimeSums(span, bounds);
  const add = (at: Micros, figure: Figure, count: number) => addToSum(sums.ofDay(at - (at % DAY)), at, figure, count);
  await eachTurn(rows, (row) => {
    if (row.range !== RECENT) {
      const { dimensions, targetId: of } = ranges[row.range]!;
      const { positions, ...day } = sums.ofDay(row.start);
      for (const dimension of row.dimension === SHARED ? dimensions : [row.dimension]) {
        const figure = figureOf(dimension, of !== targetId);
        const uniques = figure === 'visits' ? positions.uniques : undefined;
        const to = { ...day, visits: positions[figure], uniques };
        addQuarters(row.counts, { dimension, isShared: row.dimension === SHARED }, to);
      }
      return;
    }
    for (const [dimension, key, visits, uniques] of readCounts(row.counts)) {
      if (dimension === 'edition') {
        add(row.start, 'impressions', visits * linksOf(key).filter(isShown).length);
      } else if (dimension === 'kind' && isCounted(row.target_id)) add(row.start, 'bots', visits);
      else if (dimension === 'total' && row.target_id === targetId) {
        add(row.start, 'visits', visits);
        add(row.start, 'uniques', uniques);
      } else if (dimension === 'total' && withClicks && row.target_id === ALL_LINKS) add(row.start, 'clicks', visits);
    }
  });
  return sums.found();
}

function figureOf(dimension: Dimension, isOfLinks: boolean): Figure {
  if (dimension === 'quarter_impression') return 'impressions';
  if (dimension === 'quarter_kind') return 'bots';
  return isOfLinks ? 'clicks' : 'visits';
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
