// Distributes the tables of an installation over a Citus cluster. Each table is one step. If it is interrupted, the next
// run goes on with the tables that are left.
import { ApiError } from '../../../contract/errors.ts';
import type { Cluster, Dialect } from '../../storage/dialects/dialect.ts';
import { openDialect } from '../../storage/dialects/open.ts';
import { assertCurrent } from '../../storage/migrations/index.ts';
import { distributeTables, type TablePlacement, undistributedTables } from '../../storage/placement.ts';
import { otherProcesses } from '../../storage/shared-limits.ts';

export interface DistributeRequest {
  databaseUrl: string;
  /** The number of shards. It cannot change once accounts are distributed. */
  shards: number | undefined;
  isDryRun: boolean;
  signal: AbortSignal;
  show(what: string, done: number, all: number): void;
}

export interface DistributeReport {
  shards: number;
  /** Servers that have shards. */
  servers: number;
  /** What was distributed, or would be. */
  distributed: readonly TablePlacement[];
}

const DEFAULT_SHARDS = 32;

export async function distribute(request: DistributeRequest): Promise<DistributeReport> {
  const dialect = openDialect(request.databaseUrl, { mayCreate: false, isPatient: true });
  try {
    await assertCurrent(dialect);
    const cluster = await coordinator(dialect);
    const shards = shardsOf(cluster, request.shards);
    const tables = await undistributedTables(dialect, cluster);
    const report = { shards, servers: cluster.nodes.filter(({ hasShards }) => hasShards).length, distributed: tables };
    if (request.isDryRun || tables.length === 0) return report;
    await refuseRunning(dialect);
    let done = 0;
    await distributeTables(dialect, tables, shards, ({ table }) => {
      request.signal.throwIfAborted();
      request.show(`Placing ${table}`, done, tables.length);
      done += 1;
    });
    return report;
  } finally {
    await dialect.close();
  }
}

async function coordinator(dialect: Dialect): Promise<Cluster> {
  const cluster = await dialect.cluster();
  if (!cluster) {
    throw new ApiError(
      'forbidden',
      'The database is not part of a Citus cluster. Install Citus on every server, run "CREATE EXTENSION citus" in the database on each, and add the workers with "SELECT citus_add_node(…)" on the coordinator; docs/scaling.md has the steps.',
    );
  }
  if (!cluster.isCoordinator) {
    const sentence =
      'This server is a worker of the cluster. Set DATABASE_URL to the coordinator and run the command there.';
    throw new ApiError('forbidden', sentence);
  }
  const away = cluster.nodes.filter(({ isActive }) => !isActive).map(({ name, port }) => `${name}:${port}`);
  if (away.length > 0) {
    throw new ApiError(
      'forbidden',
      `These servers are not active in the cluster: ${away.join(', ')}. Activate or remove them first.`,
    );
  }
  if (!cluster.nodes.some(({ hasShards }) => hasShards)) {
    const sentence =
      'The cluster has no server for shards. Add workers with "SELECT citus_add_node(…)" on the coordinator first.';
    throw new ApiError('forbidden', sentence);
  }
  return cluster;
}

function shardsOf({ shards }: Cluster, wanted: number | undefined): number {
  if (shards === undefined) return wanted ?? DEFAULT_SHARDS;
  if (wanted === undefined || wanted === shards) return shards;
  const sentence = `The accounts are distributed over ${shards} shards already, which cannot be changed to ${wanted}.`;
  throw new ApiError('forbidden', sentence);
}

async function refuseRunning(dialect: Dialect): Promise<void> {
  const running = (await otherProcesses(dialect.read, dialect, '')).length;
  if (running === 0) return;
  const processes = running === 1 ? 'A process' : `${running} processes`;
  throw new ApiError(
    'forbidden',
    `${processes} of the service used this database in the last seconds. Stop the service on every machine, wait 15 seconds and run the command again.`,
  );
}
