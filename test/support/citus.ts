// Databases on a Citus cluster, for TEST_CITUS_URL: the URL of a coordinator whose database has workers. What Citus knows
// of a database is stored in it, so copying the database of each server copies all.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distribute } from '../../server/operations/distribute/index.ts';
import { openStore } from '../../server/storage/store.ts';
import type { FreshDatabase } from './engines.ts';

/** Few, because most tests have few accounts, and each shard of each table is copied for a test. */
const SHARDS = 4;
const IN_USE = '55006';
const ATTEMPTS = 5;

/** Distributed, with the current schema, on every server. */
export async function newCitusInstallation(): Promise<FreshDatabase> {
  const servers = await serversOf(process.env.TEST_CITUS_URL!);
  const created = await createEverywhere(servers.all, 'template0');
  const { databaseUrl } = created;
  await Promise.all(servers.all.map((url) => statements(inDatabaseOf(url, databaseUrl), ['CREATE EXTENSION citus'])));
  const host = ({ hostname, port }: URL) => `'${hostname}', ${port || 5432}`;
  await statements(databaseUrl, [
    `SELECT citus_set_coordinator_host(${host(new URL(databaseUrl))})`,
    ...servers.workers.map((url) => `SELECT citus_add_node(${host(new URL(url))})`),
  ]);
  await (await openStore(databaseUrl, { watch: false })).close();
  const { signal } = new AbortController();
  await distribute({ databaseUrl, shards: SHARDS, isDryRun: false, signal, show() {} });
  return created;
}

/** A copy of a database on every server. Nothing of this process may have it open. */
export async function citusDatabase(templateUrl: string | undefined): Promise<FreshDatabase> {
  const { all } = await serversOf(process.env.TEST_CITUS_URL!);
  return createEverywhere(all, new URL(templateUrl!).pathname.slice(1));
}

/** The same database on each worker. */
export async function workersOf(databaseUrl: string): Promise<string[]> {
  return (await serversOf(databaseUrl)).workers;
}

async function createEverywhere(servers: readonly string[], template: string): Promise<FreshDatabase> {
  const name = `fingerpost_citus_${randomBytes(8).toString('hex')}`;
  await Promise.all(servers.map((url) => whenUnused(url, template, `CREATE DATABASE ${name} TEMPLATE ${template}`)));
  return {
    databaseUrl: inDatabaseOf(servers[0]!, `postgres:///${name}`),
    async drop() {
      await Promise.all(servers.map((url) => whenUnused(url, name, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
    },
  };
}

/** Citus connects to each database by itself, again and again. */
async function whenUnused(url: string, database: string, text: string): Promise<void> {
  const disconnect = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database}'`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await statements(url, [disconnect, text]);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== IN_USE || attempt === ATTEMPTS) throw error;
    }
  }
}

async function serversOf(coordinator: string): Promise<{ workers: string[]; all: string[] }> {
  const [rows] = await statements(coordinator, ['SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0']);
  const workers = rows!.map(({ nodename, nodeport }) => {
    const url = new URL(coordinator);
    url.host = `${nodename}:${nodeport}`;
    return url.href;
  });
  return { workers, all: [coordinator, ...workers] };
}

function inDatabaseOf(url: string, other: string): string {
  const result = new URL(url);
  result.pathname = new URL(other).pathname;
  return result.href;
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
