// Folding: batches of visits leave the store's queue and arrive in its counts within one transaction, so each visit counts
// exactly once, however many processes fold and wherever one is killed. What is fresh stands in one row for each target
// and quarter of an hour; `settle.ts` adds it to what is read by key.
import type { Transaction } from 'kysely';
import type { Micros } from '../../contract/time.ts';
import { holdAccounts } from '../storage/accounts.ts';
import type { Dialect } from '../storage/dialects/dialect.ts';
import type { Store } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';
import { BATCHES_AT_ONCE, type BatchKey, deleteBatches, firstBatches, readBatches } from '../storage/visit-batches.ts';
import { addEvents } from '../storage/visit-events.ts';
import { ALL_LINKS, type FreshCounts, PAGE, putFresh, readFresh } from '../storage/visits.ts';
import { type RecordedVisit, readEvents } from './events.ts';
import { areMany, eventRowOf, writeKept } from './kept-events.ts';
import { newVisitors } from './new-visitors.ts';
import type { RecentBatches } from './recent-batches.ts';
import { createTally, type Tally } from './tally.ts';

/** Whoever changes counts holds it. */
export const LOCK = 'fold';

export interface Folded {
  /** How many visits are done with. */
  visits: number;
  /** Another process is at it, and nothing was done. */
  busy: boolean;
  /** As many were taken as are at a time: there may be more. */
  isFull: boolean;
  /** When the first of them was recorded. */
  since: Micros | undefined;
}

/**
 * Counts what was recorded first, in whole batches: one, or as many as so many visits fill. Those from `keptSince` on are
 * kept one by one as well.
 */
export function fold(
  store: Store,
  most: number,
  { keptSince = 0, recent }: { keptSince?: Micros; recent?: RecentBatches } = {},
): Promise<Folded> {
  const { dialect } = store;
  return store.writeVisits<Folded>(async (tx) => {
    const busy = !(await dialect.tryLock(tx, LOCK));
    const batches = busy ? [] : await firstBatches(tx, most);
    if (batches.length === 0) return { result: { visits: 0, busy, isFull: false, since: undefined }, changed: [] };

    const recorded = await visitsIn(tx, dialect, batches, recent);
    // Counts leave with a deleted account; what came in for it meanwhile must not bring any back.
    const accounts = await holdAccounts(tx, dialect, [...new Set(recorded.map(({ accountId }) => accountId))]);
    const visits = recorded.filter(({ accountId }) => accounts.has(accountId));
    // Those of one time stay in the order in which they were recorded.
    visits.sort((a, b) => a.accountId - b.accountId || a.at - b.at);
    await deleteBatches(tx, dialect, batches);
    recent?.forget(batches);
    const { toTarget, toLinks } = await newVisitors(tx, dialect, visits);
    const tally = createTally();
    for (const visit of visits) {
      const [isNew, isNewToLinks] = [toTarget.has(visit), toLinks.has(visit)];
      const line = visit.at < keptSince ? undefined : writeKept(visit, isNew, isNewToLinks);
      tally.add(visit, visit.targetId, isNew, line);
      if (visit.targetId !== PAGE && !visit.uncounted) tally.add(visit, ALL_LINKS, isNewToLinks);
    }
    await addToFresh(tx, dialect, tally);
    const isFull = recorded.length >= most || batches.length === BATCHES_AT_ONCE;
    return { result: { visits: recorded.length, busy, isFull, since: batches[0]!.at }, changed: [...accounts] };
  });
}

/** In the order in which they were recorded. */
async function visitsIn(
  tx: Transaction<Tables>,
  dialect: Dialect,
  batches: readonly BatchKey[],
  recent: RecentBatches | undefined,
): Promise<RecordedVisit[]> {
  const known = batches.map((batch) => recent?.find(batch));
  const unknown = batches.filter((_, index) => !known[index]);
  if (unknown.length === 0) return known.flat() as RecordedVisit[];
  const read = new Map<string, RecordedVisit[]>();
  for (const batch of await readBatches(tx, dialect, unknown)) read.set(batchName(batch), readEvents(batch.events));
  return batches.flatMap((batch, index) => known[index] ?? read.get(batchName(batch))!);
}

function batchName({ writer, seq }: BatchKey): string {
  return `${writer} ${seq}`;
}

/** Read first and written once: what a busy page's visits come to is long, and so is what it is added to. */
async function addToFresh(tx: Transaction<Tables>, dialect: Dialect, tally: Tally): Promise<void> {
  for (const stored of await readFresh(tx, dialect, tally.keys())) tally.addStored(stored);
  const rows = tally.rows();
  await putFresh(tx, dialect, rows.map(withoutMany));
  const many = rows.filter(areMany);
  if (many.length > 0) await addEvents(tx, dialect, many.map(eventRowOf));
}

/** What there is much of does not wait beside the counts, where it would be written again with every fold. */
function withoutMany(row: FreshCounts): FreshCounts {
  return areMany(row) ? { ...row, events: '' } : row;
}
