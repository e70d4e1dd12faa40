// The database of one moment as a file, looked over, and without what is not to be kept.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../../contract/errors.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { openSqlite } from '../../storage/dialects/sqlite/index.ts';
import { emptyTables, type FileContents, inspectFile } from '../../storage/dialects/sqlite/saved-file.ts';
import { installationId } from '../../storage/installation.ts';
import { schemaState } from '../../storage/migrations/index.ts';
import type { Report } from './backup.ts';
import { DATABASE, QUEUE } from './manifest.ts';
import type { Source } from './packing.ts';

/** What is promised to be deleted within a day is not kept for years in a backup: addresses, and the keys of hashes. */
const fleeting = ['live_visitor', 'visit_salt'];

export interface Identity {
  migrations: string[];
  /** Those of a newer version. */
  unknown: string[];
  /** None where the schema is older than the first that has one. */
  installation: string | null;
}

export interface SavedDatabase extends Pick<Identity, 'migrations' | 'installation'> {
  /** The database comes last. */
  sources: readonly Source[];
  rows: Record<string, number>;
}

/** Undefined where the engine has programs of its own for that. */
export async function saveDatabase(
  dialect: Dialect,
  staging: string,
  report: Report,
): Promise<SavedDatabase | undefined> {
  if (!dialect.saveTo) return undefined;
  const file = join(staging, DATABASE);
  await dialect.saveTo(file, (done, all) => report('Saving the database', done, all));
  // An installation of an earlier version has no queue of its own.
  const paths = [QUEUE, DATABASE].filter((path) => existsSync(join(staging, path)));
  for (const path of paths) emptyTables(join(staging, path), fleeting);
  report('Checking the database', 0, 1);
  const { rows, faults } = await inspectFiles(paths.map((path) => join(staging, path)));
  if (faults[0] !== undefined) {
    throw new Refusal(
      'internal',
      `The database is damaged (${faults[0]}), and so would be a backup of it: restore the last good one, or mend it with SQLite's ".recover".`,
    );
  }
  const { migrations, installation } = await identityOfFile(file);
  const sources = paths.map((path) => {
    const saved = join(staging, path);
    return { path, file: saved, bytes: statSync(saved).size, mayVanish: false };
  });
  return { sources, rows, migrations, installation };
}

/** The rows of all of them, by table, and what is wrong with any. */
export async function inspectFiles(files: readonly string[]): Promise<FileContents> {
  const all: FileContents = { rows: {}, faults: [] };
  for (const file of files) {
    const { rows, faults } = await inspectFile(file);
    for (const [table, count] of Object.entries(rows)) all.rows[table] = (all.rows[table] ?? 0) + count;
    all.faults.push(...faults);
  }
  return all;
}

export async function identityOfFile(file: string): Promise<Identity> {
  const saved = openSqlite(file, { mayCreate: false, isReadOnly: true });
  try {
    return await identityOf(saved);
  } finally {
    await saved.close();
  }
}

export async function identityOf(dialect: Dialect): Promise<Identity> {
  const { applied, unknown } = await schemaState(dialect);
  const tables = await dialect.read.introspection.getTables();
  const hasId = tables.some(({ name }) => name === 'installation');
  return { migrations: applied, unknown, installation: hasId ? await installationId(dialect.read) : null };
}
