// Anyone can invent referrers and campaigns. A target keeps a limited number of keys per dimension, more than an owner
// would ever read. Visits beyond the limit are counted under a common key, so that sums stay correct and the database
// stays small.
import type { Transaction } from 'kysely';
import { campaignNames } from '../../../contract/vocabulary.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Tables } from '../../storage/tables.ts';
import {
  countKeys,
  type Dimension,
  keysOf,
  type TargetDimension,
  type TotalValues,
} from '../../storage/visits/visits.ts';

export const OTHER = 'Other';
export const MAX_KEYS = 1000;
export const open: ReadonlySet<Dimension> = new Set(['referrer', ...campaignNames]);

/** The key to count under: the visit's own, or the common one if the limit is reached. */
export type KeyFor = (of: TargetDimension, key: string) => string;

export async function boundedKeys(
  tx: Transaction<Tables>,
  dialect: Dialect,
  counts: readonly TotalValues[],
): Promise<KeyFor> {
  const added = new Map<string, { of: TargetDimension; keys: Set<string> }>();
  for (const [accountId, targetId, dimension, key] of counts) {
    if (!open.has(dimension)) continue;
    const of: TargetDimension = [accountId, targetId, dimension];
    const entry = added.get(nameOf(of));
    if (entry) entry.keys.add(key);
    else added.set(nameOf(of), { of, keys: new Set([key]) });
  }
  const full = new Map<string, Set<string>>();
  if (added.size > 0) {
    const asked = [...added.values()].map(({ of }) => of);
    for (const { of, keys: stored } of await countKeys(tx, dialect, asked)) {
      const { keys } = added.get(nameOf(of))!;
      if (stored + keys.size > MAX_KEYS) full.set(nameOf(of), await keysOf(tx, of, MAX_KEYS + 1));
    }
    for (const [name, { keys }] of added) {
      const room = full.get(name) ?? (keys.size > MAX_KEYS ? new Set<string>() : undefined);
      if (!room) continue;
      for (const key of keys) if (room.size < MAX_KEYS) room.add(key);
      full.set(name, room);
    }
  }
  return (of, key) => ((full.get(nameOf(of))?.has(key) ?? true) ? key : OTHER);
}

function nameOf([accountId, targetId, dimension]: TargetDimension): string {
  return `${accountId} ${targetId} ${dimension}`;
}
