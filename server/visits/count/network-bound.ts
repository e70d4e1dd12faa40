// Limits how many unique visitors one network can add. A client that varies its user agent, or its address in an IPv6
// /48, looks like a new visitor each time. Above the limit, its requests still count as visits.
//
// The limit is applied where new visitors are determined, in the aggregation's transaction and under its lock. It is
// therefore exact across processes and restarts, and visitors above it leave no rows.
import type { Transaction } from 'kysely';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Tables } from '../../storage/tables.ts';
import { countSeen, deleteSeen, type SeenPrefix, type SeenValues } from '../../storage/visits/visits.ts';
import { SHARES_OF_48 } from '../../system/networks.ts';
import { networksIn } from '../record/visitors.ts';

/** Per UTC day and target. docs/visits.md explains the number. */
const MAX_VISITORS = 500;
/** For the networks of an id, the narrowest first: an IPv4 address or a /64, and the /48 around it. */
const maxVisitors = [MAX_VISITORS, MAX_VISITORS * SHARES_OF_48];

export interface Addition {
  readonly seen: SeenValues;
  /** Position in time order. */
  readonly position: number;
}

/** Takes the rows just added to `visit_seen`, deletes those above the limits, latest first, and returns the rest. */
export async function withinNetworkBounds<Added extends Addition>(
  tx: Transaction<Tables>,
  dialect: Dialect,
  added: readonly Added[],
): Promise<readonly Added[]> {
  let left = added;
  // One after the other: what is above the limit of a /64 does not count in its /48.
  for (const [level, max] of maxVisitors.entries()) left = await withinBound(tx, dialect, left, level, max);
  return left;
}

async function withinBound<Added extends Addition>(
  tx: Transaction<Tables>,
  dialect: Dialect,
  added: readonly Added[],
  level: number,
  max: number,
): Promise<readonly Added[]> {
  const networks = byNetwork(added, level);
  if (networks.size === 0) return added;
  const prefixes = [...networks.values()].map(({ prefix }) => prefix);
  const excess = new Set<Added>();
  for (const { key, count } of await countSeen(tx, dialect, prefixes, max)) {
    const { additions } = networks.get(nameOf(key))!;
    const room = Math.max(0, max - (count - additions.length));
    for (const each of additions.sort(byPosition).slice(room)) excess.add(each);
  }
  if (excess.size === 0) return added;
  await deleteSeen(
    tx,
    dialect,
    [...excess].map(({ seen }) => seen),
  );
  return added.filter((each) => !excess.has(each));
}

function byNetwork<Added extends Addition>(added: readonly Added[], level: number) {
  const networks = new Map<string, { prefix: SeenPrefix; additions: Added[] }>();
  for (const each of added) {
    const [accountId, day, targetId, visitor] = each.seen;
    const network = networksIn(visitor)[level];
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

function byPosition(a: Addition, b: Addition): number {
  return a.position - b.position;
}
