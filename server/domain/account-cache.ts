// What is made of an account's data is kept in memory until the account changes.
import { createSingleFlightCache } from '../cache/single-flight-cache.ts';
import type { Freshness, Stamp } from '../storage/changes.ts';

export interface AccountCache<Key, Value> {
  /** Undefined where nothing is kept, or nothing that is still true. */
  get(key: Key): Value | undefined;
  /** Makes it, or waits for whoever is at it. What comes to nothing is not kept. */
  make(key: Key, accountId: number, make: () => Promise<Value | undefined>): Promise<Value | undefined>;
  /**
   * What `work` gives; where it fails since the store is away, what was kept last, which may have changed since and is
   * better than nothing. Until the store is back, nobody else waits to find that out. For what anybody may see: what lets
   * somebody in must not outlive its end.
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
  /** For what ends by itself, though nobody changes anything. */
  isOver?(value: Value): boolean;
}

interface Mark {
  accountId: number;
  stamp: Stamp;
}

/** Whoever finds that a store is away has found it out for all that is kept of it. */
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
    // A name may belong to another account than before.
    isFresh: ({ accountId, stamp }, wanted) =>
      (wanted === undefined || wanted.accountId === accountId) && freshness.isFresh(stamp, accountId, 'account'),
    isOver,
  });
  const absence = absenceOf(freshness);
  let isTrying = false;

  async function asked(
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
    // The stamp is taken before anything is read: a change meanwhile makes the value stale.
    make: (key, accountId, make) => cache.make(key, { accountId, stamp: freshness.stamp(accountId) }, make),
    async orLast(key, work, isStoreAway) {
      const last = absence.isKnown ? cache.last(key) : undefined;
      if (last === undefined) return asked(key, work, isStoreAway);
      // Whether it is back is tried by one at a time, for whom nobody waits.
      if (!isTrying) {
        isTrying = true;
        const done = () => {
          isTrying = false;
        };
        asked(key, work, isStoreAway).then(done, done);
      }
      return last;
    },
    figures: cache.figures,
  };
}
