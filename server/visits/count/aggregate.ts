// Aggregation moves batches of visits from the queue into the counts. One transaction adds to the counts and stores the
// number of each writer's last batch. After that, the batches are deleted from the queue. If the process is killed in
// between, they are recognised by their number, so each visit counts exactly once, however long processes aggregate.
// Recent counts are in one row per target and quarter of an hour; `roll-up.ts` adds them to the counts by key.
import type { Transaction } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import { existingAccounts } from '../../storage/accounts/accounts.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Store } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import type { VisitFoldedRow } from '../../storage/visit-tables.ts';
import { addEvents } from '../../storage/visits/visit-events.ts';
import {
  BATCHES_AT_ONCE,
  type BatchKey,
  type BatchSize,
  busyPartitions,
  deleteBatches,
  firstBatches,
  lastAggregated,
  readBatches,
  setLastAggregated,
  tryLockPartition,
} from '../../storage/visits/visit-queue.ts';
import { ALL_LINKS, PAGE, putRecent, type RecentCounts, readRecent } from '../../storage/visits/visits.ts';
import { type RecordedVisit, readEvents } from '../record/events.ts';
import { withSources } from './click-sources.ts';
import { eventRowOf, isLong, writeKept } from './kept-events.ts';
import { newVisitors } from './new-visitors.ts';
import { createTally, type Tally } from './tally.ts';

/** A committed aggregate, whose batches must be removed from the queue. */
export interface Counted {
  batches: readonly BatchSize[];
  /** The number of counted visits. */
  visits: number;
  /** The accounts whose counts changed. */
  accountIds: readonly number[];
  /** Another process is aggregating this partition; nothing was done. */
  busy: boolean;
}

export interface Aggregated extends Pick<Counted, 'visits' | 'busy'> {
  /** The limit was reached, so there may be more. */
  isFull: boolean;
  /** When the oldest batch was recorded. */
  since: Micros | undefined;
}

/** Aggregates one round of every partition with waiting batches. */
export async function aggregate(store: Store, limit: number, keptSince: Micros = 0): Promise<Aggregated> {
  const all: Aggregated = { visits: 0, busy: false, isFull: false, since: undefined };
  for (const partition of await busyPartitions(store.read)) {
    const counted = await countPartition(store, partition, limit, keptSince);
    const { visits, busy, isFull, since } = await finishAggregation(store, counted, limit);
    all.visits += visits;
    all.busy ||= busy;
    all.isFull ||= isFull;
    if (since !== undefined) all.since = Math.min(all.since ?? since, since);
  }
  return all;
}

/**
 * Counts the oldest batches of a partition: at least one, and then up to `limit` visits. Visits from `keptSince` on are
 * also stored individually. Resolves when the counts are on disk.
 */
export async function countPartition(
  store: Store,
  partition: number,
  limit: number,
  keptSince: Micros,
): Promise<Counted> {
  const { dialect } = store;
  const nothing: Counted = { batches: [], visits: 0, accountIds: [], busy: false };
  const batches = await firstBatches(store.read, partition, limit);
  if (batches.length === 0) return nothing;
  const counted = await store.writeVisits<Counted>(async (tx) => {
    if (!(await tryLockPartition(tx, dialect, partition))) return { result: { ...nothing, busy: true }, changed: [] };
    // Another process may have counted some of them in the meantime, or was killed before it removed them.
    const last = await lastAggregated(tx, partition, [...new Set(batches.map(({ writer }) => writer))]);
    const [uncounted, known] = splitBy(batches, ({ writer, seq }) => seq > (last.get(writer) ?? 0));
    const queued = await queuedVisits(tx, dialect, batches);
    const recorded = uncounted.flatMap((batch) => {
      const visits = queued.get(batchName(batch));
      if (!visits) throw new Error(`Batch ${batchName(batch)} is not counted and not in the visit queue`);
      return visits;
    });
    const accountIds = new Set(
      known.flatMap((batch) => queued.get(batchName(batch)) ?? []).map(({ accountId }) => accountId),
    );
    const changed = await countVisits(tx, dialect, recorded, keptSince);
    await setLastAggregated(tx, lastOfEachWriter(uncounted));
    for (const accountId of changed) accountIds.add(accountId);
    return { result: { batches, visits: recorded.length, accountIds: [...accountIds], busy: false }, changed };
  });
  // Before the batches are removed: otherwise a power cut could lose the counts but keep the removal.
  await dialect.flush();
  return counted;
}

