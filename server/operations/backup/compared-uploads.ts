// Compares the uploads of a backup with the database: first their sizes, so that a missing file is reported before all
// others are packed, then what was packed. Of files in a bucket only the sizes, because the backup does not read them.
import { join } from 'node:path';
import { ApiError } from '../../../contract/errors.ts';
import { FileStorageUnavailable } from '../../files/file-storage.ts';
import { type FileStorageSettings, openFileStorage } from '../../files/open.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { openSqlite } from '../../storage/dialects/sqlite/index.ts';
import { type Comparison, type DamagedFile, damagedFiles, namedDamage } from '../uploads/damaged-files.ts';
import { reasonOf } from './failures.ts';
import { DATABASE, type PackedFile, UPLOADS } from './manifest.ts';
import type { Source } from './packing.ts';
import type { SavedDatabase } from './saved-database.ts';

interface ComparisonOptions extends FileStorageSettings {
  dialect: Dialect;
  /** Undefined if the database is not in the backup. */
  database: SavedDatabase | undefined;
  staging: string;
  /** Returns the damaged files instead of failing. */
  allowDamaged: boolean;
  progress: Comparison['progress'];
}

export interface ComparedUploads {
  remarks: string[];
  /** By size and SHA-256, if the uploads are packed; otherwise those of the bucket. */
  damagedAmong(packed: readonly PackedFile[]): Promise<DamagedFile[]>;
}

export async function compareUploads(options: ComparisonOptions, sources: readonly Source[]): Promise<ComparedUploads> {
  if (options.bucket) return compareBucket(options);
  const find = (files: readonly (Source | PackedFile)[]): Comparison['find'] => {
    const found = new Map(files.map((file) => [file.path, file]));
    return (name) => found.get(`${UPLOADS}/${name}`);
  };
  await compared(options, find(sources));
  return { remarks: [], damagedAmong: (packed) => compared(options, find(packed)) };
}

async function compareBucket(options: ComparisonOptions): Promise<ComparedUploads> {
  const files = openFileStorage(options);
  try {
    const damaged = await compared(options, (name) => files.stat(name));
    return { remarks: [], damagedAmong: async () => damaged };
  } catch (error) {
    if (!(error instanceof FileStorageUnavailable)) throw error;
    const sentence = `The uploads in the bucket could not be compared with the database: ${reasonOf(error.cause)}.`;
    if (options.allowDamaged) return { remarks: [sentence], damagedAmong: async () => [] };
    throw new ApiError('unavailable', `No backup was made. ${sentence} To make it anyway, use --allow-damaged-files.`);
  } finally {
    files.close();
  }
}

async function compared(options: ComparisonOptions, find: Comparison['find']): Promise<DamagedFile[]> {
  const { dialect, database, staging, allowDamaged, progress } = options;
  // A saved database has the uploads of its moment, and not those that were added since.
  const saved = database && openSqlite(join(staging, DATABASE), { mayCreate: false, isReadOnly: true });
  try {
    const { read: recorded } = saved ?? dialect;
    const damaged = await damagedFiles({ recorded, current: dialect.read, find, progress });
    if (damaged.length === 0 || allowDamaged) return damaged;
    const remedy = 'Copy them from an earlier backup, or make one without them, with --allow-damaged-files.';
    throw new ApiError('internal', `No backup was made: ${namedDamage(damaged)}. ${remedy}`);
  } finally {
    await saved?.close();
  }
}
