// The two stores that every storage-touching behaviour is tested on: `for (const engine of engines) describe(…)`.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface FreshDatabase {
  readonly databaseUrl: string;
  drop(): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** An empty database that nobody else uses. Close what is open on it before `drop`. */
  freshDatabase(): Promise<FreshDatabase>;
}

export const engines: Engine[] = [
  { name: 'sqlite', freshDatabase: freshSqlite },
  { name: 'postgres', freshDatabase: freshPostgres },
];

async function freshSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-'));
  return {
    databaseUrl: `sqlite:${join(folder, 'fingerpost.db')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

let server: pg.Pool | undefined;

function adminPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  // A server that is stopped before this process is takes its idle connection along.
  return pool.on('error', () => {});
}

async function freshPostgres(): Promise<FreshDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('There is no TEST_DATABASE_URL: run the tests with "npm test", which brings one.');
  server ??= adminPool(serverUrl);
  const admin = server;

  const name = `fingerpost_test_${randomBytes(8).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    drop: async () => {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