export async function finishAggregation(store: Store, counted: Counted, limit: number): Promise<Aggregated> {
  const { batches, visits, accountIds, busy } = counted;
  if (batches.length > 0) {
    await store.finishAggregation(accountIds, (executor) => deleteBatches(executor, store.dialect, batches));
  }
  const isFull = sizeOf(batches) >= limit || batches.length === BATCHES_AT_ONCE;
  return { visits, busy, isFull, since: batches[0]?.at };
}

/** Adds to the counts, and returns the accounts that changed. Visits of deleted accounts are skipped. */
export async function countVisits(
  tx: Transaction<Tables>,
  dialect: Dialect,
  recorded: readonly RecordedVisit[],
  keptSince: Micros,
): Promise<number[]> {
  if (recorded.length === 0) return [];
  const accounts = await existingAccounts(tx, dialect, [...new Set(recorded.map(({ accountId }) => accountId))]);
  const known = recorded.filter(({ accountId }) => accounts.has(accountId));
  // A stable sort: visits of the same time stay in the order in which they were recorded, but views come before clicks.
  known.sort((a, b) => a.accountId - b.accountId || a.at - b.at || viewFirst(a, b));
  const visits = await withSources(tx, dialect, known);
  const { toTarget, toLinks } = await newVisitors(tx, dialect, visits);
  const tally = createTally();
  for (const visit of visits) {
    const [isNew, isNewToLinks] = [toTarget.has(visit), toLinks.has(visit)];
    const line = visit.at < keptSince ? undefined : writeKept(visit, isNew, isNewToLinks);
    tally.add(visit, visit.targetId, isNew, line);
    if (visit.targetId !== PAGE && !visit.uncounted) tally.add(visit, ALL_LINKS, isNewToLinks);
  }
  await addToRecent(tx, dialect, tally);
  return [...accounts];
}

function viewFirst(a: RecordedVisit, b: RecordedVisit): number {
  return Number(a.targetId !== PAGE) - Number(b.targetId !== PAGE);
}

/** By batch name. */
async function queuedVisits(
  tx: Transaction<Tables>,
  dialect: Dialect,
  batches: readonly BatchKey[],
): Promise<Map<string, RecordedVisit[]>> {
  const rows = await readBatches(tx, dialect, batches);
  return new Map(rows.map((batch) => [batchName(batch), readEvents(batch.events)]));
}

function sizeOf(batches: readonly BatchSize[]): number {
  return batches.reduce((sum, { count }) => sum + count, 0);
}

function batchName({ writer, seq }: BatchKey): string {
  return `${writer} ${seq}`;
}

function splitBy<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))];
}

/** The batches are in order of their numbers. */
function lastOfEachWriter(batches: readonly BatchKey[]): VisitFoldedRow[] {
  const last = new Map(batches.map((batch) => [batch.writer, batch]));
  return [...last.values()].map(({ lane: partition, writer, seq, at }) => ({
    lane: partition,
    writer,
    last_seq: seq,
    last_at: at,
  }));
}

/** Reads first and writes once, because the rows of a busy page are long. */
async function addToRecent(tx: Transaction<Tables>, dialect: Dialect, tally: Tally): Promise<void> {
  for (const stored of await readRecent(tx, dialect, tally.keys())) tally.addStored(stored);
  const rows = tally.rows();
  await putRecent(tx, dialect, rows.map(withoutLong));
  const long = rows.filter(isLong);
  if (long.length > 0) await addEvents(tx, dialect, long.map(eventRowOf));
}

/** Long event texts do not stay with the counts, where every aggregation would rewrite them. */
function withoutLong(row: RecentCounts): RecentCounts {
  return isLong(row) ? { ...row, events: '' } : row;
}
