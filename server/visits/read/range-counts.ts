// Counts of any period that starts and ends on a quarter of an hour: rolled-up ones, and recent ones that are not
// rolled up yet.
import type { Executor } from '../../storage/tables.ts';
import { type FoundPeriod, RECENT, readRanges, SHARED } from '../../storage/visits/visit-periods.ts';
import { ALL_LINKS, type Dimension, PAGE } from '../../storage/visits/visits.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import { addCount, addToKey, type CountList, type Counts, keysOf, readCounts } from '../count/counts.ts';
import { listOf, mayContain, type SharedLists, type StoredList, unpacked } from '../count/period-text.ts';
import { cover, type Span } from './cover.ts';
import { shownLinks } from './shown-links.ts';

export interface LinkCounts {
  visits: number;
  uniques: number;
  impressions: number;
}

/** Text that is read in one event-loop turn. */
const LENGTH_PER_TURN = 262_144;

/**
 * The counts of a target in the period. Dimensions without visits are left out. Impressions of a link are not among
 * them; see `linkCountsIn`.
 */
export async function rangeCounts(
  executor: Executor,
  accountId: number,
  targetId: number,
  dimensions: readonly Dimension[],
  span: Span,
): Promise<Counts> {
  const parts = cover(span);
  const ranges = parts.map((part) => ({ ...part, targetId, dimensions }));
  const counts: Counts = new Map();
  await eachTurn(await readRanges(executor, accountId, ranges, { ...span, targetId }), (row) => {
    addRow(counts, row, dimensions, parts[row.range]?.sign);
  });
  return withoutEmpty(counts);
}

/** By link id: clicks, unique visitors and impressions of every link with any of them in the period. */
export async function linkCountsIn(
  executor: Executor,
  accountId: number,
  span: Span,
): Promise<Map<number, LinkCounts>> {
  const parts = cover(span);
  const ranges = parts.map((part) => ({ ...part, targetId: ALL_LINKS, dimensions: linkDimensions }));
  const rows = await readRanges(executor, accountId, ranges, { ...span, targetId: 'any' });
  const linksOf = await shownLinks(executor, accountId, rows);
  const counts: Counts = new Map();
  await eachTurn(rows, (row) => addLinkRow(counts, row, linksOf, parts[row.range]?.sign));
  return byLink(withoutEmpty(counts));
}

/** The dimensions of all links together that have the figures of each link. */
export const linkDimensions = ['link', 'impression'] as const;

/** Adds what a row, rolled up or recent, has of its target. */
export function addRow(counts: Counts, row: FoundPeriod, dimensions: readonly Dimension[], sign: 1 | -1 = 1): void {
  if (row.range === RECENT) addRecent(counts, row, dimensions);
  else addRolledUp(counts, row, dimensions, sign);
}

/** Adds what a row of any target has of each link. */
export function addLinkRow(
  counts: Counts,
  row: FoundPeriod,
  linksOf: (linkSet: string) => number[],
  sign: 1 | -1 = 1,
): void {
  if (row.range !== RECENT) {
    addRolledUp(counts, row, linkDimensions, sign);
    return;
  }
  for (const [dimension, key, visits, uniques] of readCounts(row.counts)) {
    if (dimension === 'edition') {
      for (const link of linksOf(key)) addCount(counts, 'impression', String(link), visits, uniques);
    } else if (dimension === 'total' && row.target_id > PAGE) {
      addCount(counts, 'link', String(row.target_id), visits, uniques);
    }
  }
}

function byLink(counts: Counts): Map<number, LinkCounts> {
  const links = new Map<number, LinkCounts>();
  for (const [key, { visits, uniques }] of counts.get('link') ?? []) {
    links.set(Number(key), { visits, uniques, impressions: 0 });
  }
  for (const [key, { visits: impressions }] of counts.get('impression') ?? []) {
    links.set(Number(key), { visits: 0, uniques: 0, ...links.get(Number(key)), impressions });
  }
  return links;
}

/** Yields to the event loop while it reads long texts. */
export async function eachTurn(rows: readonly FoundPeriod[], read: (row: FoundPeriod) => void): Promise<void> {
  let length = 0;
  for (const row of rows) {
    if (length > LENGTH_PER_TURN) {
      await yieldToRequests();
      length = 0;
    }
    length += row.counts.length;
    read(row);
  }
}

/** The lists of these dimensions in a rolled-up row. */
function listsIn(row: FoundPeriod, dimensions: readonly Dimension[]): [Dimension, CountList][] {
  if (row.dimension !== SHARED) return [[row.dimension, unpacked(JSON.parse(row.counts) as StoredList)]];
  if (!dimensions.some((dimension) => mayContain(row.counts, dimension))) return [];
  const shared = JSON.parse(row.counts) as SharedLists;
  return dimensions.flatMap((dimension) => {
    const list = listOf(shared, dimension);
    return list ? [[dimension, list]] : [];
  });
}

function addRolledUp(counts: Counts, row: FoundPeriod, dimensions: readonly Dimension[], sign: 1 | -1): void {
  for (const [dimension, list] of listsIn(row, dimensions)) {
    const keys = keysOf(counts, dimension);
    for (let position = 0; position < list.length; position += 3) {
      const [visits, uniques] = [list[position + 1] as number, list[position + 2] as number];
      addToKey(keys, list[position] as string, sign * visits, sign * uniques);
    }
  }
}

function addRecent(counts: Counts, { counts: text }: FoundPeriod, dimensions: readonly Dimension[]): void {
  for (const [dimension, key, visits, uniques] of readCounts(text)) {
    if (dimensions.includes(dimension)) addCount(counts, dimension, key, visits, uniques);
  }
}

/** Subtracting leaves keys without visits. */
function withoutEmpty(counts: Counts): Counts {
  for (const [dimension, keys] of counts) {
    for (const [key, { visits, uniques }] of keys) if (visits === 0 && uniques === 0) keys.delete(key);
    if (keys.size === 0) counts.delete(dimension);
  }
  return counts;
}
