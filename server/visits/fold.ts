// Folding: batches of visits leave the store's queue and arrive in its counts within one transaction, so each visit counts
// exactly once, however many processes fold and wherever one is killed. What is fresh stands in one row for each target
// and quarter of an hour; `settle.ts` adds it to what is read by key.
import type { Transaction } from 'kysely';
import { DAY, day, type Micros } from '../../contract/time.ts';
import { holdAccounts } from '../storage/accounts.ts';
import type { Dialect } from '../storage/dialects/dialect.ts';
import type { Store } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';
import { addEvents } from '../storage/visit-events.ts';
import {
  ALL_LINKS,
  deleteBatches,
  type FreshCounts,
  type FreshKey,
  firstBatches,
  insertFresh,
  insertSeen,
  PAGE,
  readFresh,
  replaceFresh,
  type SeenValues,
} from '../storage/visits.ts';
import { type RecordedVisit, readEvents } from './events.ts';
import { areMany, eventRowOf, writeKept } from './kept-events.ts';
import { createTally, type Tally } from './tally.ts';

/** Whoever changes counts holds it. */
export const LOCK = 'fold';

export interface Folded {
  /** How many visits are done with. */
  visits: number;
  /** Another process is at it, and nothing was done. */
  busy: boolean;
  /** The accounts whose counts changed, each with its oldest visit among these. */
  oldest: Map<number, Micros>;
}

/**
 * Counts what was recorded first, in whole batches: one, or as many as so many visits fill. Those from `keptSince` on are
 * kept one by one as well.
 */
export function fold(store: Store, most: number, keptSince: Micros = 0): Promise<Folded> {
  const { dialect } = store;
  return store.writeVisits(async (tx) => {
    const oldest = new Map<number, Micros>();
    const busy = !(await dialect.tryLock(tx, LOCK));
    const batches = busy ? [] : await firstBatches(tx, most);
    if (batches.length === 0) return { result: { visits: 0, busy, oldest }, changed: [] };

    const recorded = batches.flatMap((batch) => readEvents(batch.events));
    // Counts leave with a deleted account; what came in for it meanwhile must not bring any back.
    const accounts = await holdAccounts(tx, dialect, [...new Set(recorded.map(({ accountId }) => accountId))]);
    const visits = recorded.filter(({ accountId }) => accounts.has(accountId));
    // Those of one time stay in the order in which they were recorded.
    visits.sort((a, b) => a.accountId - b.accountId || a.at - b.at);
    for (const { accountId, at } of visits) if (!oldest.has(accountId)) oldest.set(accountId, at);
    const keys = batches.map(({ at, writer, seq }) => [at, writer, seq] as const);
    await deleteBatches(tx, dialect, keys);
    const { newToTarget, newToLinks } = await newVisitors(
      tx,
      dialect,
      visits.filter(({ uncounted }) => !uncounted),
    );
    const tally = createTally();
    for (const visit of visits) {
      const [isNew, isNewToLinks] = [newToTarget.has(visit), newToLinks.has(visit)];
      const line = visit.at < keptSince ? undefined : writeKept(visit, isNew, isNewToLinks);
      tally.add(visit, visit.targetId, isNew, line);
      if (visit.targetId !== PAGE && !visit.uncounted) tally.add(visit, ALL_LINKS, isNewToLinks);
    }
    await addToFresh(tx, dialect, tally);
    return { result: { visits: recorded.length, busy, oldest }, changed: [...oldest.keys()] };
  });
}

/** Most accounts have few visits at a time, whose rows are not there yet; only the others' have to be read. */
async function addToFresh(tx: Transaction<Tables>, dialect: Dialect, tally: Tally): Promise<void> {
  const rows = tally.rows();
  const inserted = new Set((await insertFresh(tx, dialect, rows.map(withoutMany))).map(keyOf));
  const there = rows.filter((row) => !inserted.has(keyOf(row)));
  for (const stored of there.length > 0 ? await readFresh(tx, dialect, there) : []) tally.addStored(stored);
  const sums = there.map(tally.row);
  if (sums.length > 0) await replaceFresh(tx, dialect, sums.map(withoutMany));
  const many = [...rows.filter((row) => inserted.has(keyOf(row))), ...sums].filter(areMany);
  if (many.length > 0) await addEvents(tx, dialect, many.map(eventRowOf));
}

function keyOf({ account_id, target_id, bucket }: FreshKey): string {
  return `${account_id} ${target_id} ${bucket}`;
}

/** What there is much of does not wait beside the counts, where it would be written again with every fold. */
function withoutMany(row: FreshCounts): FreshCounts {
  return areMany(row) ? { ...row, events: '' } : row;
}

/** The visits, in the order of time, that are their visitor's first of the day to the target, and to any link. */
async function newVisitors(tx: Transaction<Tables>, dialect: Dialect, visits: readonly RecordedVisit[]) {
  const firsts = new Map<string, { seen: SeenValues; visit: RecordedVisit }>();
  const dayOf = dayNames();
  const note = (visit: RecordedVisit, targetId: number) => {
    const day = dayOf(visit.at);
    const key = `${visit.accountId} ${day} ${targetId} ${visit.visitor}`;
    if (!firsts.has(key)) firsts.set(key, { seen: [visit.accountId, day, targetId, visit.visitor], visit });
  };
  for (const visit of visits) {
    note(visit, visit.targetId);
    if (visit.targetId !== PAGE) note(visit, ALL_LINKS);
  }

  const newToTarget = new Set<RecordedVisit>();
  const newToLinks = new Set<RecordedVisit>();
  const seen = [...firsts.values()].map((first) => first.seen).sort(byKey);
  for (const { account_id, day, target_id, visitor } of await insertSeen(tx, dialect, seen)) {
    const { visit } = firsts.get(`${account_id} ${day} ${target_id} ${visitor}`)!;
    (target_id === ALL_LINKS ? newToLinks : newToTarget).add(visit);
  }
  return { newToTarget, newToLinks };
}

function byKey(a: SeenValues, b: SeenValues): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return a[2] - b[2] || (a[3] < b[3] ? -1 : 1);
}

/** Visits mostly come from one day: the last one's name is kept. */
function dayNames(): (at: Micros) => string {
  let start = Number.NaN;
  let name = '';
  return (at) => {
    if (!(at >= start && at < start + DAY)) {
      start = Math.floor(at / DAY) * DAY;
      name = day(start);
    }
    return name;
  };
}
