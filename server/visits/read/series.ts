// Figures per hour, day, week or month of a time zone, for the page or a link. They are added up from quarters of an
// hour.
import type { Static } from 'typebox';
import {
  type Interval,
  type IntervalStart,
  intervalStarts,
  type LocalRange,
  startOfDay,
} from '../../../contract/local-time.ts';
import type { Series } from '../../../contract/schemas/series.ts';
import { type Micros, timestamp } from '../../../contract/time.ts';
import type { TimeZone } from '../../../contract/time-zones.ts';
import type { Executor } from '../../storage/tables.ts';
import { ALL_LINKS, PAGE } from '../../storage/visits/visits.ts';
import { clamped, EVER, type SelectedQuarter, type Selection, selectedQuarters } from './selection.ts';

type Point = Static<typeof Series>['points'][number];
type Total = Static<typeof Series>['total'];

export interface SeriesQuery {
  accountId: number;
  /** PAGE or a link. */
  targetId: number;
  interval: Interval;
  zone: TimeZone;
  range: LocalRange;
  filters: Selection['filters'];
}

export interface SeriesReport {
  points: Point[];
  total: Total;
  /** The total of the quarters of an hour before that time; without a time, of all. */
  totalUntil(end?: Micros): Total;
}

interface Sum {
  visits: number;
  uniques: number;
  clicks: number;
  impressions: number;
  bots: number;
}

export async function seriesReport(executor: Executor, query: SeriesQuery): Promise<SeriesReport> {
  const { accountId, targetId, interval, zone, range, filters } = query;
  const starts = intervalStarts(zone, interval, range);
  const span = { from: clamped(startOfDay(zone, range.first)), to: clamped(startOfDay(zone, range.last + 1)) };
  const quarters = await selectedQuarters(executor, accountId, targetId, { span, filters });
  const clicks =
    targetId === PAGE ? await selectedQuarters(executor, accountId, ALL_LINKS, { span, filters }) : quarters;
  const present = (sum: Sum) => figuresOf(sum, { isPage: targetId === PAGE, isFiltered: filters.size > 0 });
  const sums = sumsOf(starts, quarters, clicks);
  const totalUntil = (end = EVER.to) => present(sumUntil(end, quarters, clicks));
  return {
    points: starts.map(({ start, date }, index) => ({ start: timestamp(start), date, ...present(sums[index]!) })),
    total: totalUntil(),
    totalUntil,
  };
}

function emptySum(): Sum {
  return { visits: 0, uniques: 0, clicks: 0, impressions: 0, bots: 0 };
}

/** One sum for each start. Quarters are in time order. */
function sumsOf(
  starts: readonly IntervalStart[],
  quarters: readonly SelectedQuarter[],
  clicks: readonly SelectedQuarter[],
): Sum[] {
  const sums = starts.map(emptySum);
  const each = (list: readonly SelectedQuarter[], add: (sum: Sum, quarter: SelectedQuarter) => void) => {
    let index = 0;
    for (const quarter of list) {
      while (index + 1 < starts.length && starts[index + 1]!.start <= quarter.start) index += 1;
      add(sums[index]!, quarter);
    }
  };
  each(quarters, addFigures);
  each(clicks, addClicks);
  return sums;
}

function sumUntil(end: Micros, quarters: readonly SelectedQuarter[], clicks: readonly SelectedQuarter[]): Sum {
  const sum = emptySum();
  for (const quarter of quarters) if (quarter.start < end) addFigures(sum, quarter);
  for (const quarter of clicks) if (quarter.start < end) addClicks(sum, quarter);
  return sum;
}

function addFigures(sum: Sum, { visits, uniques, impressions, bots }: SelectedQuarter): void {
  sum.visits += visits;
  sum.uniques += uniques;
  sum.impressions += impressions ?? 0;
  sum.bots += bots;
}

function addClicks(sum: Sum, { visits }: SelectedQuarter): void {
  sum.clicks += visits;
}

function figuresOf(sum: Sum, { isPage, isFiltered }: { isPage: boolean; isFiltered: boolean }): Total {
  const { visits, uniques: unique, clicks, bots } = sum;
  const impressions = isFiltered ? null : sum.impressions;
  const shown = isPage ? visits : impressions;
  return { visits, unique, clicks, impressions, click_through: ratio(clicks, shown), bots };
}

function ratio(clicks: number, shown: number | null): number | null {
  return shown ? Math.round((clicks / shown) * 10_000) / 10_000 : null;
}
