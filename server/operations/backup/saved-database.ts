// A snapshot of the database as a file, checked, and without short-lived personal data.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../../contract/errors.ts';
import { type Dialect, NoDatabase } from '../../storage/dialects/dialect.ts';
import { openSqlite } from '../../storage/dialects/sqlite/index.ts';
import { emptyTables, type FileContents, inspectFile } from '../../storage/dialects/sqlite/saved-file.ts';
import { installationId } from '../../storage/installation.ts';
import { schemaState } from '../../storage/migrations/index.ts';
import { DATABASE, QUEUE } from './manifest.ts';
import type { Source } from './packing.ts';
import type { Report } from './progress.ts';

/** Data with a retention of one day must not stay in a backup for years: IP addresses and hash salts. */
const shortLived = ['live_visitor', 'live_event', 'live_stream', 'visit_salt'];

export interface Identity {
  migrations: string[];
  /** Whether these are the migrations of this version. */
  isCurrent: boolean;
  /** Migrations of a newer version. */
  unknown: string[];
  installation: string;
}

export interface SavedDatabase extends Pick<Identity, 'migrations' | 'installation'> {
  /** The database comes last. */
  sources: readonly Source[];
  rows: Record<string, number>;
}

/** Undefined if the engine is backed up with its own tools. */
export async function saveDatabase(
  dialect: Dialect,
  staging: string,
  report: Report,
): Promise<SavedDatabase | undefined> {
  if (!dialect.saveTo) return undefined;
  const file = join(staging, DATABASE);
  await dialect.saveTo(file, (done, all) => report('Saving the database', done, all));
  const paths = [QUEUE, DATABASE];
  for (const path of paths) emptyTables(join(staging, path), shortLived);
  report('Checking the database', 0, 1);
  const { rows, faults } = await inspectFiles(paths.map((path) => join(staging, path)));
  if (faults[0] !== undefined) {
    throw new ApiError(
      'internal',
      `The database is damaged (${faults[0]}), so it is not backed up: restore the last good backup, or repair it with SQLite's ".recover".`,
    );
  }
  const { migrations, installation } = await identityOfFile(file);
  const sources = paths.map((path) => {
    const saved = join(staging, path);
    return { path, file: saved, bytes: statSync(saved).size, mayVanish: false };
  });
  return { sources, rows, migrations, installation };
}

/** The rows per table over all files, and all faults found. */
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
  const { applied, pending, unknown } = await schemaState(dialect);
  const isCurrent = pending.length === 0 && unknown.length === 0;
  if (applied.length === 0) throw new NoDatabase('the database is empty');
  return { migrations: applied, isCurrent, unknown, installation: await installationId(dialect.read) };
}
