// Limits how many unique visitors one network can add. A client that varies its user agent, or its address in an IPv6
// /64, looks like a new visitor each time. Above the limit, its requests still count as visits.
//
// The limit is applied where new visitors are determined, in the fold's transaction and under its lock. It is therefore
// exact across processes and restarts, and visitors above it leave no rows.
import type { Transaction } from 'kysely';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Tables } from '../../storage/tables.ts';
import { countSeen, deleteSeen, type SeenPrefix, type SeenValues } from '../../storage/visits/visits.ts';
import { networkIn } from '../record/visitors.ts';

/** Per UTC day and target. docs/visits.md explains the number. */
const MAX_VISITORS = 500;

export interface Addition {
  readonly seen: SeenValues;
  /** Position in time order. */
  readonly place: number;
}

/** Takes the rows just added to `visit_seen`, deletes those above the limit, latest first, and returns the rest. */
export async function withinNetworkBound<Added extends Addition>(
  tx: Transaction<Tables>,
  dialect: Dialect,
  added: readonly Added[],
): Promise<readonly Added[]> {
  const networks = byNetwork(added);
  if (networks.size === 0) return added;
  const prefixes = [...networks.values()].map(({ prefix }) => prefix);
  const excess = new Set<Added>();
  for (const { key, count } of await countSeen(tx, dialect, prefixes, MAX_VISITORS)) {
    const { additions } = networks.get(nameOf(key))!;
    const room = Math.max(0, MAX_VISITORS - (count - additions.length));
    for (const each of additions.sort(byPlace).slice(room)) excess.add(each);
  }
  if (excess.size === 0) return added;
  await deleteSeen(
    tx,
    dialect,
    [...excess].map(({ seen }) => seen),
  );
  return added.filter((each) => !excess.has(each));
}

function byNetwork<Added extends Addition>(added: readonly Added[]) {
  const networks = new Map<string, { prefix: SeenPrefix; additions: Added[] }>();
  for (const each of added) {
    const [accountId, day, targetId, visitor] = each.seen;
    const network = networkIn(visitor);
    if (network === undefined) continue;
    const prefix: SeenPrefix = [accountId, day, targetId, network];
    const entry = networks.get(nameOf(prefix));
    if (entry) entry.additions.push(each);
    else networks.set(nameOf(prefix), { prefix, additions: [each] });
  }
  return networks;
}

function nameOf(prefix: SeenPrefix): string {
  return prefix.join(' ');
}

function byPlace(a: Addition, b: Addition): number {
  return a.place - b.place;
}
