// Counts for somebody with whom statistics were shared. Totals of what was shared are exact; everything else is disclosed
// in groups of visitors only. The rest is under `Other`, so that sums stay equal to totals. A filter selects a row that
// is disclosed anyway: nothing is read of single visits.
import type { IntervalStart, LocalRange } from '../../../contract/local-time.ts';
import { type VisitDimension, visitDimensions } from '../../../contract/vocabulary.ts';
import type { Executor } from '../../storage/tables.ts';
import { OTHER } from '../count/bounded-keys.ts';
import { addCount, addToKey, type Count, type Counts } from '../count/counts.ts';
import type { Span } from './cover.ts';
import { type CountsOfDays, dayCounts, dayOf, linkDayCounts } from './day-counts.ts';
import { type DaysOfKeys, disclosed } from './disclosure.ts';
import type { LinkCounts } from './range-counts.ts';
import { type Filters, type FilterValue, isWanted } from './value-filters.ts';

export interface SharedQuery {
  accountId: number;
  targetId: number;
  /** The page or link that was shared: its totals are exact. */
  sharedTarget: number;
  /** Both ends are midnight UTC. */
  span: Span;
  /** At most one. */
  filters: Filters;
}

const NONE: Count = { visits: 0, uniques: 0 };

/** The wanted dimensions, and `total`. */
export async function sharedFigures(
  executor: Executor,
  query: SharedQuery,
  dimensions: readonly VisitDimension[],
): Promise<Counts> {
  const range = rangeOf(query.span);
  const [filter] = query.filters;
  const table = await readTable(executor, query, filter ? [filter[0]] : dimensions);
  const counts: Counts = new Map();
  const add = (dimension: VisitDimension | 'total', key: string, { visits, uniques }: Count) => {
    if (visits > 0 || uniques > 0) addCount(counts, dimension, key, visits, uniques);
  };
  if (filter) {
    const [filtered, value] = filter;
    const rows = table.matching(filtered, value, range);
    for (const [key, count] of rows) {
      add('total', '', count);
      for (const dimension of dimensions) {
        if (dimension !== filtered) add(dimension, OTHER, count);
        else if (isListed(dimension, key)) add(dimension, key, count);
      }
    }
    return counts;
  }
  add('total', '', table.total(range));
  for (const dimension of dimensions) {
    const { rows, other } = table.rows(dimension, range);
    for (const [key, count] of rows) if (isListed(dimension, key)) add(dimension, key, count);
    add(dimension, OTHER, other);
  }
  return counts;
}

/** The visits of each interval, with the filter if there is one. */
export async function sharedSeries(
  executor: Executor,
  query: SharedQuery,
  starts: readonly IntervalStart[],
): Promise<Count[]> {
  const [filter] = query.filters;
  const table = await readTable(executor, query, filter ? [filter[0]] : []);
  return starts.map(({ start }, index) => {
    const from = Math.max(start, query.span.from);
    const range = rangeOf({ from, to: starts[index + 1]?.start ?? query.span.to });
    return filter ? sumOf(table.matching(...filter, range).values()) : table.total(range);
  });
}

/** Figures by link id, and those of all other links together. */
export async function sharedLinks(
  executor: Executor,
  accountId: number,
  span: Span,
): Promise<{ links: Map<number, LinkCounts>; other: LinkCounts }> {
  const range = rangeOf(span);
  const days = await linkDayCounts(executor, accountId, span);
  const impressions = summed(keysOf(days, 'impression').values());
  const clicks = sumOf(summed(keysOf(days, 'link').values()).values());
  const other = { ...clicks, impressions: sumOf(impressions.values()).visits };
  const links = new Map<number, LinkCounts>();
  for (const [key, count] of disclosed(keysOf(days, 'link'), range)) {
    const own = { ...count, impressions: impressions.get(key)?.visits ?? 0 };
    links.set(Number(key), own);
    for (const name of ['visits', 'uniques', 'impressions'] as const) other[name] -= own[name];
  }
  return { links, other };
}

