// The database of one moment as a file, looked over, and without what is not to be kept.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../../contract/errors.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { openSqlite } from '../../storage/dialects/sqlite/index.ts';
import { emptyTables, inspectFile } from '../../storage/dialects/sqlite/saved-file.ts';
import { installationId } from '../../storage/installation.ts';
import { schemaState } from '../../storage/migrations/index.ts';
import type { Report } from './backup.ts';
import { DATABASE } from './manifest.ts';
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
  source: Source;
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
  emptyTables(file, fleeting);
  report('Checking the database', 0, 1);
  const { rows, faults } = await inspectFile(file);
  if (faults[0] !== undefined) {
    throw new Refusal(
      'internal',
      `The database is damaged (${faults[0]}), and so would be a backup of it: restore the last good one, or mend it with SQLite's ".recover".`,
    );
  }
  const { migrations, installation } = await identityOfFile(file);
  const source = { path: DATABASE, file, bytes: statSync(file).size, mayVanish: false };
  return { source, rows, migrations, installation };
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
