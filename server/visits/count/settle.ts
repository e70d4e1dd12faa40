// Settling moves fresh counts into the totals, which are read by key, and into the counts of periods, when their quarter
// of an hour is over. A busy page is then written once instead of once per visit. Until then, reports add fresh counts to
// settled ones.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { MINUTE, type Micros } from '../../../contract/time.ts';
import { yieldToRequests } from '../../pauses.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Store } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { linksOfEditions } from '../../storage/visits/editions.ts';
import { addEvents } from '../../storage/visits/visit-events.ts';
import { tryLockLane } from '../../storage/visits/visit-queue.ts';
import {
  addToTotals,
  deleteFresh,
  type FreshCounts,
  type FreshKey,
  freshAfter,
  type MeasuredFresh,
  type RollupValues,
  readFresh,
  type TotalValues,
} from '../../storage/visits/visits.ts';
import { boundedKeys, type KeyFor } from './bounded-keys.ts';
import { readCounts } from './counts.ts';
import { eventRowOf } from './kept-events.ts';
import { addToPeriods } from './periods.ts';

/** A quarter of an hour, plus the time until a visit is counted. */
const SETTLED_AFTER: Micros = 20 * MINUTE;
/** A longer row is settled early, because every fold would rewrite it. */
const MAX_COUNTS_LENGTH = 16_384;
const ROWS_PER_READ = 500;
/** Small enough that a transaction does not block a single-writer store for long, or need much memory. */
const ROWS_AT_ONCE = 50;
const LENGTH_AT_ONCE = 131_072;
const BUSY_MS = 20;

const BEGINNING: FreshKey = { account_id: 0, target_id: 0, bucket: 0 };

/** Settles all counts that are due at that time; with Infinity, all counts. Throws when the signal aborts. */
export async function settle(store: Store, now: Micros, signal?: AbortSignal): Promise<void> {
  for (let after: FreshKey | undefined = BEGINNING; after; ) {
    const rows: MeasuredFresh[] = await freshAfter(store.read, after, ROWS_PER_READ);
    const due = rows.filter((row) => row.bucket + SETTLED_AFTER <= now || row.length > MAX_COUNTS_LENGTH);
    for (const [lane, keys] of Map.groupBy(due, (row) => store.dialect.lanes.of(row.account_id))) {
      // Targets of an account in the same quarter of an hour are settled together, because they share rows.
      const inOrder = keys.toSorted((a, b) => a.account_id - b.account_id || a.bucket - b.bucket);
      for (const some of inTransactions(inOrder)) {
        signal?.throwIfAborted();
        while (!(await settleThese(store, lane, some))) await sleep(BUSY_MS);
        await yieldToRequests();
      }
    }
    after = rows.length < ROWS_PER_READ ? undefined : rows.at(-1);
    await yieldToRequests();
  }
}

function* inTransactions(rows: readonly MeasuredFresh[]): Generator<MeasuredFresh[], void, undefined> {
  let [some, total]: [MeasuredFresh[], number] = [[], 0];
  for (const row of rows) {
    if (some.length === ROWS_AT_ONCE || (some.length > 0 && total + row.length > LENGTH_AT_ONCE)) {
      yield some;
      [some, total] = [[], 0];
    }
    some.push(row);
    total += row.length;
  }
  if (some.length > 0) yield some;
}

/** Returns false if another process holds the lock. Rows that it settled are gone at the next attempt. */
function settleThese(store: Store, lane: number, keys: readonly FreshKey[]): Promise<boolean> {
  const { dialect } = store;
  return store.writeVisits(async (tx) => {
    const isOurs = await tryLockLane(tx, dialect, lane);
    const rows = isOurs ? await readFresh(tx, dialect, keys) : [];
    if (rows.length > 0) {
      const counts = await withImpressions(tx, dialect, rows.flatMap(rollupsIn));
      const keyFor = await boundedKeys(tx, dialect, counts.map(totalOf));
      const bounded = counts.map((count) => withKey(count, keyFor));
      await addToTotals(tx, dialect, summed(bounded.map(totalOf)).sort(byTotal));
      await addToPeriods(tx, dialect, bounded);
      const kept = rows.filter(({ events }) => events !== '').map(eventRowOf);
      if (kept.length > 0) await addEvents(tx, dialect, kept);
      await deleteFresh(tx, dialect, rows);
    }
    // Reports stay the same, so no cache entry becomes stale.
    return { result: isOurs, changed: [] };
  });
}

function rollupsIn({ account_id, target_id, bucket, counts }: FreshCounts): RollupValues[] {
  return readCounts(counts).map(([dimension, key, visits, uniques]): RollupValues => {
    return [account_id, target_id, bucket, dimension, key, visits, uniques];
  });
}

/** Turns views of each page edition into impressions of the links on it. */
async function withImpressions(
  tx: Transaction<Tables>,
  dialect: Dialect,
  counts: readonly RollupValues[],
): Promise<RollupValues[]> {
  const [editions, others] = [true, false].map((isEdition) =>
    counts.filter(([, , , dimension]) => (dimension === 'edition') === isEdition),
  ) as [RollupValues[], RollupValues[]];
  if (editions.length === 0) return others;
  const linksOf = await linksOfEditions(tx, dialect, [
    ...new Map(
      editions.map(([account, , , , edition]) => [`${account} ${edition}`, [account, edition] as const]),
    ).values(),
  ]);
  const impressions = editions.flatMap(([accountId, , bucket, , edition, visits, uniques]) =>
    linksOf(accountId, edition).map((link): RollupValues => {
      return [accountId, link, bucket, 'impression', '', visits, uniques];
    }),
  );
  return [...others, ...impressions];
}

function totalOf([accountId, targetId, , dimension, key, visits, uniques]: RollupValues): TotalValues {
  return [accountId, targetId, dimension, key, visits, uniques];
}

function withKey(count: RollupValues, keyFor: KeyFor): RollupValues {
  const [accountId, targetId, bucket, dimension, key, visits, uniques] = count;
  return [accountId, targetId, bucket, dimension, keyFor([accountId, targetId, dimension], key), visits, uniques];
}

/** Sums by key, which is everything except the last two values. */
function summed(counts: readonly TotalValues[]): TotalValues[] {
  const sums = new Map<string, [key: (string | number)[], visits: number, uniques: number]>();
  for (const count of counts) {
    const key = count.slice(0, -2);
    const [visits, uniques] = count.slice(-2) as [number, number];
    const name = JSON.stringify(key);
    const sum = sums.get(name);
    if (sum) {
      sum[1] += visits;
      sum[2] += uniques;
    } else sums.set(name, [key, visits, uniques]);
  }
  return [...sums.values()].map(([key, visits, uniques]) => [...key, visits, uniques] as unknown as TotalValues);
}

/** In key order, which prevents deadlocks between processes. */
function byTotal(a: TotalValues, b: TotalValues): number {
  return a[0] - b[0] || a[1] - b[1] || compare(a[2], b[2]) || compare(a[3], b[3]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
