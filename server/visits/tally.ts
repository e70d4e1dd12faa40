// The arithmetic of a fold: visits in, the counts of each target in each quarter of an hour out.
import { MINUTE, type Micros } from '../../contract/time.ts';
import { ALL_LINKS, type FreshCounts } from '../storage/visits.ts';
import { addCount, addWritten, type Counts, writeCounts } from './counts.ts';
import type { RecordedVisit } from './events.ts';
import { traitNames } from './traits.ts';

/** Every time zone's hours and days are made of whole quarters of an hour. */
const BUCKET: Micros = 15 * MINUTE;

interface Group {
  accountId: number;
  targetId: number;
  bucket: Micros;
  counts: Counts;
}

export interface Tally {
  /** One more visit to the target: the visit's own, or all links together. */
  add(visit: RecordedVisit, targetId: number, isNewVisitor: boolean): void;
  /** What is in the store for one of them already. */
  addStored(stored: FreshCounts): void;
  /** In the order of their keys. */
  rows(): FreshCounts[];
  row(key: Omit<FreshCounts, 'counts'>): FreshCounts;
}

export function createTally(): Tally {
  const groups = new Map<string, Group>();

  function groupOf(accountId: number, targetId: number, bucket: Micros): Group {
    const key = `${accountId} ${targetId} ${bucket}`;
    let group = groups.get(key);
    if (!group) {
      group = { accountId, targetId, bucket, counts: new Map() };
      groups.set(key, group);
    }
    return group;
  }

  return {
    add(visit, targetId, isNewVisitor) {
      const { counts } = groupOf(visit.accountId, targetId, visit.at - (visit.at % BUCKET));
      if (visit.uncounted) {
        addCount(counts, 'kind', visit.uncounted, 1, 0);
        return;
      }
      const uniques = isNewVisitor ? 1 : 0;
      addCount(counts, 'total', '', 1, uniques);
      if (targetId === ALL_LINKS) return;
      addCount(counts, 'country', visit.country, 1, uniques);
      addCount(counts, 'city', visit.city, 1, uniques);
      addCount(counts, 'os', visit.os, 1, uniques);
      addCount(counts, 'browser', visit.browser, 1, uniques);
      if (!visit.traits) return;
      for (const name of traitNames) {
        const value = visit.traits[name];
        if (value !== undefined) addCount(counts, name, value, 1, uniques);
      }
    },
    addStored({ account_id, target_id, bucket, counts }) {
      addWritten(groupOf(account_id, target_id, bucket).counts, counts);
    },
    rows: () => [...groups.values()].sort(byKey).map(written),
    row: ({ account_id, target_id, bucket }) => written(groupOf(account_id, target_id, bucket)),
  };
}

function written({ accountId, targetId, bucket, counts }: Group): FreshCounts {
  return { account_id: accountId, target_id: targetId, bucket, counts: writeCounts(counts) };
}

function byKey(a: Group, b: Group): number {
  return a.accountId - b.accountId || a.targetId - b.targetId || a.bucket - b.bucket;
}
