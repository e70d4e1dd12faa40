// What is made of an account's data is kept in memory until the account changes. Where the same is asked for again while
// it is being made, it is made once for all who ask.
import { LRUCache } from 'lru-cache';
import type { Freshness, Stamp } from '../storage/changes.ts';

export interface Kept<Key, Value> {
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

export interface KeptOptions<Value> {
  freshness: Freshness;
  mostBytes: number;
  bytesOf(value: Value): number;
  /** For what ends by itself, though nobody changes anything. */
  isOver?(value: Value): boolean;
}

interface Entry<Value> {
  accountId: number;
  stamp: Stamp;
  value: Value;
}

interface Making<Value> {
  accountId: number;
  stamp: Stamp;
  value: Promise<Value | undefined>;
}

/** Whoever finds that a store is away has found it out for all that is kept of it. */
const absences = new WeakMap<Freshness, { isKnown: boolean }>();

function absenceOf(freshness: Freshness): { isKnown: boolean } {
  const absence = absences.get(freshness) ?? { isKnown: false };
  absences.set(freshness, absence);
  return absence;
}

/** What an entry takes beside its bytes: itself, its key, its place in the order of use. */
const ENTRY_BYTES = 512;

export function createKept<Key extends string | number, Value>({
  freshness,
  mostBytes,
  bytesOf,
  isOver = () => false,
}: KeptOptions<Value>): Kept<Key, Value> {
  const kept = new LRUCache<Key, Entry<Value>>({
    maxSize: mostBytes,
    sizeCalculation: ({ value }) => bytesOf(value) + ENTRY_BYTES,
  });
  const making = new Map<Key, Making<Value>>();
  let hits = 0;
  let misses = 0;
  const absence = absenceOf(freshness);
  let isTrying = false;

  const isFresh = ({ stamp, accountId }: { stamp: Stamp; accountId: number }) =>
    freshness.isFresh(stamp, accountId, 'account');

  async function begin(
    key: Key,
    accountId: number,
    stamp: Stamp,
    make: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const value = await make();
    if (value === undefined) kept.delete(key);
    else kept.set(key, { accountId, stamp, value });
    return value;
  }

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
      const last = kept.get(key);
      if (!last) throw error;
      return last.value;
    }
  }

  return {
    get(key) {
      const entry = kept.get(key);
      if (!entry || !isFresh(entry) || isOver(entry.value)) return undefined;
      hits += 1;
      return entry.value;
    },
    make(key, accountId, make) {
      const underWay = making.get(key);
      if (underWay?.accountId === accountId && isFresh(underWay)) return underWay.value;
      misses += 1;
      const stamp = freshness.stamp(accountId);
      const mine = { accountId, stamp, value: begin(key, accountId, stamp, make) };
      making.set(key, mine);
      const done = () => {
        if (making.get(key) === mine) making.delete(key);
      };
      mine.value.then(done, done);
      return mine.value;
    },
    async orLast(key, work, isStoreAway) {
      const last = absence.isKnown ? kept.get(key) : undefined;
      if (!last) return asked(key, work, isStoreAway);
      // Whether it is back is tried by one at a time, for whom nobody waits.
      if (!isTrying) {
        isTrying = true;
        const done = () => {
          isTrying = false;
        };
        asked(key, work, isStoreAway).then(done, done);
      }
      return last.value;
    },
    figures: () => ({ hits, misses, entries: kept.size, bytes: kept.calculatedSize }),
  };
}
