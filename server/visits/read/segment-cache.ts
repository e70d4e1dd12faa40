// Rows of segments in memory. Filters read the same columns again and again: the dashboard asks for the series, the
// breakdowns and the links of a selection, and then for the next selection. A segment is never changed, only replaced
// by one with another number, so a cached row cannot be stale. Which segments there are is still read from the
// database, by the statement that also reads the rows that are not cached.
import { LRUCache } from 'lru-cache';
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import {
  nameOfRow,
  type OtherVisits,
  readOtherVisits,
  readStoredVisits,
  type StoredVisits,
} from '../../storage/visits/visit-segments.ts';
import { ALL_LINKS, PAGE } from '../../storage/visits/visits.ts';
import { valuesOf } from '../segments/column-codes.ts';
import { contentsOf, type RowContents, type SegmentRow } from '../segments/segment-reader.ts';
import type { TimeRange } from './filter-ranges.ts';

export interface SegmentCacheFigures {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

export interface VisitRows {
  segments: SegmentRow[];
  texts: Pick<StoredVisits, 'target_id' | 'events'>[];
}

/** Reads some columns of a target's segments, and its texts. */
export interface ColumnReader {
  /** Everything that contains visits of the range. */
  read(range: TimeRange): Promise<VisitRows>;
  /** How many values of the UTC day are cached. A visit has one in each column. */
  cachedValues(day: Micros): number;
}

type CachedRow = Pick<StoredVisits, 'target_id' | 'day' | 'number' | 'part' | 'count'> & { contents: RowContents };

/** The rows of a UTC day by `nameOfRow`. */
type CachedDay = Map<number, CachedRow>;

interface SegmentCache {
  dialect: Store['dialect'];
  maxBytes: number;
  days: LRUCache<string, CachedDay>;
  /** The cached days of each target. */
  starts: Map<string, Set<Micros>>;
  /** Values of columns. Days have mostly the same, and equal strings are compared faster if they are the same one. */
  values: Map<string, string>;
  hits: number;
  misses: number;
}

/** Of a row, and of a value in its list. */
const ROW_BYTES = 600;
const REFERENCE_BYTES = 8;
/** One read uses at most this share. A longer one would evict its own first rows before the next read needs them. */
const SHARE_OF_READ = 0.75;
/** Longer lists stay text: their strings would take more memory, and looking each of them up more time. */
const MAX_LIST = 256;
const MAX_VALUES = 20_000;

const caches = new WeakMap<Executor, SegmentCache>();

/** From now on, reads outside of transactions are cached. */
export function cacheSegments(
  { read, dialect }: Pick<Store, 'read' | 'dialect'>,
  maxBytes: number,
): () => SegmentCacheFigures {
  const starts: SegmentCache['starts'] = new Map();
  const days = new LRUCache<string, CachedDay>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
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
  const cache: SegmentCache = { dialect, maxBytes, days, starts, values: new Map(), hits: 0, misses: 0 };
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

function bytesOf(day: CachedDay): number {
  let bytes = 1;
  for (const row of day.values()) bytes += bytesOfRow(row);
  return bytes;
}

function bytesOfRow({ contents: { columns, quarters } }: CachedRow): number {
  let bytes = ROW_BYTES + quarters.length;
  for (const [, { values, data, start }] of columns) {
    bytes += typeof values === 'string' ? values.length : REFERENCE_BYTES * values.length;
    // All columns of a row share its data.
    if (start === 0) bytes += data.length;
  }
  return bytes;
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
  const readOthers: ReadOthers = (range, known) =>
    readOtherVisits(executor, cache.dialect, { accountId, targetId, ...range }, parts, known);
  return cachedReader(cache, target, parts, readAll, readOthers);
}

type ReadOthers = (range: TimeRange, known: readonly number[]) => Promise<OtherVisits>;

function inTwo(rows: readonly StoredVisits[]): Record<keyof VisitRows, StoredVisits[]> {
  const isText = ({ events }: StoredVisits) => events !== '';
  return { segments: rows.filter((row) => !isText(row)), texts: rows.filter(isText) };
}

function cachedReader(
  cache: SegmentCache,
  target: string,
  parts: readonly number[],
  readAll: ColumnReader['read'],
  readOthers: ReadOthers,
): ColumnReader {
  const { days } = cache;
  let left = cache.maxBytes * SHARE_OF_READ;

  function rowsIn({ from, to }: TimeRange): CachedDay {
    const rows: CachedDay = new Map();
    for (const start of cache.starts.get(target) ?? []) {
      if (start <= from - DAY || start >= to) continue;
      for (const [name, row] of days.get(keyOf(target, start))!) if (parts.includes(row.part)) rows.set(name, row);
    }
    return rows;
  }

  /** Adds rows, and removes those of segments that are gone. */
  function update(found: readonly CachedRow[], gone: Iterable<number>): void {
    const changed = new Map<Micros, CachedDay>();
    const dayAt = (start: Micros) => {
      // A copy: the cache does not measure a value again if it is the same object.
      const day = changed.get(start) ?? new Map(days.peek(keyOf(target, start)));
      changed.set(start, day);
      return day;
    };
    for (const row of found) {
      if (left <= 0) break;
      left -= bytesOfRow(row);
      dayAt(row.day).set(nameOfRow(row), row);
    }
    for (const name of gone) dayAt(name - (name % DAY)).delete(name);
    for (const [start, day] of changed) {
      if (day.size > 0) days.set(keyOf(target, start), day);
      else days.delete(keyOf(target, start));
    }
  }

  async function read(range: TimeRange): Promise<VisitRows> {
    const known = rowsIn(range);
    const { rows, present } = await readOthers(range, [...known.keys()]);
    const { segments, texts } = inTwo(rows);
    const hits: CachedRow[] = [];
    const gone: number[] = [];
    for (const [name, row] of known) {
      const count = present.get(name);
      if (count === row.count) hits.push(row);
      // Of days that are only partly in the range, not all segments are read.
      else if (count === undefined && isWithin(row.day, range)) gone.push(name);
      else if (count !== undefined) {
        // The database went back in time: a replica has taken over that did not have the latest segments.
        days.clear();
        return readAll(range);
      }
    }
    for (const row of hits) left -= bytesOfRow(row);
    const found = segments.map((row) => cacheable(row, cache.values));
    update(found, gone);
    cache.hits += hits.length;
    cache.misses += found.length;
    return { segments: [...hits, ...found], texts };
  }

  return {
    read,
    cachedValues(start) {
      let values = 0;
      for (const { part, count } of days.peek(keyOf(target, start))?.values() ?? []) {
        if (parts.includes(part)) values += count;
      }
      return values;
    },
  };
}

function isWithin(day: Micros, { from, to }: TimeRange): boolean {
  return day >= from && day + DAY <= to;
}

/** The row with its contents, and with short lists of values that share their strings with other rows. */
function cacheable(stored: StoredVisits, known: Map<string, string>): CachedRow {
  const { target_id, day, number, part, count } = stored;
  const { columns, quarters } = contentsOf(stored);
  const contents = {
    quarters,
    columns: columns.map(([name, column]) => {
      if (column.size > MAX_LIST) return [name, column] as const;
      return [name, { ...column, values: valuesOf(column).map((value) => shared(value, known)) }] as const;
    }),
  };
  return { target_id, day, number, part, count, contents };
}

function shared(value: string, known: Map<string, string>): string {
  const same = known.get(value);
  if (same !== undefined) return same;
  if (known.size >= MAX_VALUES) known.clear();
  // A part of a longer string would keep all of it in memory.
  const copy = Buffer.from(value).toString();
  known.set(copy, copy);
  return copy;
}
