// What people gave us as files, which are never changed once they are there: named by what is in them.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../../contract/errors.ts';
import { isUnfinished } from '../../files/unfinished.ts';
import { OWNER_FILE } from '../../files/vault.ts';
import { MAX_FILES, UPLOADS } from './manifest.ts';
import type { Source } from './packing.ts';

/** All there are at this moment, in an order that is always the same. */
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
        throw new Refusal(
          'internal',
          `${join(dataDir, path)} is neither a file nor a folder, and would be missing from the backup; put what it stands for in its place.`,
        );
      }
    }
    if (found.length > MAX_FILES) {
      throw new Refusal(
        'internal',
        `There are more than ${MAX_FILES} uploads: save ${join(dataDir, UPLOADS)} by itself.`,
      );
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What is gone by the time it is looked at is not missed; before the first upload there is no folder either. */
async function orNothing<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
