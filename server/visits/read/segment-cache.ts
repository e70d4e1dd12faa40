// Segments in memory. Filters read the same columns again and again: the dashboard asks for the series, the breakdowns and
// the links of a selection, and then for the next selection. A visit in a segment never changes, and leaves the segments
// of its day only with the whole day, so a cached day is complete if the database counts as many visits in its segments.
// The statement that reads this count also reads what is not cached, and the texts: each visit is read once.
import { LRUCache } from 'lru-cache';
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import {
  type PartsInRange,
  readStoredVisits,
  readVisitsByDay,
  type StoredVisits,
  type VisitsByDay,
} from '../../storage/visits/visit-segments.ts';
import { ALL_LINKS, PAGE } from '../../storage/visits/visits.ts';
import { type Segment, segmentsIn } from '../segments/segment-reader.ts';
import type { TimeRange } from './filter-ranges.ts';
import { createSharedLists, type SharedLists } from './shared-lists.ts';

export interface SegmentCacheFigures {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

export interface FoundVisits {
  segments: readonly Segment[];
  texts: Pick<StoredVisits, 'target_id' | 'events'>[];
}

/** Reads some columns of a target's segments, and its texts. */
export interface ColumnReader {
  /** Everything that contains visits of the range. `days` are those that have segments, as far as is known. */
  read(range: TimeRange, days: readonly Micros[]): Promise<FoundVisits>;
  /** How many values of the UTC day are cached. A visit has one in each column. */
  cachedValues(day: Micros): number;
}

interface CachedDay {
  visits: number;
  /** The parts that were read. */
  parts: ReadonlySet<number>;
  segments: readonly Segment[];
  bytes: number;
}

interface SegmentCache {
  maxBytes: number;
  days: LRUCache<string, CachedDay>;
  /** The cached days of each target. */
  starts: Map<string, Set<Micros>>;
  lists: SharedLists;
  /** Columns of segments that were not read, and others. */
  hits: number;
  misses: number;
}

/** Of a segment, of a column, and of a value in its list and its number. */
const SEGMENT_BYTES = 500;
const COLUMN_BYTES = 400;
const REFERENCE_BYTES = 8;
const NUMBER_BYTES = 4;
/** One read uses at most this share. A longer one would evict its own first days before the next read needs them. */
const SHARE_OF_READ = 0.75;
/** Of one statement. If more are missing, some days are read again. */
const MAX_RANGES = 8;
/** Segments can change between two statements. */
const MAX_ATTEMPTS = 3;

const caches = new WeakMap<Executor, SegmentCache>();

/** From now on, reads outside of transactions are cached. */
export function cacheSegments({ read }: Pick<Store, 'read'>, maxBytes: number): () => SegmentCacheFigures {
  const starts: SegmentCache['starts'] = new Map();
  const days = new LRUCache<string, CachedDay>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    onInsert(_day, key) {
      const [target, start] = targetAndStart(key);
      const others = starts.get(target);
      if (others) others.add(start);
      else starts.set(target, new Set([start]));
    },
    // Also before another day takes its place, which is then inserted unless it is too large.
    dispose(_day, key) {
      const [target, start] = targetAndStart(key);
      const others = starts.get(target)!;
      others.delete(start);
      if (others.size === 0) starts.delete(target);
    },
  });
  const cache: SegmentCache = { maxBytes, days, starts, lists: createSharedLists(), hits: 0, misses: 0 };
  caches.set(read, cache);
  return () => ({ hits: cache.hits, misses: cache.misses, entries: days.size, bytes: days.calculatedSize });
}

function keyOf(target: string, start: Micros): string {
  return `${target} ${start}`;
}

function targetAndStart(key: string): [target: string, start: Micros] {
  const space = key.lastIndexOf(' ');
  return [key.slice(0, space), Number(key.slice(space + 1))];
}

