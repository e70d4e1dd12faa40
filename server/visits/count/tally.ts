// The arithmetic of an aggregation: turns visits into counts per target and quarter of an hour, and into lines of
// individual visits.
import type { Micros } from '../../../contract/time.ts';
import { QUARTER } from '../../storage/visits/visit-events.ts';
import { ALL_LINKS, type RecentCounts, type RecentKey } from '../../storage/visits/visits.ts';
import type { RecordedVisit } from '../record/events.ts';
import { traitNames } from '../record/traits.ts';
import { CountList } from './count-list.ts';
import { joined } from './kept-events.ts';
import { innerMap } from './nested-maps.ts';

interface Group {
  accountId: number;
  targetId: number;
  bucket: Micros;
  counts: CountList;
  /** In time order. */
  lines: string[];
  /** The events that are already stored. */
  stored: string;
}

export interface Tally {
  /**
   * Adds a visit to the target, which is the visit's own or all links together; with its line if it is stored
   * individually.
   */
  add(visit: RecordedVisit, targetId: number, isNewVisitor: boolean, line?: string): void;
  /** Adds counts that are already stored. */
  addStored(stored: RecentCounts): void;
  /** In the same order as the rows. */
  keys(): RecentKey[];
  rows(): RecentCounts[];
}

export function createTally(): Tally {
  const groups: Group[] = [];
  const found = new Map<number, Map<number, Map<Micros, Group>>>();
  /** Visits are in order, so the next one is often in the same group. Visits to links are in two groups. */
  const latest: { own?: Group; all?: Group } = {};

  function groupOf(accountId: number, targetId: number, bucket: Micros): Group {
    const position = targetId === ALL_LINKS ? 'all' : 'own';
    const last = latest[position];
    if (last?.accountId === accountId && last.targetId === targetId && last.bucket === bucket) return last;
    const group = findGroup(accountId, targetId, bucket);
    latest[position] = group;
    return group;
  }

  function findGroup(accountId: number, targetId: number, bucket: Micros): Group {
    const buckets = innerMap(innerMap(found, accountId), targetId);
    let group = buckets.get(bucket);
    if (!group) {
      group = { accountId, targetId, bucket, counts: new CountList(), lines: [], stored: '' };
      buckets.set(bucket, group);
      groups.push(group);
    }
    return group;
  }

  return {
    add(visit, targetId, isNewVisitor, line) {
      const { counts, lines } = groupOf(visit.accountId, targetId, visit.at - (visit.at % QUARTER));
      if (line !== undefined) lines.push(line);
      if (visit.uncounted) {
        counts.add('kind', visit.uncounted, 1, 0);
        return;
      }
      const uniques = isNewVisitor ? 1 : 0;
      counts.add('total', '', 1, uniques);
      if (targetId === ALL_LINKS) return;
      counts.add('country', visit.country, 1, uniques);
      counts.add('city', visit.city, 1, uniques);
      counts.add('os', visit.os, 1, uniques);
      counts.add('browser', visit.browser, 1, uniques);
      if (!visit.traits) return;
      for (const name of traitNames) {
        const value = visit.traits[name];
        if (value !== undefined) counts.add(name, value, 1, uniques);
      }
    },
    addStored({ account_id, target_id, bucket, counts, events }) {
      const group = groupOf(account_id, target_id, bucket);
      group.counts.addWritten(counts);
      group.stored = events;
    },
    keys: () => groups.sort(byKey).map(keyOf),
    rows: () => groups.sort(byKey).map(written),
  };
}

function keyOf({ accountId, targetId, bucket }: Group): RecentKey {
  return { account_id: accountId, target_id: targetId, bucket };
}

function written(group: Group): RecentCounts {
  const events = joined(group.stored, group.lines.join('\n'));
  return { ...keyOf(group), counts: group.counts.written(), events };
}

function byKey(a: Group, b: Group): number {
  return a.accountId - b.accountId || a.targetId - b.targetId || a.bucket - b.bucket;
}
