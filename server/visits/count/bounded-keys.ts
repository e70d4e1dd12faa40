// Anybody can make up places to come from and campaigns. Of each such dimension a target keeps as many keys as an owner
// could ever look at; what comes beyond them is counted together, so that the sums stay true and the store stays small.
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

/** The key under which each is to be counted: its own, or the common one where there is no room for it. */
export type KeyFor = (of: TargetDimension, key: string) => string;

export async function boundedKeys(
  tx: Transaction<Tables>,
  dialect: Dialect,
  counts: readonly TotalValues[],
): Promise<KeyFor> {
  const fresh = new Map<string, { of: TargetDimension; keys: Set<string> }>();
  for (const [accountId, targetId, dimension, key] of counts) {
    if (!open.has(dimension)) continue;
    const of: TargetDimension = [accountId, targetId, dimension];
    const entry = fresh.get(nameOf(of));
    if (entry) entry.keys.add(key);
    else fresh.set(nameOf(of), { of, keys: new Set([key]) });
  }
  const full = new Map<string, Set<string>>();
  if (fresh.size > 0) {
    const asked = [...fresh.values()].map(({ of }) => of);
    for (const { of, keys: stored } of await countKeys(tx, dialect, asked)) {
      const { keys } = fresh.get(nameOf(of))!;
      if (stored + keys.size > MAX_KEYS) full.set(nameOf(of), await keysOf(tx, of, MAX_KEYS + 1));
    }
    for (const [name, { keys }] of fresh) {
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
