// The two stores that every storage-touching behaviour is tested on: `for (const engine of engines) describe(…)`.
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { filesOf } from '../../server/storage/dialects/sqlite/saved-file.ts';
import { queueFileOf } from '../../server/storage/dialects/sqlite/visit-queue.ts';

export interface FreshDatabase {
  readonly databaseUrl: string;
  drop(): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** The environment variable that names a database with today's schema to copy, where there is one. */
  readonly template: string;
  /**
   * A database that nobody else uses: with today's schema where there is a template, empty else. Copies of a template
   * have the same installation id. Close what is open on it before `drop`.
   */
  freshDatabase(): Promise<FreshDatabase>;
  /** One without a schema, which is an installation of its own. */
  emptyDatabase(): Promise<FreshDatabase>;
}

export const engines: Engine[] = [
  engine('sqlite', 'TEST_SQLITE_TEMPLATE', sqliteDatabase),
  engine('postgres', 'TEST_POSTGRES_TEMPLATE', postgresDatabase),
];

type CreateDatabase = (templateUrl: string | undefined) => Promise<FreshDatabase>;

function engine(name: Engine['name'], template: string, create: CreateDatabase): Engine {
  return {
    name,
    template,
    freshDatabase: () => create(process.env[template]),
    emptyDatabase: () => create(undefined),
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
  return { databaseUrl: `sqlite:${file}`, drop: () => rm(folder, { recursive: true, force: true }) };
}

let server: pg.Pool | undefined;

function adminPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  // A server that is stopped before this process is takes its idle connection along.
  return pool.on('error', () => {});
}

async function postgresDatabase(templateUrl: string | undefined): Promise<FreshDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('There is no TEST_DATABASE_URL: run the tests with "npm test", which brings one.');
  server ??= adminPool(serverUrl);
  const admin = server;

  const name = `fingerpost_test_${randomBytes(8).toString('hex')}`;
  const template = templateUrl ? new URL(templateUrl).pathname.slice(1) : 'template0';
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    drop: async () => {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
