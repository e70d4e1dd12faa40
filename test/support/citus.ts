// Databases on a Citus cluster, for TEST_CITUS_URL: the URL of a coordinator whose database has workers. What Citus knows
// of a database is stored in it, so copying the database of each server copies all.
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { distribute } from '../../server/operations/distribute/index.ts';
import { openStore } from '../../server/storage/store.ts';
import type { FreshDatabase } from './engines.ts';
import { type Proxy as WorkerProxy, startProxy } from './proxy.ts';

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

/** Puts a proxy in front of each worker, for this database alone: a test can cut it. In the order of their groups. */
export async function proxiesOfWorkers(t: TestContext, databaseUrl: string): Promise<WorkerProxy[]> {
  const proxies: WorkerProxy[] = [];
  for (const url of await workersOf(databaseUrl)) {
    const proxy = await startProxy(t, url);
    const ports = [url, proxy.url].map((each) => Number(new URL(each).port));
    await statements(databaseUrl, [
      `SELECT citus_update_node(nodeid, '127.0.0.1', ${ports[1]}) FROM pg_dist_node WHERE nodeport = ${ports[0]}`,
    ]);
    proxies.push(proxy);
  }
  return proxies;
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
  const [rows] = await statements(coordinator, [
    'SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 ORDER BY groupid',
  ]);
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
