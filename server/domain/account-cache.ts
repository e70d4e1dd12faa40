// An in-memory cache of values derived from an account's data. A change of the account invalidates them.
import { createSingleFlightCache } from '../cache/single-flight-cache.ts';
import type { Freshness, Stamp } from '../storage/changes.ts';

export interface AccountCache<Key, Value> {
  /** Undefined on a cache miss, also if the entry is stale. */
  get(key: Key): Value | undefined;
  /** Computes the value, single-flight. Undefined is not cached. */
  make(key: Key, accountId: number, make: () => Promise<Value | undefined>): Promise<Value | undefined>;
  /**
   * The result of `work`, or the last cached value (possibly stale) if the store is unavailable. Until the store is back,
   * other callers get the last value at once. Only for public data: stale data must never grant access.
   */
  orLast(
    key: Key,
    work: () => Promise<Value | undefined>,
    isStoreAway: (error: unknown) => boolean,
  ): Promise<Value | undefined>;
  figures(): { hits: number; misses: number; entries: number; bytes: number };
}

export interface AccountCacheOptions<Value> {
  freshness: Freshness;
  mostBytes: number;
  bytesOf(value: Value): number;
  /** Whether a value has expired by itself, without a change. */
  isOver?(value: Value): boolean;
}

interface Mark {
  accountId: number;
  stamp: Stamp;
}

/** Whether the store is known to be unavailable, shared by all caches of the store. */
const absences = new WeakMap<Freshness, { isKnown: boolean }>();

function absenceOf(freshness: Freshness): { isKnown: boolean } {
  const absence = absences.get(freshness) ?? { isKnown: false };
  absences.set(freshness, absence);
  return absence;
}

export function createAccountCache<Key extends string | number, Value>({
  freshness,
  mostBytes,
  bytesOf,
  isOver = () => false,
}: AccountCacheOptions<Value>): AccountCache<Key, Value> {
  const cache = createSingleFlightCache<Key, Value, Mark>({
    maxBytes: mostBytes,
    bytesOf,
    // A name may have moved to another account.
    isFresh: ({ accountId, stamp }, wanted) =>
      (wanted === undefined || wanted.accountId === accountId) && freshness.isFresh(stamp, accountId, 'account'),
    isOver,
  });
  const absence = absenceOf(freshness);
  let isTrying = false;

  async function attempt(
    key: Key,
    work: () => Promise<Value | undefined>,
    isStoreAway: (error: unknown) => boolean,
  ): Promise<Value | undefined> {
    try {
      const value = await work();
      absence.isKnown = false;
      return value;
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      absence.isKnown = true;
      const last = cache.last(key);
      if (last === undefined) throw error;
      return last;
    }
  }

  return {
    get: cache.get,
    // The stamp is taken before reading: a change meanwhile makes the value stale.
    make: (key, accountId, make) => cache.make(key, { accountId, stamp: freshness.stamp(accountId) }, make),
    async orLast(key, work, isStoreAway) {
      const last = absence.isKnown ? cache.last(key) : undefined;
      if (last === undefined) return attempt(key, work, isStoreAway);
      // One background attempt at a time checks whether the store is back.
      if (!isTrying) {
        isTrying = true;
        const done = () => {
          isTrying = false;
        };
        attempt(key, work, isStoreAway).then(done, done);
      }
      return last;
    },
    figures: cache.figures,
  };
}
