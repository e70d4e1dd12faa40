// Figures of the visits that match filters. They are computed from individual visits, so they reach back as far as the
// retention of visits. Most visits are in segments, which are read by column; the newest are texts.
import { DAY, type Micros } from '../../../contract/time.ts';
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import type { Executor } from '../../storage/tables.ts';
import { countLoose, firstOfEvents } from '../../storage/visits/visit-events.ts';
import { ALL_LINKS, PAGE } from '../../storage/visits/visits.ts';
import { MAX_KEYS, OTHER, open } from '../count/bounded-keys.ts';
import { addCount, type Count, type Counts } from '../count/counts.ts';
import { linesIn, readKept } from '../count/kept-events.ts';
import { ALL_PARTS } from '../segments/format.ts';
import { positionsBetween } from '../segments/segment-reader.ts';
import type { Span } from './cover.ts';
import { filterRanges, type TimeRange } from './filter-ranges.ts';
import { joinReaders, step } from './reader-turns.ts';
import { columnReader, type FoundVisits } from './segment-cache.ts';
import { countSegment, type FigureSink, partsFor, type SegmentQuery, UNIQUE } from './segment-figures.ts';
import { addToSum, createTimeSums, type TimeSum } from './time-sums.ts';
import { type Filters, matches, prefilterFor } from './value-filters.ts';

/** A step takes at most about this time, and then gives way to other requests. */
const STEP_MS = 2;

export interface FilteredQuery {
  accountId: number;
  /** The page, a link, or all links together (also ALL_LINKS), which have their own unique visitors. */
  targetId: number | 'links';
  /** Both are on a quarter of an hour. */
  span: { from: Micros; to: Micros };
  filters: Filters;
}

export interface WantedFigures {
  dimensions: readonly VisitDimension[];
  quarters: boolean;
  /** As for `quarterFigures`. */
  bounds?: readonly Micros[] | undefined;
  links: boolean;
}

export type FilteredQuarter = Pick<TimeSum, 'start' | 'visits' | 'uniques' | 'bots'>;

export interface FilteredFigures {
  /** The start of the account's stored visits. */
  since: Micros | undefined;
  /** The wanted dimensions, and always `total`. */
  counts: Counts;
  /** In time order. Quarters without anything are left out. */
  quarters: FilteredQuarter[];
  /** Clicks of each link, with the unique visitors of that link. */
  links: Map<number, Count>;
}

export async function filteredFigures(
  executor: Executor,
  { accountId, targetId, span, filters }: FilteredQuery,
  wanted: WantedFigures,
): Promise<FilteredFigures> {
  const target = targetId === 'links' ? ALL_LINKS : targetId;
  const linkId = target === PAGE || target === ALL_LINKS ? undefined : target;
  const query: SegmentQuery = { ...wanted, filters, linkId, isLinks: target === ALL_LINKS };
  const parts = partsFor(query);
  const { read, cachedValues } = columnReader(executor, { accountId, targetId: target }, [ALL_PARTS, ...parts]);
  const tally = createTally(span, wanted.bounds);
  const leave = joinReaders(accountId);
  try {
    const since = await firstOfEvents(executor, accountId);
    // The next range is read while this one is counted, if the engine reads in the background.
    let next: { range: TimeRange; visits: Promise<FoundVisits> } | undefined;
    const count = async ({ range, visits }: NonNullable<typeof next>) => countFound(await visits, range, query, tally);
    const of = target === PAGE ? PAGE : ALL_LINKS;
    const days = await countLoose(executor, { accountId, targetId: of, ...span });
    const inSegments = days.filter(({ count, loose }) => count > loose).map(({ start }) => start);
    const columns = { count: parts.length, cachedValues };
    for await (const range of filterRanges(executor, accountId, of, span, days, columns)) {
      const current = next;
      next = { range, visits: read(range, inSegments) };
      // If counting fails, the failure of this read does not matter.
      next.visits.catch(() => {});
      if (current) await count(current);
    }
    if (next) await count(next);
    return { since, ...tally.figures() };
  } finally {
    leave();
  }
}

async function countFound(
  { segments, texts }: FoundVisits,
  range: TimeRange,
  query: SegmentQuery,
  tally: Tally,
): Promise<void> {
  await step();
  let began = performance.now();
  const giveWay = async () => {
    if (performance.now() - began < STEP_MS) return;
    await step();
    began = performance.now();
  };
  for (const segment of segments) {
    countSegment(segment, positionsBetween(segment, range.from, range.to), query, tally.sinkFor(segment.day));
    await giveWay();
  }
  const mayMatch = prefilterFor(query.filters);
  for (const { target_id, events } of texts) {
    if (!mayMatch(events)) continue;
    for (const [index, line] of linesIn(events).entries()) {
      if (mayMatch(line)) tally.addLine(line, target_id, range, query);
      if (index % 500 === 0) await giveWay();
    }
  }
}

