// What of the counts somebody may read with whom statistics were shared: groups of at least five visitors (ADR 33).
// Days are grouped in blocks of 1, 2, 4, 8 … days that begin at fixed dates, and a value is shown for the smallest block
// in which it has enough visitors, and the rest as well. So every answer is a sum of the same groups, and the difference between two answers
// is one as well: no choice of periods isolates fewer visitors.
import type { LocalDay, LocalRange } from '../../../contract/local-time.ts';
import { addToKey, type Count } from '../count/counts.ts';
import { innerMap } from '../count/nested-maps.ts';

const MIN_VISITORS = 5;

/** Counts by key, for each UTC day. */
export type DaysOfKeys = ReadonlyMap<LocalDay, ReadonlyMap<string, Count>>;

/** The visits of each key that are in a group within the range. Keys without one are left out. */
export function disclosed(days: DaysOfKeys, { first, last }: LocalRange): Map<string, Count> {
  const shown = new Map<string, Count>();
  let blocks = merged([...days].filter(([day]) => day >= first && day <= last));
  for (let size = 1; size <= last - first + 1; size *= 2) {
    for (const [block, keys] of blocks) {
      const isWithin = block * size >= first && (block + 1) * size - 1 <= last;
      if (isWithin) moveGroups(keys, shown);
    }
    blocks = merged([...blocks].map(([block, keys]) => [Math.floor(block / 2), keys]));
  }
  return shown;
}

/** What stays is nothing, or a group as well: otherwise the smallest group stays with it. */
function moveGroups(keys: Map<string, Count>, shown: Map<string, Count>): void {
  const isGroup = ({ uniques }: Count) => uniques >= MIN_VISITORS;
  const groups = [...keys].filter(([, count]) => isGroup(count)).sort(([, a], [, b]) => b.uniques - a.uniques);
  const others = [...keys.values()].filter((count) => !isGroup(count));
  const visitors = others.reduce((sum, { uniques }) => sum + uniques, 0);
  if (others.length > 0 && visitors < MIN_VISITORS) groups.pop();
  for (const [key, { visits, uniques }] of groups) {
    addToKey(shown, key, visits, uniques);
    keys.delete(key);
  }
}

function merged(blocks: readonly (readonly [number, ReadonlyMap<string, Count>])[]): Map<number, Map<string, Count>> {
  const sums = new Map<number, Map<string, Count>>();
  for (const [block, keys] of blocks) {
    const sum = innerMap(sums, block);
    for (const [key, { visits, uniques }] of keys) addToKey(sum, key, visits, uniques);
  }
  return sums;
}
