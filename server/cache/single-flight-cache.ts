// A bounded in-memory cache with single-flight: concurrent requests for a key share one computation. A value is cached
// with a mark, such as a stamp or a time, that decides whether it is still fresh. A cache whose values never become
// stale needs no marks.
import { LRUCache } from 'lru-cache';

export interface CacheOptions<Key, Value, Mark> {
  maxBytes: number;
  bytesOf(value: Value, key: Key): number;
  /**
   * Whether a value with this mark is still fresh. `wanted` is the mark of a caller of `make` that could join a flight.
   */
  isFresh?(mark: Mark, wanted: Mark | undefined): boolean;
  /** For values that expire by themselves. */
  isOver?(value: Value): boolean;
}

export interface SingleFlightCache<Key, Value, Mark> {
  /** Undefined on a cache miss, or if the value is stale. */
  get(key: Key): Value | undefined;
  /** The cached value, even if it is stale. */
  last(key: Key): Value | undefined;
  /** Computes the value, or joins a fresh flight. A result of undefined is returned but not cached. */
  make(key: Key, mark: Mark, produce: () => Promise<Value | undefined>): Promise<Value | undefined>;
  /** Joins a fresh flight, for callers that `begin` flights themselves. */
  join(key: Key, wanted?: Mark): Promise<Value | undefined> | undefined;
  /** For callers that cannot compute the value in one function. */
  begin(key: Key, mark: Mark): Flight<Value>;
  figures(): { hits: number; misses: number; entries: number; bytes: number };
}

/** A computation in progress. Only the first outcome counts. */
export interface Flight<Value> {
  readonly value: Promise<Value | undefined>;
  settle(value: Value | undefined): void;
  fail(error: unknown): void;
}

interface Entry<Value, Mark> {
  mark: Mark;
  value: Value;
}

/**
 * One hit in so many moves its entry to the end of the LRU list. That touches the entries before and after it, and with
 * very many entries those are rarely in the processor's cache. Entries that are used often stay all the same.
 */
const HITS_PER_MOVE = 8;
/** The entry itself, its key, and its node in the LRU list. */
const ENTRY_BYTES = 512;

export function createSingleFlightCache<Key extends string | number, Value, Mark = undefined>({
  maxBytes,
  bytesOf,
  isFresh = () => true,
  isOver = () => false,
}: CacheOptions<Key, Value, Mark>): SingleFlightCache<Key, Value, Mark> {
  const entries = new LRUCache<Key, Entry<Value, Mark>>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => Math.ceil(bytesOf(value, key)) + ENTRY_BYTES,
  });
  const flights = new Map<Key, Flight<Value> & { mark: Mark }>();
  let hits = 0;
  let misses = 0;

  function join(key: Key, wanted?: Mark): Promise<Value | undefined> | undefined {
    const flight = flights.get(key);
    if (!flight || !isFresh(flight.mark, wanted)) return undefined;
    hits += 1;
    return flight.value;
  }

  function begin(key: Key, mark: Mark): Flight<Value> {
    misses += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>();
    /** Returns false if a newer flight has replaced this one. */
    function land(): boolean {
      return flights.get(key) === flight && flights.delete(key);
    }
    const flight = {
      mark,
      value: promise,
      settle(value: Value | undefined) {
        if (land()) {
          if (value === undefined) entries.delete(key);
          else entries.set(key, { mark, value });
        }
        resolve(value);
      },
      fail(error: unknown) {
        land();
        reject(error);
      },
    };
    flights.set(key, flight);
    return flight;
  }

  return {
    get(key) {
      const entry = hits % HITS_PER_MOVE === 0 ? entries.get(key) : entries.peek(key);
      if (!entry || !isFresh(entry.mark, undefined) || isOver(entry.value)) return undefined;
      hits += 1;
      return entry.value;
    },
    last: (key) => entries.get(key)?.value,
    make(key, mark, produce) {
      const joined = join(key, mark);
      if (joined) return joined;
      const flight = begin(key, mark);
      // Async, so that a synchronous throw also fails the flight.
      const computed = async () => produce();
      computed().then(flight.settle, flight.fail);
      return flight.value;
    },
    join,
    begin,
    figures: () => ({ hits, misses, entries: entries.size, bytes: entries.calculatedSize }),
  };
}