interface Tally {
  sinkFor(day: Micros): FigureSink;
  addLine(line: string, targetId: number, range: TimeRange, query: SegmentQuery): void;
  figures(): Omit<FilteredFigures, 'since'>;
}

function createTally(span: Span, bounds: WantedFigures['bounds']): Tally {
  const counts: Counts = new Map();
  const sums = createTimeSums(span, bounds);
  const links = new Map<number, Count>();

  function add(dimension: VisitDimension | 'total', key: string, visits: number, uniques: number): void {
    const keys = counts.get(dimension);
    const count = keys?.get(key);
    if (count) {
      count.visits += visits;
      count.uniques += uniques;
      return;
    }
    const isOwn = !open.has(dimension) || !keys || keys.size < MAX_KEYS;
    addCount(counts, dimension, isOwn ? key : OTHER, visits, uniques);
  }

  const numbered = new Map<VisitDimension, Map<readonly string[], NumberedSums>>();

  function addNumbered(
    dimension: VisitDimension,
    values: readonly string[],
    numbers: Uint32Array,
    more: Uint32Array,
  ): void {
    const byValues = numbered.get(dimension) ?? new Map<readonly string[], NumberedSums>();
    numbered.set(dimension, byValues);
    let sums = byValues.get(values);
    if (!sums || sums.visits.length < values.length) {
      sums = largerSums(sums, values.length);
      byValues.set(values, sums);
    }
    const { visits, uniques } = sums;
    for (let code = 0; code < more.length; code += 1) {
      const count = more[code]!;
      visits[numbers[code]!]! += count % UNIQUE;
      uniques[numbers[code]!]! += count >>> 16;
    }
  }

  function addNumberedSums(): void {
    for (const [dimension, byValues] of numbered) {
      for (const [values, { visits, uniques }] of byValues) {
        for (let number = 1; number < visits.length; number += 1) {
          if (visits[number]! > 0) add(dimension, values[number]!, visits[number]!, uniques[number]!);
        }
      }
    }
    numbered.clear();
  }

  function addLink(linkId: number, visits: number, uniques: number): void {
    const count = links.get(linkId);
    if (count) {
      count.visits += visits;
      count.uniques += uniques;
    } else links.set(linkId, { visits, uniques });
  }

  return {
    sinkFor: (day) => ({
      add,
      addNumbered,
      addLink,
      quarters: () => sums.ofDay(day),
    }),
    addLine(line, targetId, range, { filters, isLinks, dimensions, quarters: hasQuarters, links: hasLinks }) {
      const event = readKept(line, targetId);
      if (event.at < range.from || event.at >= range.to || !matches(event, filters)) return;
      const visits = event.kind === 'counted' ? 1 : 0;
      const uniques = (isLinks ? event.isNewToLinks : event.isUnique) ? 1 : 0;
      if (visits > 0) add('total', '', visits, uniques);
      for (const dimension of dimensions) {
        // A request that is not a visit has only a kind.
        const key = dimension !== 'kind' ? event.of(dimension) : event.kind === 'counted' ? undefined : event.kind;
        if (key !== undefined) add(dimension, key, 1, uniques);
      }
      if (hasQuarters) {
        const day = sums.ofDay(event.at - (event.at % DAY));
        addToSum(day, event.at, 'visits', visits);
        addToSum(day, event.at, 'uniques', uniques);
        addToSum(day, event.at, 'bots', 1 - visits);
      }
      if (hasLinks && visits > 0 && targetId !== PAGE) addLink(targetId, visits, event.isUnique ? 1 : 0);
    },
    figures() {
      addNumberedSums();
      return {
        counts,
        quarters: sums.found().map(({ start, visits, uniques, bots }) => ({ start, visits, uniques, bots })),
        links,
      };
    },
  };
}

interface NumberedSums {
  visits: Float64Array;
  uniques: Float64Array;
}

/** With room for more than that. */
function largerSums(sums: NumberedSums | undefined, length: number): NumberedSums {
  const larger = { visits: new Float64Array(2 * length), uniques: new Float64Array(2 * length) };
  if (sums) for (const name of ['visits', 'uniques'] as const) larger[name].set(sums[name]);
  return larger;
}
