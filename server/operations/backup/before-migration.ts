// Backs up the database before migrations change a schema that has data, and keeps the newest few of these backups.
// Uploads are not included: no migration touches them.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ApiError } from '../../../contract/errors.ts';
import { timestamp } from '../../../contract/time.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Clock } from '../../system/clock.ts';
import { makePrivateFolder } from '../../system/private-files.ts';
import { pack } from './backup.ts';
import { asApiError } from './failures.ts';
import { type SavedDatabase, saveDatabase } from './saved-database.ts';
import { inStaging } from './staging.ts';

const BACKUPS = 'backups';
const namePattern = /^before-(?<migration>.+)-(?<time>\d{8}T\d{6}Z)-(?<digest>[0-9a-f]{12})\.tar\.gz$/;

export interface BeforeMigrationOptions {
  dialect: Dialect;
  pending: readonly string[];
  dataDir: string;
  /** How many backups are kept. 0 makes none. */
  keep: number;
  clock: Clock;
  /** Says what is done and where the backup is. */
  report(sentence: string): void;
}

export async function backupBeforeMigration(options: BeforeMigrationOptions): Promise<void> {
  const { dialect, pending, dataDir, keep, report } = options;
  if (keep === 0) return;
  if (!dialect.saveTo) {
    const advice = await dialect.savingAdvice();
    return report(`Migrations will change the schema; this database is not backed up. ${advice}`);
  }
  report(`Backing up the database before migrations (${pending.join(', ')}).`);
  const folder = join(dataDir, BACKUPS);
  try {
    // Not removed after a failure: another process may be about to use it.
    makePrivateFolder(folder);
    await inStaging(folder, async (staging) => {
      const database = await saveDatabase(dialect, staging, () => {});
      if (database) report(await saved(options, folder, staging, database));
    });
  } catch (error) {
    const { message } = asApiError(error, 'The database could not be backed up');
    const remedy = 'The schema was not changed. Fix this, or set MIGRATION_BACKUPS=0 to migrate without a backup.';
    throw new ApiError('internal', `${message} ${remedy}`, { cause: error });
  }
}

async function saved(
  { dialect, pending, keep, clock }: BeforeMigrationOptions,
  folder: string,
  staging: string,
  { sources, ...about }: SavedDatabase,
): Promise<string> {
  const migration = pending[0]!;
  if (about.migrations.includes(migration)) return 'Another process has already changed the schema.';
  // A migration that fails at every start must not evict the backups before earlier migrations.
  const digest = (await sha256(sources.map((source) => source.file))).slice(0, 12);
  const same = ownBackups(folder).find((name) => {
    const { groups } = namePattern.exec(name)!;
    return groups!.migration === migration && groups!.digest === digest;
  });
  if (same) return alreadyIn(join(folder, same));

  const madeAt = timestamp(clock());
  const time = madeAt.replace(/\.\d+/, '').replaceAll(/[:-]/g, '');
  const file = join(folder, `before-${migration}-${time}-${digest}.tar.gz`);
  try {
    await pack(staging, file, sources, () => {}, {
      engine: dialect.name,
      made_at: madeAt,
      holds: ['database'],
      ...about,
    });
  } catch (error) {
    // Another process started at the same time and saved the same contents: the digest is part of the name.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && existsSync(file)) return alreadyIn(file);
    throw error;
  }
  const others = ownBackups(folder).filter((name) => name !== basename(file));
  for (const name of others.slice(keep - 1)) rmSync(join(folder, name), { force: true });
  return `Backed up the database to ${file}; "fingerpost restore" restores it.`;
}

function alreadyIn(file: string): string {
  return `The database is already backed up in ${file}; "fingerpost restore" restores it.`;
}

/** Backups made by this module, newest first. Other files in the folder are left alone. */
function ownBackups(folder: string): string[] {
  const time = (name: string) => namePattern.exec(name)!.groups!.time!;
  return readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .sort((a, b) => (time(a) < time(b) ? 1 : -1));
}

async function sha256(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
