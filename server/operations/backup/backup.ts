// A backup while the service runs. A snapshot of the database is saved, checked, and packed together with the uploads.
// The archive is read back and verified before it gets its final name.
//
// The database is saved first: an upload is on disk before a row refers to it, so the backup has every file that the
// snapshot refers to, unless its owner deleted it since.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { ApiError } from '../../../contract/errors.ts';
import { type Micros, timestamp } from '../../../contract/time.ts';
import type { FileStorageSettings } from '../../files/open.ts';
import { type Dialect, NoDatabase } from '../../storage/dialects/dialect.ts';
import { openDialect } from '../../storage/dialects/open.ts';
import { setBackupMark } from '../../storage/installation.ts';
import { UnusableSchema } from '../../storage/unusable-schema.ts';
import type { Clock } from '../../system/clock.ts';
import { readVersion } from '../../system/version.ts';
import { type ComparedUploads, compareUploads } from './compared-uploads.ts';
import { asApiError, reasonOf } from './failures.ts';
import { FORMAT, type Manifest, UPLOADS } from './manifest.ts';
import { packArchive, type Source } from './packing.ts';
import type { Report } from './progress.ts';
import { identityOf, saveDatabase } from './saved-database.ts';
import { inStaging, moveIntoPlace } from './staging.ts';
import { unpackArchive } from './unpacking.ts';
import { findUploads } from './uploads.ts';

/** The columns of another schema version may differ. */
const notCompared = (): ComparedUploads => ({
  remarks: ['The uploads were not compared with the database, because its schema is that of another version.'],
  damagedAmong: async () => [],
});

export interface Backup {
  file: string;
  bytes: number;
  manifest: Manifest;
  /** How to back up the database, if it is not included. */
  advice?: string;
  /** What could not be checked. */
  remarks: readonly string[];
}

export interface BackupOptions extends FileStorageSettings {
  databaseUrl: string;
  file: string;
  clock: Clock;
  report: Report;
  /** Makes the backup even if files of uploads are missing or damaged. Its manifest then lists them. */
  allowDamaged: boolean;
}

export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { databaseUrl, dataDir, file, clock, report } = options;
  assertFree(file, dataDir);
  const { dialect, identity } = await opened(databaseUrl);
  try {
    return await inStaging(dirname(file), async (staging) => {
      const now = clock();
      const madeAt = timestamp(now);
      const database = await saveDatabase(dialect, staging, report);
      const { migrations, installation } = database ?? identity;
      const uploads = await findUploads(dataDir);
      const sources = database ? [...database.sources, ...uploads] : uploads;
      const progress = (done: number, all: number) => report('Comparing uploads', done, all);
      const { remarks, damagedAmong } = identity.isCurrent
        ? await compareUploads({ ...options, dialect, database, staging, progress }, uploads)
        : notCompared();
      const about = {
        engine: dialect.name,
        made_at: madeAt,
        installation,
        migrations,
        holds: database ? ['database', 'uploads'] : ['uploads'],
        rows: database?.rows ?? {},
      } satisfies Partial<Manifest>;
      const backup = await pack(staging, file, sources, report, about, damagedAmong);
      if (identity.isCurrent) remarks.push(...(await noteBackup(dialect, now)));
      return { ...backup, remarks, ...(!database && { advice: await dialect.savingAdvice() }) };
    });
  } catch (error) {
    throw asApiError(error, `The backup ${file} was not created`);
  } finally {
    await dialect.close();
  }
}

/** Writes the archive to the staging folder, reads it back, and renames it to its final name. */
export async function pack(
  staging: string,
  file: string,
  sources: readonly Source[],
  report: Report,
  about: Omit<Manifest, 'format' | 'version' | 'files' | 'damaged'>,
  damagedAmong: ComparedUploads['damagedAmong'] = notCompared().damagedAmong,
): Promise<Pick<Backup, 'file' | 'bytes' | 'manifest'>> {
  const archive = join(staging, 'archive.tar.gz');
  await packArchive(
    archive,
    sources,
    async (files) => {
      const damaged = await damagedAmong(files);
      return { format: FORMAT, version: readVersion(), ...about, files, ...(damaged.length > 0 && { damaged }) };
    },
    (done, all) => report('Packing', done, all),
  );
  const manifest = await unpackArchive(archive, { progress: (done, all) => report('Verifying', done, all) });
  const { size } = statSync(archive);
  moveIntoPlace(archive, file);
  return { file, bytes: size, manifest };
}

/** Opens the schema of any release: backups are made before upgrades. */
async function opened(databaseUrl: string) {
  let dialect: Dialect | undefined;
  try {
    dialect = openDialect(databaseUrl, { mayCreate: false, isPatient: true });
    return { dialect, identity: await identityOf(dialect) };
  } catch (error) {
    await dialect?.close();
    if (error instanceof NoDatabase || error instanceof UnusableSchema) throw error;
    throw new ApiError('unavailable', `The database cannot be opened: ${reasonOf(error)}.`, { cause: error });
  }
}

/** For the metrics. Returns what to report if it cannot be stored: the backup was made anyway. */
async function noteBackup(dialect: Dialect, at: Micros): Promise<string[]> {
  try {
    await dialect.write.transaction().execute((tx) => setBackupMark(tx, at));
    return [];
  } catch (error) {
    return [`The time of this backup could not be stored, so the metrics do not show it: ${reasonOf(error)}.`];
  }
}

function assertFree(file: string, dataDir: string): void {
  const folder = dirname(file);
  if (existsSync(file)) {
    throw new ApiError('invalid', `${basename(file)} already exists in ${folder}; a backup never overwrites a file.`);
  }
  if (!existsSync(folder)) throw new ApiError('invalid', `There is no folder ${folder}; create it, or choose another.`);
  if (`${folder}${sep}`.startsWith(`${resolve(dataDir, UPLOADS)}${sep}`)) {
    throw new ApiError(
      'invalid',
      `${file} is inside the uploads, so the next backup would include it; choose another folder.`,
    );
  }
}
