// The arithmetic of a fold: journal rows in, what to add to totals and roll-ups out, each in the order of its key.
import { MINUTE, type Micros } from '../../contract/time.ts';
import type { VisitJournalRow } from '../storage/tables.ts';
import { ALL_LINKS, type Dimension, type RollupValues, type TotalValues } from '../storage/visits.ts';

/** Every time zone's hours and days are made of whole quarters of an hour. */
const BUCKET: Micros = 15 * MINUTE;

interface Counts {
  visits: number;
  uniques: number;
}

/** The counts of one target in one bucket, by dimension and key. */
interface Group {
  accountId: number;
  targetId: number;
  bucket: Micros;
  counts: Map<Dimension, Map<string, Counts>>;
}

export interface Tally {
  /** One more visit to the target: the row's own, or all links together. */
  add(row: VisitJournalRow, targetId: number, isNewVisitor: boolean): void;
  totals(): TotalValues[];
  rollups(): RollupValues[];
}

export function createTally(): Tally {
  const groups = new Map<string, Group>();

  function groupOf(row: VisitJournalRow, targetId: number): Group {
    const bucket = row.at - (row.at % BUCKET);
    const key = `${row.account_id} ${targetId} ${bucket}`;
    let group = groups.get(key);
    if (!group) {
      group = { accountId: row.account_id, targetId, bucket, counts: new Map() };
      groups.set(key, group);
    }
    return group;
  }

  return {
    add(row, targetId, isNewVisitor) {
      const group = groupOf(row, targetId);
      const uniques = isNewVisitor ? 1 : 0;
      increase(group, 'total', '', 1, uniques);
      if (targetId === ALL_LINKS) return;
      increase(group, 'country', row.country, 1, uniques);
      increase(group, 'city', row.city, 1, uniques);
      increase(group, 'os', row.os, 1, uniques);
      increase(group, 'browser', row.browser, 1, uniques);
    },
    rollups() {
      return sorted(groups.values()).flatMap((group) =>
        entries(group).map(([dimension, key, { visits, uniques }]): RollupValues => {
          return [group.accountId, group.targetId, group.bucket, dimension, key, visits, uniques];
        }),
      );
    },
    totals() {
      const merged = new Map<string, Group>();
      for (const group of groups.values()) {
        const key = `${group.accountId} ${group.targetId}`;
        const whole = merged.get(key);
        if (whole) merge(whole, group);
        else merged.set(key, merge({ ...group, counts: new Map() }, group));
      }
      return sorted(merged.values()).flatMap((group) =>
        entries(group).map(([dimension, key, { visits, uniques }]): TotalValues => {
          return [group.accountId, group.targetId, dimension, key, visits, uniques];
        }),
      );
    },
  };
}

function increase(group: Group, dimension: Dimension, key: string, visits: number, uniques: number): void {
  let keys = group.counts.get(dimension);
  if (!keys) {
    keys = new Map();
    group.counts.set(dimension, keys);
  }
  const counts = keys.get(key);
  if (counts) {
    counts.visits += visits;
    counts.uniques += uniques;
  } else {
    keys.set(key, { visits, uniques });
  }
}

function merge(into: Group, group: Group): Group {
  for (const [dimension, keys] of group.counts) {
    for (const [key, { visits, uniques }] of keys) increase(into, dimension, key, visits, uniques);
  }
  return into;
}

function sorted(groups: Iterable<Group>): Group[] {
  return [...groups].sort((a, b) => a.accountId - b.accountId || a.targetId - b.targetId || a.bucket - b.bucket);
}

function entries(group: Group): [Dimension, string, Counts][] {
  return byName(group.counts).flatMap(([dimension, keys]) =>
    byName(keys).map(([key, counts]): [Dimension, string, Counts] => [dimension, key, counts]),
  );
}

function byName<Name extends string, T>(map: Map<Name, T>): [Name, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