/** `targetId` is the page, all links or one of them. `parts` are the columns that are needed. */
export function columnReader(
  executor: Executor,
  { accountId, targetId }: { accountId: number; targetId: number },
  parts: readonly number[],
): ColumnReader {
  const cache = caches.get(executor);
  const readAll = async (range: TimeRange) =>
    inTwo(await readStoredVisits(executor, { accountId, targetId, ...range }, parts));
  if (!cache) return { read: readAll, cachedValues: () => 0 };
  const target = `${accountId} ${targetId === PAGE ? PAGE : ALL_LINKS}`;
  const readSome = (range: TimeRange, wanted: readonly PartsInRange[]) =>
    readVisitsByDay(executor, { accountId, targetId, ...range }, wanted);
  return cachedReader(cache, target, parts, readAll, readSome);
}

function inTwo(rows: readonly StoredVisits[]): FoundVisits {
  const isText = ({ events }: StoredVisits) => events !== '';
  return { segments: segmentsIn(rows.filter((row) => !isText(row))), texts: rows.filter(isText) };
}

function cachedReader(
  cache: SegmentCache,
  target: string,
  parts: readonly number[],
  readAll: (range: TimeRange) => Promise<FoundVisits>,
  readSome: (range: TimeRange, wanted: readonly PartsInRange[]) => Promise<VisitsByDay>,
): ColumnReader {
  const { days } = cache;
  let left = cache.maxBytes * SHARE_OF_READ;

  /** Cached days that have all columns, or get the others by this read. */
  function knownDays(range: TimeRange, starts: readonly Micros[]): Map<Micros, CachedDay> {
    const known = new Map<Micros, CachedDay>();
    for (const start of starts) {
      const day = days.get(keyOf(target, start));
      if (day && (isWithin(start, range) || missingIn(day, parts).length === 0)) known.set(start, day);
    }
    return known;
  }

  /** Another read may have cached other columns of the same segments meanwhile. */
  function put(start: Micros, day: CachedDay): void {
    const key = keyOf(target, start);
    const current = days.peek(key);
    const isSame = current?.visits === day.visits;
    days.set(key, (isSame && withColumns(day, current.parts, current.segments)) || day);
  }

  /** Caches the day if it is complete. */
  function newDay(start: Micros, found: readonly Segment[], inSegments: number | undefined): readonly Segment[] {
    const visits = found.reduce((sum, { count }) => sum + count, 0);
    if (visits !== inSegments || left <= 0) return found;
    const day = dayOf(visits, parts, found.map(cache.lists.share));
    left -= day.bytes;
    put(start, day);
    return day.segments;
  }

  /** Adds the columns that were read, also those without any value. Undefined if there are other segments now. */
  function knownDay(start: Micros, day: CachedDay, found: readonly Segment[]): readonly Segment[] | undefined {
    const isRead = found.length > 0 || missingIn(day, parts).length > 0;
    const current = isRead ? withColumns(day, parts, found.map(cache.lists.share)) : day;
    if (!current) return undefined;
    left -= current.bytes;
    if (isRead && left > 0) put(start, current);
    return current.segments;
  }

  /** What is in the range, or all days that have segments if these have changed. */
  async function attempt(range: TimeRange, starts: readonly Micros[]): Promise<FoundVisits | Micros[]> {
    const known = knownDays(range, starts);
    const { rows, inSegments } = await readSome(range, rangesOf(range, starts, known, parts));
    const { segments: read, texts } = inTwo(rows);
    const byDay = Map.groupBy(read, ({ day }) => day);
    const segments: Segment[] = [];
    const expected = new Set(starts);
    let isChanged = false;
    for (const start of ascending(new Set([...inSegments.keys(), ...byDay.keys()]))) {
      const [day, some = []] = [known.get(start), byDay.get(start)];
      let found: readonly Segment[] | undefined;
      if (!day) found = expected.has(start) || some.length > 0 ? newDay(start, some, inSegments.get(start)) : undefined;
      else if (day.visits === inSegments.get(start)) found = knownDay(start, day, some);
      if (found) segments.push(...found);
      else {
        isChanged = true;
        days.delete(keyOf(target, start));
      }
    }
    for (const start of cache.starts.get(target) ?? []) {
      if (isWithin(start, range) && !inSegments.has(start)) days.delete(keyOf(target, start));
    }
    if (isChanged) return [...inSegments.keys()];
    const misses = columnsIn(read, parts);
    cache.misses += misses;
    cache.hits += columnsIn(segments, parts) - misses;
    return { segments, texts };
  }

  return {
    async read(range, expected) {
      let starts = expected;
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
        const inRange = starts.filter((start) => start > range.from - DAY && start < range.to);
        const found = await attempt(range, ascending(inRange));
        if (!Array.isArray(found)) return found;
        starts = found;
      }
      return readAll(range);
    },
    cachedValues(start) {
      const day = days.peek(keyOf(target, start));
      return day ? day.visits * (parts.length - missingIn(day, parts).length) : 0;
    },
  };
}

