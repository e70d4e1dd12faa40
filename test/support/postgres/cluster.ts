// A Citus cluster on this machine, for drills and benches: a coordinator and two workers. CITUS_FOLDER is the folder of a
// PostgreSQL with Citus, which has `bin`.
import pg from 'pg';
import { type PostgresOptions, type PostgresServer, startPostgres } from './server.ts';

export interface PostgresCluster {
  /** Of a database on the coordinator. */
  url: string;
  coordinator: PostgresServer;
  workers: PostgresServer[];
  stop(): Promise<void>;
}

const WORKERS = 2;
const CONNECTIONS = 300;
const settings = {
  shared_preload_libraries: 'citus',
  'citus.node_conninfo': 'sslmode=disable',
  max_connections: CONNECTIONS,
  max_prepared_transactions: CONNECTIONS,
  wal_level: 'logical',
};

export async function startCluster(folder: string, more: PostgresOptions['settings'] = {}): Promise<PostgresCluster> {
  const servers: PostgresServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (let number = 0; number <= WORKERS; number += 1) {
      servers.push(await startPostgres({ folder, settings: { ...settings, ...more }, auth: 'trust' }));
    }
    for (const { url } of servers) await query(url, ['CREATE EXTENSION citus']);
    const [coordinator, ...workers] = servers as [PostgresServer, ...PostgresServer[]];
    const address = ({ url }: PostgresServer) => `'127.0.0.1', ${new URL(url).port}`;
    await query(coordinator.url, [
      `SELECT citus_set_coordinator_host(${address(coordinator)})`,
      ...workers.map((worker) => `SELECT citus_add_node(${address(worker)})`),
    ]);
    return { url: coordinator.url, coordinator, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function query(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}
