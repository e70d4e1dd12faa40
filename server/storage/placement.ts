// How the tables of an installation are spread over a cluster. Everything that an account owns is in one shard. What
// must be unique across accounts is on every server. The rest is on the coordinator, such as what signing in writes: that
// works while another server is down. Citus has to know it too, because only then are changes to it and to a shard
// committed together. Limits never change together with anything else.
import type { Cluster, Dialect, Placement } from './dialects/dialect.ts';
import { readShards, setShards } from './installation.ts';
import { tableKinds } from './table-kinds.ts';

const ACCOUNT = 'account';
/** Not by account: the number of a partition is in the shard of its accounts. */
const otherKeys: Readonly<Record<string, string>> = { visit_folded: 'lane' };

export interface TablePlacement {
  table: string;
  placement: Placement;
}

/** In the order in which they can be distributed. */
const wanted: readonly TablePlacement[] = [
  ...[...tableKinds.owned, ...Object.keys(otherKeys)].map((table) => ({ table, placement: 'distributed' as const })),
  ...tableKinds.lookup.map((table) => ({ table, placement: 'reference' as const })),
  ...[...tableKinds.installation, ...tableKinds.signIn, ...tableKinds.queue]
    .filter((table) => !Object.hasOwn(otherKeys, table))
    .map((table) => ({ table, placement: 'local' as const })),
];

/** The tables of this database that are not distributed yet. */
export async function undistributedTables(dialect: Dialect, { placements }: Cluster): Promise<TablePlacement[]> {
  const existing = new Set((await dialect.tableShapes(dialect.read)).map(({ name }) => name));
  return wanted.filter(({ table }) => existing.has(table) && !placements.has(table));
}

/** Distributes tables one after the other. If it is interrupted, the next call goes on. */
export async function distributeTables(
  dialect: Dialect,
  tables: readonly TablePlacement[],
  shards: number,
  show: (distributed: TablePlacement) => void = () => {},
): Promise<void> {
  // First, because a service that starts in between has to count by shard.
  await dialect.write.transaction().execute((tx) => setShards(tx, shards));
  for (const each of tables) {
    show(each);
    const by = otherKeys[each.table] ?? 'account_id';
    await dialect.distributeTable(each.table, each.placement, { by, beside: ACCOUNT, shards });
  }
}

/** Distributes the tables that a migration created, if accounts are distributed. */
export async function distributeNewTables(dialect: Dialect): Promise<void> {
  const shards = await readShards(dialect.read);
  const cluster = shards === undefined ? undefined : await dialect.cluster();
  if (cluster) await distributeTables(dialect, await undistributedTables(dialect, cluster), shards!);
}
