// Citus: a PostgreSQL server, the coordinator, that spreads tables over other servers, its workers.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { Cluster, ClusterServer, Placement } from '../dialect.ts';

/** Citus reports a server that goes away in the middle of a transaction as an internal error. */
export function isServerLost(message: string): boolean {
  return /^(postmaster was shut down|could not commit transaction for shard|failure on connection marked as essential)/.test(
    message,
  );
}

/** Undefined if the extension is not installed. */
export async function readCluster(db: Kysely<Tables>): Promise<Cluster | undefined> {
  const { rows: extensions } = await sql<{ version: string }>`
    SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`.execute(db);
  const [extension] = extensions;
  if (!extension) return undefined;
  const { rows: groups } = await sql<{ groupid: number }>`SELECT groupid FROM pg_dist_local_group`.execute(db);
  const { rows: nodes } = await sql<{ name: string; port: number; isActive: boolean; hasShards: boolean }>`
    SELECT nodename AS name, nodeport AS port, isactive AS "isActive", shouldhaveshards AS "hasShards"
    FROM pg_dist_node WHERE noderole = 'primary' ORDER BY nodename, nodeport`.execute(db);
  const { rows: tables } = await sql<{ name: string; placement: Placement }>`
    SELECT relname AS name, CASE WHEN partmethod = 'h' THEN 'distributed' WHEN repmodel = 't' THEN 'reference' ELSE 'local' END
      AS placement
    FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid`.execute(db);
  const { rows: shards } = await sql<{ shards: number }>`
    SELECT count(*) AS shards FROM pg_dist_shard JOIN pg_class ON pg_class.oid = logicalrelid
    WHERE relname = 'account'`.execute(db);
  return {
    version: extension.version,
    isCoordinator: groups[0]?.groupid === 0,
    nodes,
    shards: shards[0]!.shards || undefined,
    placements: new Map(tables.map(({ name, placement }) => [name, placement])),
  };
}

const SERVER_STATE = `
  SELECT pg_database_size(current_database()) || ' ' || count(*) FROM pg_prepared_xacts
  WHERE database = current_database() AND prepared < now() - interval '5 minutes'`;

export async function readServers(db: Kysely<Tables>): Promise<ClusterServer[]> {
  const { rows } = await sql<{ name: string; success: boolean; result: string }>`
    SELECT nodename || ':' || nodeport AS name, success, result
    FROM run_command_on_all_nodes(${SERVER_STATE}) AS answer JOIN pg_dist_node USING (nodeid)
    ORDER BY name`.execute(db);
  return rows.map(({ name, success, result }) => {
    if (!success) return { name, error: result.split('\n')[0]! };
    const [bytes, oldPrepared] = result.split(' ').map(Number);
    return { name, bytes, oldPrepared };
  });
}

/** A transaction has a snapshot for each connection to a server, so that rows of one server belong together. */
export async function useOneConnectionPerServer(executor: Kysely<Tables>): Promise<void> {
  await sql`SET LOCAL citus.max_adaptive_executor_pool_size = 1`.execute(executor);
}

/** The first distributed table determines the number of shards. Others are stored with it, each row beside its account. */
export async function distributeTable(
  db: Kysely<Tables>,
  table: string,
  placement: Placement,
  { by, beside, shards }: { by: string; beside: string; shards: number },
): Promise<void> {
  if (placement === 'reference') await sql`SELECT create_reference_table(${table})`.execute(db);
  else if (placement === 'local') await sql`SELECT citus_add_local_table_to_metadata(${table})`.execute(db);
  else if (table === beside) {
    await sql`SELECT create_distributed_table(${table}, ${by}, colocate_with => 'none', shard_count => ${shards}::integer)`.execute(
      db,
    );
  } else await sql`SELECT create_distributed_table(${table}, ${by}, colocate_with => ${beside})`.execute(db);
}
