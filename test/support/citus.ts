// Databases on a Citus cluster, for TEST_CITUS_URL: the URL of a coordinator whose database has workers. Making one takes
// seconds, so a database is emptied and used again by later tests of the process.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distribute } from '../../server/operations/distribute/index.ts';
import { openStore } from '../../server/storage/store.ts';
import { tableKinds } from '../../server/storage/table-kinds.ts';
import type { FreshDatabase } from './engines.ts';

/** Few, because most tests have few accounts, and each shard of each table is emptied after a test. */
const SHARDS = 4;
/** Of database names. `dropCitusDatabases` removes all that start with it. */
const PREFIX = 'fingerpost_citus_';

const free: string[] = [];

export async function citusDatabase(): Promise<FreshDatabase> {
  const databaseUrl = free.pop() ?? (await createDatabase());
  return {
    databaseUrl,
    async drop() {
      await empty(databaseUrl);
      free.push(databaseUrl);
    },
  };
}

async function createDatabase(): Promise<string> {
  const name = `${PREFIX}${randomBytes(8).toString('hex')}`;
  const nodes = await nodesOf(process.env.TEST_CITUS_URL!);
  for (const url of nodes.all) {
    await statements(url, [`CREATE DATABASE ${name}`]);
    await statements(inDatabase(url, name), ['CREATE EXTENSION citus']);
  }
  const databaseUrl = inDatabase(nodes.coordinator, name);
  const host = ({ hostname, port }: URL) => `'${hostname}', ${port || 5432}`;
  await statements(databaseUrl, [
    `SELECT citus_set_coordinator_host(${host(new URL(nodes.coordinator))})`,
    ...nodes.workers.map((url) => `SELECT citus_add_node(${host(new URL(url))})`),
  ]);
  await (await openStore(databaseUrl, { watch: false })).close();
  const { signal } = new AbortController();
  await distribute({ databaseUrl, shards: SHARDS, isDryRun: false, signal, show() {} });
  return databaseUrl;
}

async function nodesOf(coordinator: string): Promise<{ coordinator: string; workers: string[]; all: string[] }> {
  const [rows] = await statements(coordinator, ['SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0']);
  const workers = rows!.map(({ nodename, nodeport }) => {
    const url = new URL(coordinator);
    url.host = `${nodename}:${nodeport}`;
    return url.href;
  });
  return { coordinator, workers, all: [coordinator, ...workers] };
}

/** The same database on each worker. */
export async function workersOf(databaseUrl: string): Promise<string[]> {
  return (await nodesOf(databaseUrl)).workers;
}

/** Leaves what a migrated and distributed database has. */
async function empty(databaseUrl: string): Promise<void> {
  const kept = ['schema_migration', 'schema_migration_lock', 'installation', 'changed_counts', 'id_sequence'];
  const local = [...tableKinds.installation, ...tableKinds.queue].filter(
    (name) => ![...kept, 'visit_folded'].includes(name),
  );
  await statements(databaseUrl, [
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    `TRUNCATE ${[...tableKinds.owned, 'visit_folded'].join(', ')}`,
    `TRUNCATE ${tableKinds.lookup.join(', ')}`,
    ...local.map((name) => `DELETE FROM ${name}`),
    `DELETE FROM installation WHERE name NOT IN ('id', 'shards')`,
    `SELECT setval('entity_id', 1, false)`,
  ]);
}

/** After the last test. */
export async function dropCitusDatabases(): Promise<void> {
  const { all } = await nodesOf(process.env.TEST_CITUS_URL!);
  for (const url of all) {
    const [rows] = await statements(url, [`SELECT datname FROM pg_database WHERE datname LIKE '${PREFIX}%'`]);
    for (const { datname } of rows!) await statements(url, [`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`]);
  }
}

function inDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function statements(url: string, texts: readonly string[]): Promise<Record<string, string>[][]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const results: Record<string, string>[][] = [];
    for (const text of texts) results.push((await client.query(text)).rows);
    return results;
  } finally {
    await client.end();
  }
}
