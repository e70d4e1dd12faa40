// The target of a restore. Existing data is never overwritten: the operator has to move it away.
import { existsSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiError } from '../../../contract/errors.ts';
import { OWNER_FILE } from '../../files/file-storage.ts';
import { isUnfinished } from '../../files/unfinished.ts';
import { filesOf } from '../../storage/dialects/sqlite/saved-file.ts';
import { DATABASE, type Manifest, QUEUE, UPLOADS } from './manifest.ts';
import { moveIntoPlace, syncFolder } from './staging.ts';

export interface Target {
  /** Undefined if the database is on a server. */
  readonly database: string | undefined;
  readonly uploads: string;
  /** Throws if the target of this file of the backup exists. */
  assertFree(path: string): void;
  assertRoomFor(manifest: Manifest): void;
  /** Moves the unpacked files to their place, all or nothing. A signal is handled afterwards. */
  take(unpacked: { database: string | undefined; queue: string | undefined; uploads: string | undefined }): void;
}

export function targetOf(file: string, databaseUrl: string, dataDir: string): Target {
  const database = filesOf(databaseUrl);
  const uploads = join(dataDir, UPLOADS);

  function assertFree(path: string): void {
    if (path !== DATABASE && path !== QUEUE) {
      if (namesIn(uploads).length === 0) return;
      throw new ApiError('invalid', `There are uploads in ${uploads}; move them away, and restore again.`);
    }
    if (!database) throw new ApiError('invalid', intoServer(file));
    const found = [database.file, database.queue, ...database.beside].find((each) => existsSync(each));
    if (found === undefined) return;
    const others = 'together with its files that end in -wal, -shm or -journal';
    throw new ApiError(
      'invalid',
      `The database ${found} exists; stop the service, move it away ${others}, and restore again.`,
    );
  }

  return {
    database: database?.file,
    uploads,
    assertFree,
    assertRoomFor({ files }) {
      const needs = new Map<number, { folder: string; bytes: number }>();
      for (const { path, bytes } of files) {
        const folder = nearest(path === DATABASE || path === QUEUE ? dirname(database!.file) : uploads);
        const { dev } = statSync(folder);
        needs.set(dev, { folder, bytes: (needs.get(dev)?.bytes ?? 0) + bytes });
      }
      for (const { folder, bytes } of needs.values()) {
        const { bavail, bsize } = statfsSync(folder);
        if (bytes <= bavail * bsize) continue;
        const missing = Math.ceil((bytes - bavail * bsize) / 1e6);
        throw new ApiError(
          'internal',
          `There is not enough space in ${folder}: free ${missing} MB more, and restore again.`,
        );
      }
    },
    take(unpacked) {
      const moved: string[] = [];
      let placedQueue = false;
      try {
        if (unpacked.uploads !== undefined) {
          assertFree(UPLOADS);
          for (const name of namesIn(unpacked.uploads)) {
            renameSync(join(unpacked.uploads, name), join(uploads, name));
            moved.push(name);
          }
          syncFolder(uploads);
        }
        if (unpacked.database !== undefined) {
          assertFree(DATABASE);
          if (unpacked.queue !== undefined) {
            moveIntoPlace(unpacked.queue, database!.queue);
            placedQueue = true;
          }
          moveIntoPlace(unpacked.database, database!.file);
        }
      } catch (error) {
        if (placedQueue) rmSync(database!.queue, { force: true });
        for (const name of moved) renameSync(join(uploads, name), join(unpacked.uploads!, name));
        throw error;
      }
    },
  };
}

function intoServer(file: string): string {
  const restored = 'sqlite:./restored.db';
  return `The database in ${file} must be restored to an SQLite file first and copied from there. Run: DATABASE_URL=${restored} fingerpost restore ${file} && fingerpost copy --from ${restored} --to "$DATABASE_URL"`;
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !isUnfinished(name) && name !== OWNER_FILE) : [];
}

/** The folder itself, or its nearest existing parent. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
