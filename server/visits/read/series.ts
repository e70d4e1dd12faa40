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
import { filteredFigures } from './filtered-counts.ts';
import { quarterFigures } from './quarter-figures.ts';
import { clamped, EVER, type Selection } from './selection.ts';
import { type SharedQuery, sharedSeries } from './shared-figures.ts';

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
  /** As in a selection. */
  sharedTarget?: number | undefined;
  /** On a quarter of an hour: the total before it is reported too. */
  until?: Micros | undefined;
}

export interface SeriesReport {
  points: Point[];
  total: Total;
  totalUntil: Total;
}

interface Sum {
  visits: number;
  uniques: number;
  clicks: number;
  impressions: number;
  bots: number;
}

export async function seriesReport(executor: Executor, query: SeriesQuery): Promise<SeriesReport> {
  const { targetId, interval, zone, range, filters, until = EVER.to } = query;
  const starts = intervalStarts(zone, interval, range);
  const sums = starts.map(emptySum);
  const [total, before] = [emptySum(), emptySum()];
  let index = 0;
  for (const part of await partsOf(executor, query, starts)) {
    while (index + 1 < starts.length && starts[index + 1]!.start <= part.start) index += 1;
    add(sums[index]!, part);
    add(total, part);
    if (part.start < until) add(before, part);
  }
  const present = (sum: Sum) => figuresOf(sum, { isPage: targetId === PAGE, isFiltered: filters.size > 0 });
  return {
    points: starts.map(({ start, date }, position) => ({ start: timestamp(start), date, ...present(sums[position]!) })),
    total: present(total),
    totalUntil: present(before),
  };
}

type Part = Sum & { start: Micros };

/** Figures of times that are each within one interval, in time order. */
async function partsOf(executor: Executor, query: SeriesQuery, starts: readonly IntervalStart[]): Promise<Part[]> {
  const { accountId, targetId, zone, range, filters, until, sharedTarget } = query;
  const isPage = targetId === PAGE;
  const span = { from: clamped(startOfDay(zone, range.first)), to: clamped(startOfDay(zone, range.last + 1)) };
  const bounds = starts.map(({ start }) => start);
  if (until !== undefined) bounds.push(until);
  bounds.sort((a, b) => a - b);
  if (sharedTarget !== undefined && (filters.size > 0 || targetId !== sharedTarget)) {
    return sharedParts(executor, { ...query, sharedTarget, span }, starts, bounds);
  }
  if (filters.size === 0) {
    const found = await quarterFigures(executor, accountId, targetId, span, { bounds, withClicks: isPage });
    return found.map((figures) => (isPage ? figures : { ...figures, clicks: figures.visits }));
  }
  const wanted = { dimensions: [], quarters: true, bounds, links: false };
  const read = async (of: number) =>
    (await filteredFigures(executor, { accountId, targetId: of, span, filters }, wanted)).quarters;
  if (!isPage) return (await read(targetId)).map((figures) => ({ ...emptySum(), ...figures, clicks: figures.visits }));
  const [views, clicks] = await Promise.all([read(PAGE), read(ALL_LINKS)]);
  return [
    ...views.map((figures) => ({ ...emptySum(), ...figures })),
    ...clicks.map(({ start, visits }) => ({ ...emptySum(), start, clicks: visits })),
  ].sort((a, b) => a.start - b.start);
}

/** With a filter, clicks on links are not known for the page. */
async function sharedParts(
  executor: Executor,
  query: SeriesQuery & SharedQuery,
  starts: readonly IntervalStart[],
  bounds: readonly Micros[],
): Promise<Part[]> {
  const { accountId, targetId, filters, span } = query;
  const counts = await sharedSeries(executor, query, starts);
  const parts = counts.map((count, index) => {
    const clicks = targetId === PAGE ? 0 : count.visits;
    return { ...emptySum(), ...count, clicks, start: starts[index]!.start };
  });
  if (filters.size > 0) return parts;
  const found = await quarterFigures(executor, accountId, targetId, span, { bounds });
  const others = found.map(({ start, impressions, bots }) => ({ ...emptySum(), start, impressions, bots }));
  return [...parts, ...others].sort((a, b) => a.start - b.start);
}

function emptySum(): Sum {
  return { visits: 0, uniques: 0, clicks: 0, impressions: 0, bots: 0 };
}

function add(sum: Sum, { visits, uniques, clicks, impressions, bots }: Sum): void {
  sum.visits += visits;
  sum.uniques += uniques;
  sum.clicks += clicks;
  sum.impressions += impressions;
  sum.bots += bots;
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
