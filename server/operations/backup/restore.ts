// Restores a backup into an empty target. The whole archive is verified before anything is written. It is then unpacked
// to a staging folder, checked again, and moved to its place by renames. The database is moved last, so that it never
// exists without its uploads.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiError } from '../../../contract/errors.ts';
import { ConfigError } from '../../config.ts';
import { UnreleasedSchema } from '../../storage/unusable-schema.ts';
import { asApiError } from './failures.ts';
import { DATABASE, MANIFEST, type Manifest, QUEUE, UPLOADS } from './manifest.ts';
import type { Report } from './progress.ts';
import { identityOfFile, inspectFiles } from './saved-database.ts';
import { inStaging, syncFolder } from './staging.ts';
import { targetOf } from './target.ts';
import { type Unpacking, Unsound, unpackArchive } from './unpacking.ts';

export interface Restored {
  manifest: Manifest;
  /** Path of the restored database, if the backup has one. */
  database: string | undefined;
  /** Path of the restored uploads, if the backup has them. */
  uploads: string | undefined;
}

export interface RestoreOptions {
  file: string;
  databaseUrl: string;
  dataDir: string;
  report: Report;
}

export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  try {
    return await restored(options);
  } catch (error) {
    throw asApiError(error, `${options.file} was not restored`);
  }
}

async function restored({ file, databaseUrl, dataDir, report }: RestoreOptions): Promise<Restored> {
  const target = targetOf(file, databaseUrl, dataDir);
  const manifest = await read(file, {
    meet: onceForEach((name) => name !== MANIFEST && target.assertFree(name)),
    progress: (done, all) => report('Reading the backup', done, all),
  });
  const [hasDatabase, hasUploads] = [manifest.holds.includes('database'), manifest.holds.includes('uploads')];
  if (hasUploads) target.assertFree(UPLOADS);
  target.assertRoomFor(manifest);

  const [databaseFolder, uploadsFolder] = [
    hasDatabase ? dirname(target.database!) : undefined,
    hasUploads ? target.uploads : undefined,
  ];
  await inStagingOf(databaseFolder, (databases) =>
    inStagingOf(uploadsFolder, async (uploads) => {
      const database = databases && join(databases, DATABASE);
      const queue = databases && join(databases, QUEUE);
      await read(file, {
        ...unpackingTo(manifest, databases, uploads),
        progress: (done, all) => report('Restoring', done, all),
      });
      if (database !== undefined && queue !== undefined) {
        report('Checking the database', 0, 1);
        await assertWhole(file, [queue, database], manifest);
      }
      if (uploads !== undefined) syncFolders(uploads);
      target.take({ database, queue, uploads });
    }),
  );
  return { manifest, database: hasDatabase ? target.database : undefined, uploads: uploadsFolder };
}

/** Fails as soon as the target is known to be occupied: reading the rest can take a while. */
function onceForEach(check: (name: string) => void): (path: string) => void {
  const met = new Set<string>();
  return (path) => {
    const name = path.split('/')[0]!;
    if (!met.has(name)) check(name);
    met.add(name);
  };
}

async function read(file: string, unpacking: Unpacking): Promise<Manifest> {
  try {
    return await unpackArchive(file, unpacking);
  } catch (error) {
    if (error instanceof Unsound) throw unusable(file, error.message);
    if (error instanceof UnreleasedSchema) throw new UnreleasedSchema(`The backup ${file}`);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (error as NodeJS.ErrnoException).path === file) {
      throw new ApiError('not_found', `There is no file ${file}.`);
    }
    throw error;
  }
}

/** Compares with the manifest of the first read, so that a change to the file since then is detected. */
function unpackingTo(manifest: Manifest, databases: string | undefined, uploads: string | undefined) {
  const expected = new Map(manifest.files.map(({ path, bytes }) => [path, bytes]));
  return {
    meet(path: string, bytes: number) {
      if (path !== MANIFEST && expected.get(path) !== bytes) throw new Unsound('it changed while it was read');
    },
    target(path: string) {
      if (path === DATABASE || path === QUEUE) return databases && join(databases, path);
      return path === MANIFEST || uploads === undefined ? undefined : join(uploads, path.slice(UPLOADS.length + 1));
    },
  };
}

async function assertWhole(file: string, [queue, database]: [string, string], manifest: Manifest): Promise<void> {
  const { rows, faults } = await inspectFiles([queue, database]);
  if (faults[0] !== undefined) throw unusable(file, `the database in it is damaged: ${faults[0]}`);
  const tables = new Set([...Object.keys(rows), ...Object.keys(manifest.rows)]);
  const different = [...tables].find((table) => rows[table] !== manifest.rows[table]);
  if (different !== undefined)
    throw unusable(file, `the number of rows in its table "${different}" differs from its manifest`);
  const { unknown } = await identityOfFile(database);
  const newest = unknown.at(-1);
  if (newest === undefined) return;
  throw new ConfigError([
    `The backup ${file} was made by a newer Fingerpost, ${manifest.version} (its migration "${newest}" is unknown here). Restore it with that version.`,
  ]);
}

function inStagingOf(folder: string | undefined, work: (staging: string | undefined) => Promise<void>): Promise<void> {
  return folder === undefined ? work(undefined) : inStaging(folder, work);
}

function syncFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
  }
}

function unusable(file: string, why: string): ApiError {
  return new ApiError('invalid', `${file} is not a backup that can be restored: ${why}. Nothing was changed.`);
}