function ascending(starts: Iterable<Micros>): Micros[] {
  return [...starts].sort((a, b) => a - b);
}

function isWithin(day: Micros, { from, to }: TimeRange): boolean {
  return day >= from && day + DAY <= to;
}

function missingIn(day: CachedDay, parts: readonly number[]): number[] {
  return parts.filter((part) => !day.parts.has(part));
}

function columnsIn(segments: readonly Segment[], parts: readonly number[]): number {
  let count = 0;
  for (const { columns } of segments) for (const part of parts) if (columns.has(part)) count += 1;
  return count;
}

function dayOf(visits: number, parts: Iterable<number>, segments: readonly Segment[]): CachedDay {
  return { visits, parts: new Set(parts), segments, bytes: bytesOf(segments) };
}

function bytesOf(segments: readonly Segment[]): number {
  let bytes = 1;
  for (const { columns, quarters } of segments) {
    bytes += SEGMENT_BYTES + quarters.length;
    for (const { size, values, data, start } of columns.values()) {
      bytes +=
        COLUMN_BYTES +
        NUMBER_BYTES * size +
        (typeof values === 'string' ? values.length : REFERENCE_BYTES * values.length);
      // All columns of a row share its data.
      if (start === 0) bytes += data.length;
    }
  }
  return bytes;
}

/** The day with more columns of its segments. Undefined if some are of other segments. */
function withColumns(
  { visits, parts, segments }: CachedDay,
  moreParts: Iterable<number>,
  more: readonly Segment[],
): CachedDay | undefined {
  const others = new Map(more.map((segment) => [segment.number, segment]));
  const joined = segments.map((segment) => {
    const other = others.get(segment.number);
    if (other?.count !== segment.count) return segment;
    others.delete(segment.number);
    return { ...segment, columns: new Map([...segment.columns, ...other.columns]) };
  });
  return others.size === 0 ? dayOf(visits, [...parts, ...moreParts], joined) : undefined;
}

/** What must be read: days that are not known, with the empty days around them, and the missing columns of others. */
function rangesOf(
  { from, to }: TimeRange,
  starts: readonly Micros[],
  known: ReadonlyMap<Micros, CachedDay>,
  parts: readonly number[],
): PartsInRange[] {
  const ranges: PartsInRange[] = [];
  /** Nothing has to be read between the last range and here. */
  let isAfterGap = false;
  const add = (start: Micros, end: Micros, some: readonly number[]) => {
    const last = ranges.at(-1);
    const isSame = last?.parts.length === some.length && some.every((part, index) => last.parts[index] === part);
    if (last && ((isSame && !isAfterGap) || ranges.length === MAX_RANGES)) {
      last.to = end;
      if (!isSame) last.parts = parts;
    } else ranges.push({ from: start, to: end, parts: some });
    isAfterGap = false;
  };
  let at = from;
  let hasNew = known.size === 0;
  for (const start of starts) {
    const day = known.get(start);
    if (!day) {
      hasNew = true;
      continue;
    }
    if (hasNew) add(at, start, parts);
    hasNew = false;
    at = Math.min(to, start + DAY);
    const missing = missingIn(day, parts);
    if (missing.length > 0) add(start, at, missing);
    else isAfterGap = true;
  }
  if (hasNew) add(at, to, parts);
  return ranges;
}
