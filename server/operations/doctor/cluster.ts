// Checks a Citus cluster: that this is its coordinator, that all tables are distributed, that its servers answer, and that
// none has transactions that were prepared long ago.
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { undistributedTables } from '../../storage/placement.ts';
import { ok, problem, shownBytes, type Verdict, warning } from './finding.ts';

/** Nothing if the database is a single server. */
export async function clusterVerdicts(dialect: Dialect): Promise<Verdict[]> {
  const cluster = await dialect.cluster();
  if (!cluster) return [];
  if (!cluster.isCoordinator) {
    return [problem('This server is a worker of a Citus cluster.', 'Set DATABASE_URL to the coordinator.')];
  }
  if (cluster.shards === undefined) {
    const remedy = 'Run "fingerpost distribute" to spread the accounts over its servers, or ignore this.';
    return [warning(`Citus ${cluster.version} is installed, but nothing is distributed.`, remedy)];
  }
  const servers = await dialect.clusterServers();
  const away = servers.filter(({ error }) => error !== undefined);
  const bytes = servers.reduce((sum, server) => sum + (server.bytes ?? 0), 0);
  const size = `${cluster.shards} shards, ${servers.length} servers, ${shownBytes(bytes)} in all`;
  return [
    ...away.map(({ name, error }) =>
      problem(
        `The server ${name} of the cluster does not answer: ${error}.`,
        'Start it again. Until then, pages of its accounts that are not cached fail, and their visits wait.',
      ),
    ),
    ...(await tableVerdicts(dialect, cluster)),
    ...servers
      .filter(({ oldPrepared = 0 }) => oldPrepared > 0)
      .map(({ name, oldPrepared }) =>
        warning(
          `The server ${name} has ${oldPrepared} prepared transactions that are older than five minutes. They hold locks.`,
          'Citus completes them by itself when all servers answer. If they stay, look at pg_prepared_xacts there.',
        ),
      ),
    ...(away.length === 0 ? [ok(`Citus ${cluster.version}: ${size}.`)] : []),
  ];
}

async function tableVerdicts(dialect: Dialect, cluster: Parameters<typeof undistributedTables>[1]): Promise<Verdict[]> {
  const missing = (await undistributedTables(dialect, cluster)).map(({ table }) => table);
  if (missing.length === 0) return [];
  const remedy = 'Stop the service and run "fingerpost distribute" again: a crash could commit half of a change.';
  return [problem(`These tables are not distributed: ${missing.join(', ')}.`, remedy)];
}
