// Finds the visits that are their visitor's first of the UTC day: to the page or link, and to any link of the account.
import type { Transaction } from 'kysely';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Tables } from '../../storage/tables.ts';
import { ALL_LINKS, insertSeen, type NewSeenValues, PAGE, type SeenValues } from '../../storage/visits/visits.ts';
import type { RecordedVisit } from '../record/events.ts';
import { sourceOf } from './click-sources.ts';
import { dayNames } from './day-names.ts';
import { innerMap } from './nested-maps.ts';
import { withinNetworkBounds } from './network-bound.ts';

export interface NewVisitors {
  toTarget: ReadonlySet<RecordedVisit>;
  toLinks: ReadonlySet<RecordedVisit>;
}

/** A visitor's first visit to a target in this aggregation; `position` is its position in time order. */
interface First {
  visit: RecordedVisit;
  seen: SeenValues;
  position: number;
}

/** By account, target, day and visitor. */
type Firsts = Map<number, Map<number, Map<string, Map<string, First>>>>;

/** The visits are in time order. New visitors, within the network's limit, are stored as seen. */
export async function newVisitors(
  tx: Transaction<Tables>,
  dialect: Dialect,
  visits: readonly RecordedVisit[],
): Promise<NewVisitors> {
  const firsts: Firsts = new Map();
  const seen: NewSeenValues[] = [];
  const dayOf = dayNames();
  const note = (visit: RecordedVisit, targetId: number) => {
    const { accountId, visitor } = visit;
    const day = dayOf(visit.at);
    const visitors = innerMap(innerMap(innerMap(firsts, accountId), targetId), day);
    if (visitors.has(visitor)) return;
    const values: SeenValues = [accountId, day, targetId, visitor];
    visitors.set(visitor, { visit, seen: values, position: seen.length });
    seen.push([...values, targetId === PAGE ? sourceOf(visit) : '']);
  };
  for (const visit of visits) {
    if (visit.uncounted) continue;
    note(visit, visit.targetId);
    if (visit.targetId !== PAGE) note(visit, ALL_LINKS);
  }

  const added = (await insertSeen(tx, dialect, seen.sort(byKey))).map(
    ({ account_id, target_id, day, visitor }) => firsts.get(account_id)!.get(target_id)!.get(day)!.get(visitor)!,
  );
  const [toTarget, toLinks] = [new Set<RecordedVisit>(), new Set<RecordedVisit>()];
  for (const { visit, seen } of await withinNetworkBounds(tx, dialect, added)) {
    (seen[2] === ALL_LINKS ? toLinks : toTarget).add(visit);
  }
  return { toTarget, toLinks };
}

function byKey(a: NewSeenValues, b: NewSeenValues): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return a[2] - b[2] || (a[3] < b[3] ? -1 : 1);
}
