// Folding: journal rows leave the journal and arrive in the counts within one transaction, so each counts exactly once,
// however many processes fold and wherever one is killed.
import type { Transaction } from 'kysely';
import { DAY, day, type Micros } from '../../contract/time.ts';
import type { Dialect } from '../storage/dialects/dialect.ts';
import type { Store } from '../storage/store.ts';
import type { Tables, VisitJournalRow } from '../storage/tables.ts';
import { ALL_LINKS, addToRollups, addToTotals, insertSeen, PAGE, type SeenValues } from '../storage/visits.ts';
import { createTally } from './tally.ts';

const LOCK = 'fold';

export interface Folded {
  /** How many journal rows were counted. */
  rows: number;
  /** Another process is at it, and nothing was done. */
  busy: boolean;
  /** The accounts whose counts changed, each with its oldest visit among these rows. */
  oldest: Map<number, Micros>;
}

/** Counts up to so many rows. */
export function fold(store: Store, most: number): Promise<Folded> {
  const { dialect } = store;
  return store.writeVisits(async (tx) => {
    const oldest = new Map<number, Micros>();
    const busy = !(await dialect.tryLock(tx, LOCK));
    const rows = busy ? [] : await dialect.consumeJournal(tx, most);
    if (rows.length === 0) return { result: { rows: 0, busy, oldest }, changed: [] };

    rows.sort((a, b) => a.account_id - b.account_id || a.at - b.at || (a.id < b.id ? -1 : 1));
    for (const row of rows) if (!oldest.has(row.account_id)) oldest.set(row.account_id, row.at);
    const { newToTarget, newToLinks } = await newVisitors(tx, dialect, rows);
    const tally = createTally();
    for (const row of rows) {
      tally.add(row, row.target_id, newToTarget.has(row));
      if (row.target_id !== PAGE) tally.add(row, ALL_LINKS, newToLinks.has(row));
    }
    await addToTotals(tx, dialect, tally.totals());
    await addToRollups(tx, dialect, tally.rollups());
    return { result: { rows: rows.length, busy, oldest }, changed: [...oldest.keys()] };
  });
}

/** The rows, in the order of time, that are their visitor's first of the day to the target, and to any link. */
async function newVisitors(tx: Transaction<Tables>, dialect: Dialect, rows: readonly VisitJournalRow[]) {
  const firsts = new Map<string, { seen: SeenValues; row: VisitJournalRow }>();
  const dayOf = dayNames();
  const note = (row: VisitJournalRow, targetId: number) => {
    const day = dayOf(row.at);
    const key = `${row.account_id} ${day} ${targetId} ${row.visitor}`;
    if (!firsts.has(key)) firsts.set(key, { seen: [row.account_id, day, targetId, row.visitor], row });
  };
  for (const row of rows) {
    note(row, row.target_id);
    if (row.target_id !== PAGE) note(row, ALL_LINKS);
  }

  const newToTarget = new Set<VisitJournalRow>();
  const newToLinks = new Set<VisitJournalRow>();
  const seen = [...firsts.values()].map((first) => first.seen).sort(byKey);
  for (const { account_id, day, target_id, visitor } of await insertSeen(tx, dialect, seen)) {
    const { row } = firsts.get(`${account_id} ${day} ${target_id} ${visitor}`)!;
    (target_id === ALL_LINKS ? newToLinks : newToTarget).add(row);
  }
  return { newToTarget, newToLinks };
}

function byKey(a: SeenValues, b: SeenValues): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return a[2] - b[2] || (a[3] < b[3] ? -1 : 1);
}

/** Rows mostly come from one day: the last one's name is kept. */
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
