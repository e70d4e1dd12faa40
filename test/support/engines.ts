// The database engines that every test with storage runs on: `for (const engine of engines) describe(…)`. With
// TEST_CITUS_URL, a Citus cluster is one of them.
import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { filesOf } from '../../server/storage/dialects/sqlite/saved-file.ts';
import { queueFileOf } from '../../server/storage/dialects/sqlite/visit-queue.ts';
import { openStore } from '../../server/storage/store.ts';
import { citusDatabase, newCitusInstallation } from './citus.ts';
import { matrix } from './matrix.ts';

export interface FreshDatabase {
  readonly databaseUrl: string;
  drop(): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres' | 'citus';
  /** A cluster speaks like PostgreSQL. */
  readonly dialect: 'sqlite' | 'postgres';
  /** The environment variable with the URL of a template database with the current schema. */
  readonly template: string;
  /**
   * A database for one test: with the current schema if there is a template, otherwise empty. Copies of a template
   * have the same installation id. Close what is open on it before `drop`.
   */
  freshDatabase(): Promise<FreshDatabase>;
  /** A database without a schema, which becomes a separate installation. */
  emptyDatabase(): Promise<FreshDatabase>;
  /** A copy of a database that nothing has open, with the same installation id. */
  copyOf(databaseUrl: string): Promise<FreshDatabase>;
  /** A separate installation with the current schema. Copying one is ten times as fast. */
  newInstallation(): Promise<FreshDatabase>;
}

export const engines: Engine[] = [
  engine('sqlite', 'TEST_SQLITE_TEMPLATE', sqliteDatabase),
  engine('postgres', 'TEST_POSTGRES_TEMPLATE', postgresDatabase),
  ...(process.env.TEST_CITUS_URL ? [citusEngine()] : []),
];

/**
 * The engines that the tests of a file run on, if little of them depends on the engine: `enginesOf(import.meta.url)`. In a
 * run of the full matrix these are all engines. In a short run it is one of them, which the file's name decides.
 */
export function enginesOf(file: string): Engine[] {
  if (matrix === 'full') return engines;
  const name = file.slice(file.lastIndexOf('/test/'));
  const chosen = engines[createHash('sha256').update(name).digest()[0]! % 2]!;
  return matrix === 'short' ? [chosen] : engines.filter((engine) => engine !== chosen);
}

type CreateDatabase = (templateUrl: string | undefined) => Promise<FreshDatabase>;

function citusEngine(): Engine {
  return {
    ...engine('postgres', 'TEST_CITUS_TEMPLATE', citusDatabase),
    name: 'citus',
    // Nothing is distributed yet, so it is like any PostgreSQL.
    emptyDatabase: () => postgresDatabase(undefined),
    newInstallation: newCitusInstallation,
  };
}

function engine(name: Engine['dialect'], template: string, create: CreateDatabase): Engine {
  const emptyDatabase = () => create(undefined);
  return {
    name,
    dialect: name,
    template,
    freshDatabase: () => create(process.env[template]),
    emptyDatabase,
    copyOf: create,
    async newInstallation() {
      const database = await emptyDatabase();
      await (await openStore(database.databaseUrl, { watch: false })).close();
      return database;
    },
  };
}

async function sqliteDatabase(templateUrl: string | undefined): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-'));
  const file = join(folder, 'fingerpost.db');
  const template = templateUrl && filesOf(templateUrl);
  if (template) {
    await copyFile(template.file, file);
    await copyFile(template.queue, queueFileOf(file));
  }
  // With retries: SQLite may create a file for shared memory while the folder is emptied.
  const drop = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return { databaseUrl: `sqlite:${file}`, drop };
}

let server: pg.Pool | undefined;

function adminPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  // A server that stops before this process closes its idle connection.
  return pool.on('error', () => {});
}

async function postgresDatabase(templateUrl: string | undefined): Promise<FreshDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('TEST_DATABASE_URL is not set: run the tests with "npm test", which sets it.');
  server ??= adminPool(serverUrl);
  const admin = server;

  const name = `fingerpost_test_${randomBytes(8).toString('hex')}`;
  const template = templateUrl ? new URL(templateUrl).pathname.slice(1) : 'template0';
  // Copying files takes a third of the time of copying through the write-ahead log.
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY = FILE_COPY`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    drop: async () => {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
