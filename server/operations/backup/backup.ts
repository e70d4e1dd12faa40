// A backup while the service runs. The database is saved as it is at one moment, looked over, and packed together with
// the uploads; the archive is read back to its end, and only then gets its name.
//
// The database comes first: an upload is on disk before a row speaks of it, so every file that the rows of that moment
// speak of is found afterwards, unless its owner has deleted it since.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Refusal } from '../../../contract/errors.ts';
import { timestamp } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { type Dialect, NoDatabase } from '../../storage/dialects/dialect.ts';
import { openDialect } from '../../storage/dialects/open.ts';
import { asRefusal, reasonOf } from './failures.ts';
import { FORMAT, type Manifest, readVersion, UPLOADS } from './manifest.ts';
import { packArchive, type Source } from './packing.ts';
import { identityOf, saveDatabase } from './saved-database.ts';
import { inStaging, placeFile } from './staging.ts';
import { unpackArchive } from './unpacking.ts';
import { findUploads } from './uploads.ts';

/** What is being done, and how far it is. */
export type Report = (what: string, done: number, all: number) => void;

export interface Backup {
  file: string;
  bytes: number;
  manifest: Manifest;
  /** What to do about the database, where it is not part of it. */
  advice?: string;
}

export interface BackupOptions {
  databaseUrl: string;
  dataDir: string;
  file: string;
  clock: Clock;
  report: Report;
}

export async function makeBackup({ databaseUrl, dataDir, file, clock, report }: BackupOptions): Promise<Backup> {
  assertFree(file, dataDir);
  const { dialect, identity } = await opened(databaseUrl);
  try {
    return await inStaging(dirname(file), async (staging) => {
      const madeAt = timestamp(clock());
      const database = await saveDatabase(dialect, staging, report);
      const { migrations, installation } = database ?? identity;
      const uploads = await findUploads(dataDir);
      const sources = database ? [...database.sources, ...uploads] : uploads;
      const backup = await pack(staging, file, sources, report, {
        engine: dialect.name,
        made_at: madeAt,
        installation,
        migrations,
        holds: database ? ['database', 'uploads'] : ['uploads'],
        rows: database?.rows ?? {},
      });
      return database ? backup : { ...backup, advice: dialect.savingAdvice };
    });
  } catch (error) {
    throw asRefusal(error, `The backup ${file} was not made`);
  } finally {
    await dialect.close();
  }
}

/** Writes the archive in the folder for unfinished work, reads it back, and gives it its name. */
export async function pack(
  staging: string,
  file: string,
  sources: readonly Source[],
  report: Report,
  about: Omit<Manifest, 'format' | 'version' | 'files'>,
): Promise<Backup> {
  const archive = join(staging, 'archive.tar.gz');
  await packArchive(
    archive,
    sources,
    (files) => ({ format: FORMAT, version: readVersion(), ...about, files }),
    (done, all) => report('Packing', done, all),
  );
  const manifest = await unpackArchive(archive, { progress: (done, all) => report('Reading it back', done, all) });
  const { size } = statSync(archive);
  placeFile(archive, file);
  return { file, bytes: size, manifest };
}

/** As it is, whatever its schema: a backup is what an upgrade begins with. */
async function opened(databaseUrl: string) {
  let dialect: Dialect | undefined;
  try {
    dialect = openDialect(databaseUrl, { mayCreate: false, isPatient: true });
    return { dialect, identity: await identityOf(dialect) };
  } catch (error) {
    await dialect?.close();
    if (error instanceof NoDatabase) throw error;
    throw new Refusal('unavailable', `The database cannot be opened: ${reasonOf(error)}.`, { cause: error });
  }
}

function assertFree(file: string, dataDir: string): void {
  const folder = dirname(file);
  if (existsSync(file)) {
    throw new Refusal('invalid', `There is a ${basename(file)} in ${folder} already; a backup never takes its place.`);
  }
  if (!existsSync(folder)) throw new Refusal('invalid', `There is no folder ${folder}; make it, or name another.`);
  if (`${folder}${sep}`.startsWith(`${resolve(dataDir, UPLOADS)}${sep}`)) {
    throw new Refusal('invalid', `${file} would be among the uploads, and so part of the next backup; name another.`);
  }
}
