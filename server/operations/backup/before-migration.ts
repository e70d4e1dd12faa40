// Before an upgrade changes the schema that somebody's data is in, the database is saved by itself, and the newest few
// of these backups are kept. Uploads are not part of it: no migration touches them.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Refusal } from '../../../contract/errors.ts';
import { timestamp } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { makePrivateFolder } from '../../private-files.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { pack } from './backup.ts';
import { asRefusal } from './failures.ts';
import { type SavedDatabase, saveDatabase } from './saved-database.ts';
import { inStaging } from './staging.ts';

const BACKUPS = 'backups';
const namePattern = /^before-(?<migration>.+)-(?<time>\d{8}T\d{6}Z)-(?<digest>[0-9a-f]{12})\.tar\.gz$/;

export interface BeforeMigrationOptions {
  dialect: Dialect;
  pending: readonly string[];
  dataDir: string;
  /** How many are kept; with 0 none is made. */
  keep: number;
  clock: Clock;
  /** For people: what is done, and where to find it. */
  tell(sentence: string): void;
}

export async function backupBeforeMigration(options: BeforeMigrationOptions): Promise<void> {
  const { dialect, pending, dataDir, keep, tell } = options;
  if (keep === 0) return;
  if (!dialect.saveTo) {
    return tell(`The schema is about to be changed, and no backup is made of this database. ${dialect.savingAdvice}`);
  }
  tell(`Saving the database before its schema is changed (${pending.join(', ')}).`);
  const folder = join(dataDir, BACKUPS);
  try {
    // Stays, whatever comes of it: others may be about to use it.
    makePrivateFolder(folder);
    await inStaging(folder, async (staging) => {
      const database = await saveDatabase(dialect, staging, () => {});
      if (database) tell(await kept(options, folder, staging, database));
    });
  } catch (error) {
    const { message } = asRefusal(error, 'The database could not be saved first');
    const remedy = 'The schema was not changed: mend that first, or set MIGRATION_BACKUPS=0 to go on without a backup.';
    throw new Refusal('internal', `${message} ${remedy}`, { cause: error });
  }
}

async function kept(
  { dialect, pending, keep, clock }: BeforeMigrationOptions,
  folder: string,
  staging: string,
  { sources, ...about }: SavedDatabase,
): Promise<string> {
  const migration = pending[0]!;
  if (about.migrations.includes(migration)) return 'Another process has changed the schema meanwhile.';
  // A migration that fails at every start must not push out what was saved before others.
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
    // Another process that starts at this moment: the name says that it saved the same.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && existsSync(file)) return alreadyIn(file);
    throw error;
  }
  const others = ownBackups(folder).filter((name) => name !== basename(file));
  for (const name of others.slice(keep - 1)) rmSync(join(folder, name), { force: true });
  return `The database as it was is saved in ${file}; "fingerpost restore" brings it back.`;
}

function alreadyIn(file: string): string {
  return `The database as it is now is saved in ${file} already; "fingerpost restore" brings it back.`;
}

/** Those made here, the newest first; whatever else is in the folder is somebody's. */
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
