// Uploaded files. They never change: their names are derived from their contents.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../../contract/errors.ts';
import { OWNER_FILE } from '../../files/file-storage.ts';
import { isUnfinished } from '../../files/unfinished.ts';
import { MAX_FILES, UPLOADS } from './manifest.ts';
import type { Source } from './packing.ts';

/** All current uploads, in a stable order. */
export async function findUploads(dataDir: string): Promise<Source[]> {
  const found: Source[] = [];
  const folders = [UPLOADS];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await orNothing(readdir(join(dataDir, folder), { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const path = `${folder}/${entry.name}`;
      if (path === `${UPLOADS}/${OWNER_FILE}`) continue;
      if (entry.isDirectory()) {
        if (!isUnfinished(entry.name)) folders.push(path);
      } else if (entry.isFile()) {
        const file = join(dataDir, path);
        const size = (await orNothing(stat(file)))?.size;
        if (size !== undefined) found.push({ path, file, bytes: size, mayVanish: true });
      } else {
        throw new ApiError(
          'internal',
          `${join(dataDir, path)} is neither a file nor a folder and cannot be backed up; replace it with the file itself.`,
        );
      }
    }
    if (found.length > MAX_FILES) {
      throw new ApiError(
        'internal',
        `There are more than ${MAX_FILES} uploads: back up ${join(dataDir, UPLOADS)} separately.`,
      );
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Ignores missing files: uploads can be deleted meanwhile, and there is no folder before the first upload. */
async function orNothing<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
