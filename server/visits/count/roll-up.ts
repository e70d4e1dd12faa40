// Rolling up moves recent counts into the totals, which are read by key, and into the counts of periods, when their
// quarter of an hour is over. A busy page is then written once instead of once per visit. Until then, reports add
// recent counts to rolled-up ones.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { MINUTE, type Micros } from '../../../contract/time.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Store } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { linksOfSets } from '../../storage/visits/link-sets.ts';
import { addEvents } from '../../storage/visits/visit-events.ts';
import { tryLockPartition } from '../../storage/visits/visit-queue.ts';
import {
  addToTotals,
  deleteRecent,
  type MeasuredRecent,
  type RecentCounts,
  type RecentKey,
  type RollupValues,
  readRecent,
  recentAfter,
  type TotalValues,
} from '../../storage/visits/visits.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import { boundedKeys, type KeyFor } from './bounded-keys.ts';
import { readCounts } from './counts.ts';
import { eventRowOf } from './kept-events.ts';
import { addToPeriods } from './periods.ts';

/** A quarter of an hour, plus the time until a visit is counted. */
const ROLLED_UP_AFTER: Micros = 20 * MINUTE;
/** A longer row is rolled up early, because every aggregation would rewrite it. */
const MAX_COUNTS_LENGTH = 16_384;
const ROWS_PER_READ = 500;
/** Small enough that a transaction does not block a single-writer store for long, or need much memory. */
const ROWS_AT_ONCE = 50;
const LENGTH_AT_ONCE = 131_072;
const BUSY_MS = 20;

const BEGINNING: RecentKey = { account_id: 0, target_id: 0, bucket: 0 };

/** Rolls up all counts that are due at that time; with Infinity, all counts. Throws when the signal aborts. */
export async function rollUp(store: Store, now: Micros, signal?: AbortSignal): Promise<void> {
  for (let after: RecentKey | undefined = BEGINNING; after; ) {
    const rows: MeasuredRecent[] = await recentAfter(store.read, after, ROWS_PER_READ);
    const due = rows.filter((row) => row.bucket + ROLLED_UP_AFTER <= now || row.length > MAX_COUNTS_LENGTH);
    for (const [partition, keys] of Map.groupBy(due, (row) => store.dialect.partitions.of(row.account_id))) {
      // Targets of an account in the same quarter of an hour are rolled up together, because they share rows.
      const inOrder = keys.toSorted((a, b) => a.account_id - b.account_id || a.bucket - b.bucket);
      for (const some of inTransactions(inOrder)) {
        signal?.throwIfAborted();
        while (!(await rollUpThese(store, partition, some))) await sleep(BUSY_MS);
        await yieldToRequests();
      }
    }
    after = rows.length < ROWS_PER_READ ? undefined : rows.at(-1);
    await yieldToRequests();
  }
}

function* inTransactions(rows: readonly MeasuredRecent[]): Generator<MeasuredRecent[], void, undefined> {
  let [some, total]: [MeasuredRecent[], number] = [[], 0];
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

/** Returns false if another process holds the lock. Rows that it rolled up are gone at the next attempt. */
function rollUpThese(store: Store, partition: number, keys: readonly RecentKey[]): Promise<boolean> {
  const { dialect } = store;
  return store.writeVisits(async (tx) => {
    const isOurs = await tryLockPartition(tx, dialect, partition);
    const rows = isOurs ? await readRecent(tx, dialect, keys) : [];
    if (rows.length > 0) {
      const counts = await withImpressions(tx, dialect, rows.flatMap(rollupsIn));
      const keyFor = await boundedKeys(tx, dialect, counts.map(totalOf));
      const bounded = counts.map((count) => withKey(count, keyFor));
      await addToTotals(tx, dialect, summed(bounded.map(totalOf)).sort(byTotal));
      await addToPeriods(tx, dialect, bounded);
      const kept = rows.filter(({ events }) => events !== '').map(eventRowOf);
      if (kept.length > 0) await addEvents(tx, dialect, kept);
      await deleteRecent(tx, dialect, rows);
    }
    // Reports stay the same, so no cache entry becomes stale.
    return { result: isOurs, changed: [] };
  });
}

function rollupsIn({ account_id, target_id, bucket, counts }: RecentCounts): RollupValues[] {
  return readCounts(counts).map(([dimension, key, visits, uniques]): RollupValues => {
    return [account_id, target_id, bucket, dimension, key, visits, uniques];
  });
}

/** Turns views of each link set into impressions of the links on it. */
async function withImpressions(
  tx: Transaction<Tables>,
  dialect: Dialect,
  counts: readonly RollupValues[],
): Promise<RollupValues[]> {
  const [linkSets, others] = [true, false].map((isLinkSet) =>
    counts.filter(([, , , dimension]) => (dimension === 'edition') === isLinkSet),
  ) as [RollupValues[], RollupValues[]];
  if (linkSets.length === 0) return others;
  const linksOf = await linksOfSets(tx, dialect, [
    ...new Map(
      linkSets.map(([account, , , , linkSet]) => [`${account} ${linkSet}`, [account, linkSet] as const]),
    ).values(),
  ]);
  const impressions = linkSets.flatMap(([accountId, , bucket, , linkSet, visits, uniques]) =>
    linksOf(accountId, linkSet).map((link): RollupValues => {
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
