// Which visits a report covers, and their counts from the cheapest source: totals of all time, counts of a period, or
// individual visits if there are filters.
import { DAY, type Micros } from '../../../contract/time.ts';
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import type { Executor } from '../../storage/tables.ts';
import { type CountRow, countsOf } from '../../storage/visits/visit-counts.ts';
import { ALL_LINKS } from '../../storage/visits/visits.ts';
import { addCount, addWritten, type Count, type Counts } from '../count/counts.ts';
import type { Span } from './cover.ts';
import { filteredFigures } from './filtered-counts.ts';
import { quarterFigures } from './quarter-figures.ts';
import { linkCountsIn, rangeCounts } from './range-counts.ts';
import { sharedFigures } from './shared-figures.ts';
import type { TimeSum } from './time-sums.ts';
import type { Filters } from './value-filters.ts';

export interface Selection {
  /** Without a span: everything that was ever counted. */
  span?: Span | undefined;
  filters: Filters;
  /**
   * For somebody with whom statistics were shared: the page or link that was shared. Then there is a span of UTC days.
   */
  sharedTarget?: number | undefined;
}

export const everything: Selection = { filters: new Map() };

/** Every time that visits can have. */
export const EVER: Span = { from: 0, to: Math.floor(Number.MAX_SAFE_INTEGER / DAY) * DAY };

/** The nearest time that visits can have. */
export function clamped(at: Micros): Micros {
  return Math.min(Math.max(EVER.from, at), EVER.to);
}

export type SelectedQuarter = Omit<TimeSum, 'impressions' | 'clicks'> & {
  /** Null with filters: it is not known which impressions match. */
  impressions: number | null;
};

export interface SelectedFigures {
  /** The wanted dimensions, and `total`. */
  counts: Counts;
  /** Quarters of an hour with anything, in time order; empty if not wanted. */
  quarters: SelectedQuarter[];
}

export async function selectedFigures(
  executor: Executor,
  accountId: number,
  targetId: number,
  wanted: { dimensions: readonly VisitDimension[]; quarters: boolean },
  { span, filters, sharedTarget }: Selection,
): Promise<SelectedFigures> {
  if (sharedTarget !== undefined) {
    const query = { accountId, targetId, sharedTarget, span: span ?? EVER, filters };
    return { counts: await sharedFigures(executor, query, wanted.dimensions), quarters: [] };
  }
  if (filters.size > 0) {
    const query = { accountId, targetId, span: span ?? EVER, filters };
    const { counts, quarters } = await filteredFigures(executor, query, { ...wanted, links: false });
    return { counts, quarters: quarters.map((quarter) => ({ ...quarter, impressions: null })) };
  }
  const dimensions = ['total', ...wanted.dimensions] as const;
  return {
    counts: span
      ? await rangeCounts(executor, accountId, targetId, dimensions, span)
      : added(await countsOf(executor, accountId, targetId, dimensions)),
    quarters: wanted.quarters ? await quarterFigures(executor, accountId, targetId, span ?? EVER) : [],
  };
}

export interface SelectedClicks {
  /** By link id. */
  links: ReadonlyMap<number, Count & { impressions: number | null }>;
  /** Of all links together. */
  total: Count;
}

/** Clicks of each link that has any. Impressions are null with filters. */
export async function selectedClicks(
  executor: Executor,
  accountId: number,
  { span = EVER, filters }: Selection,
): Promise<SelectedClicks> {
  if (filters.size === 0) {
    const links = await linkCountsIn(executor, accountId, span);
    return { links, total: totalOf(await rangeCounts(executor, accountId, ALL_LINKS, ['total'], span)) };
  }
  const query = { accountId, targetId: ALL_LINKS, span, filters };
  const { links, counts } = await filteredFigures(executor, query, { dimensions: [], quarters: false, links: true });
  const withoutImpressions = [...links].map(([id, count]) => [id, { ...count, impressions: null }] as const);
  return { links: new Map(withoutImpressions), total: totalOf(counts) };
}

export function totalOf(counts: Counts): Count {
  return counts.get('total')?.get('') ?? { visits: 0, uniques: 0 };
}

/** Adds up rolled up and recent counts. */
export function added(rows: readonly CountRow[]): Counts {
  const counts: Counts = new Map();
  for (const { dimension, key, visits, uniques, recent } of rows) {
    if (recent === null) addCount(counts, dimension, key, visits, uniques);
    else addWritten(counts, recent);
  }
  return counts;
}
