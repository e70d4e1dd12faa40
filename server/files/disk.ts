// Files in a local folder, `{digest}/{account}/{file}`. A file is written to a staging folder and renamed into path,
// so that nobody can read an incomplete file. Empty folders are removed.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  checkedFolder,
  checkedName,
  type FileName,
  type FileOnDisk,
  type FileStorage,
  FileStorageUnavailable,
  type ListedFile,
  MAX_LISTED,
  OWNER_FILE,
  type StoredFile,
} from './file-storage.ts';
import { isMissing, moveFile, orUndefined, removeIfEmpty, syncFolder, write } from './file-system.ts';
import { createStaging } from './staging.ts';

/** A concurrent `remove` of the last file in a folder also removes the folder. */
const MAX_ATTEMPTS = 5;

export function openDisk(folder: string): FileStorage {
  const staging = createStaging(folder);
  let isRooted = false;
  const pathOf = (name: FileName) => join(folder, checkedName(name));

  async function put(path: string, content: Buffer | FileOnDisk): Promise<void> {
    const written = join(await staging.folder(), randomBytes(8).toString('hex'));
    try {
      if (Buffer.isBuffer(content)) await write(written, content);
      else await moveFile(content.path, written);
      await moveTo(path, written);
    } finally {
      await rm(written, { force: true });
    }
  }

  /** Durable: syncs the file's folder, and the parent of every new folder. */
  async function moveTo(path: string, written: string): Promise<void> {
    const parent = dirname(path);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const first = await mkdir(parent, { recursive: true, mode: 0o700 });
        await rename(written, path);
        const last = first === undefined ? parent : dirname(first);
        for (let each = parent; each.length >= last.length; each = dirname(each)) await syncFolder(each);
        // The folder itself may be new.
        if (!isRooted) await syncFolder(dirname(folder));
        isRooted = true;
        return;
      } catch (error) {
        if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async function removeOne(name: FileName): Promise<void> {
    const path = pathOf(name);
    await rm(path, { force: true });
    for (const emptied of [dirname(path), dirname(dirname(path))]) {
      if (!(await removeIfEmpty(emptied))) return;
    }
  }

  async function namesIn(prefix: string): Promise<FileName[]> {
    const entries = (await orUndefined(readdir(join(folder, prefix), { withFileTypes: true }))) ?? [];
    const names = await Promise.all(
      entries.map(async (entry) => (entry.isDirectory() ? namesIn(`${prefix}${entry.name}/`) : prefix + entry.name)),
    );
    return names.flat();
  }

  async function listed(names: FileName[], after: FileName): Promise<ListedFile[]> {
    const wanted = names.filter((name) => name > after).sort();
    const found = await Promise.all(
      wanted.slice(0, MAX_LISTED).map(async (name) => {
        const file = await orUndefined(stat(join(folder, name)));
        return file === undefined ? [] : [{ name, ...storedFile(file) }];
      }),
    );
    return found.flat();
  }

  async function walk(after: FileName): Promise<ListedFile[]> {
    const folders = ((await orUndefined(readdir(folder))) ?? []).filter((name) => /^[0-9a-f]{64}$/.test(name)).sort();
    const files: ListedFile[] = [];
    for (const each of folders) {
      if (each < after.slice(0, each.length)) continue;
      files.push(...(await listed(await namesIn(`${each}/`), after)));
      if (files.length >= MAX_LISTED) break;
    }
    return files;
  }

  return {
    put: (name, content) => guarded(() => put(pathOf(name), content)),
    stat: (name) =>
      guarded(async () => {
        const found = await orUndefined(stat(pathOf(name)));
        return found?.isFile() ? storedFile(found) : undefined;
      }),
    read: (name, range) =>
      guarded(async () => {
        const file = await orUndefined(open(pathOf(name)));
        if (file === undefined) return undefined;
        try {
          const found = await file.stat();
          const stream = file.createReadStream({ highWaterMark: 64 * 1024, ...range });
          return { ...storedFile(found), stream };
        } catch (error) {
          await file.close();
          throw error;
        }
      }),
    remove: (names) =>
      guarded(async () => {
        for (const name of names) await removeOne(name);
      }),
    list: (prefix, after = '') => guarded(async () => listed(await namesIn(checkedFolder(prefix)), after)),
    walk: (after = '') => guarded(() => walk(after)),
    staging: () => guarded(() => staging.folder()),
    owner: () => guarded(() => orUndefined(readFile(join(folder, OWNER_FILE), 'utf8'))),
    noteOwner: (installation) => guarded(() => put(join(folder, OWNER_FILE), Buffer.from(installation))),
    check: () =>
      guarded(async () => {
        const probe = join(await staging.folder(), randomBytes(8).toString('hex'));
        await write(probe, Buffer.from('fingerpost')).finally(() => rm(probe, { force: true }));
      }),
    close: () => staging.close(),
  };
}

function storedFile({ size, mtimeMs }: { size: number; mtimeMs: number }): StoredFile {
  return { bytes: size, putAt: Math.floor(mtimeMs) };
}

const full = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** System errors are about the disk: names are checked, and a missing file is not an error. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined && code === undefined) throw error;
    const message = full.includes(code!) ? 'File storage is full.' : 'File storage is unavailable; try again shortly.';
    throw new FileStorageUnavailable(message, error);
  }
}