async function readTable(
  executor: Executor,
  { accountId, targetId, sharedTarget, span }: SharedQuery,
  dimensions: readonly VisitDimension[],
) {
  const isOwn = targetId === sharedTarget;
  const days = await dayCounts(executor, accountId, targetId, ['total', ...dimensions], span);
  // Of another link than the one that was shared, the total is its row among all links. Its own rows are parts of that.
  const links = isOwn ? undefined : keysOf(await linkDayCounts(executor, accountId, span), 'link');
  const linkIn = (range: LocalRange) => disclosed(links!, range).get(String(targetId));
  const open = isOwn ? days : new Map([...days].filter(([day]) => linkIn({ first: day, last: day })));
  const keys = new Map(dimensions.map((dimension) => [dimension, keysOf(open, dimension)]));
  const totals = keysOf(days, 'total');

  function total(range: LocalRange): Count {
    return isOwn ? sumOf(within(totals, range).map(totalIn)) : (linkIn(range) ?? NONE);
  }

  /** Values that were counted as others because there are too many are no row either. */
  function shownIn(dimension: VisitDimension, range: LocalRange): Map<string, Count> {
    const shown = disclosed(keys.get(dimension)!, range);
    shown.delete(OTHER);
    return shown;
  }

  function rows(dimension: VisitDimension, range: LocalRange): { rows: Map<string, Count>; other: Count } {
    const shown = shownIn(dimension, range);
    const openTotal = sumOf(within(keysOf(open, 'total'), range).map(totalIn));
    const all = sumOf(within(keys.get(dimension)!, range).flatMap((one) => [...one.values()]));
    const listed = sumOf(shown.values());
    const closed = difference(total(range), openTotal);
    return { rows: shown, other: sumOf([difference(all, listed), closed]) };
  }

  return {
    total,
    rows,
    matching: (dimension: VisitDimension, wanted: FilterValue, range: LocalRange): Map<string, Count> =>
      new Map([...shownIn(dimension, range)].filter(([key]) => isWanted(key || undefined, wanted))),
  };
}

function keysOf(days: CountsOfDays, dimension: VisitDimension | 'total' | 'link' | 'impression'): DaysOfKeys {
  return new Map(
    [...days].map(([day, counts]) => {
      const keys = new Map(counts.get(dimension));
      if (isVisitProperty(dimension)) addVisitsWithoutValue(keys, totalOf(counts));
      return [day, keys];
    }),
  );
}

/** Requests that are not visits have a kind instead. */
function isVisitProperty(dimension: string): boolean {
  return dimension !== 'kind' && visitDimensions.some((one) => one === dimension);
}

/** They are a value like any other: the rest would name the few who have one. */
function addVisitsWithoutValue(keys: Map<string, Count>, total: Count): void {
  const without = difference(total, sumOf(keys.values()));
  if (without.visits > 0) keys.set('', without);
}

/** Only the list of referrers has a row for visits without one. */
function isListed(dimension: VisitDimension, key: string): boolean {
  return key !== '' || dimension === 'referrer';
}

function totalOf(counts: Counts): Count {
  return totalIn(counts.get('total') ?? new Map());
}

function totalIn(keys: ReadonlyMap<string, Count>): Count {
  return keys.get('') ?? NONE;
}

function within(days: DaysOfKeys, { first, last }: LocalRange): ReadonlyMap<string, Count>[] {
  return [...days].filter(([day]) => day >= first && day <= last).map(([, keys]) => keys);
}

function summed(days: Iterable<ReadonlyMap<string, Count>>): Map<string, Count> {
  const sums = new Map<string, Count>();
  for (const keys of days) for (const [key, { visits, uniques }] of keys) addToKey(sums, key, visits, uniques);
  return sums;
}

function sumOf(counts: Iterable<Count>): Count {
  const sum = { ...NONE };
  for (const { visits, uniques } of counts) {
    sum.visits += visits;
    sum.uniques += uniques;
  }
  return sum;
}

function difference(count: Count, less: Count): Count {
  return { visits: count.visits - less.visits, uniques: count.uniques - less.uniques };
}

function rangeOf({ from, to }: Span): LocalRange {
  return { first: dayOf(from), last: dayOf(to) - 1 };
}
