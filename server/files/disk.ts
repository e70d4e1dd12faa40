// Files in a folder of this machine, `{digest}/{account}/{file}`. One is written beside its place and gets there by a
// rename, so that nobody ever sees half of it; folders that hold nothing any more go.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing, orNothing, removedFolder, syncFolder, take, write } from './file-system.ts';
import { createStaging } from './staging.ts';
import {
  checkedFolder,
  checkedName,
  type FileName,
  type FileOnDisk,
  type ListedFile,
  mostListed,
  OWNER_FILE,
  type StoredFile,
  type Vault,
  VaultUnavailable,
} from './vault.ts';

/** Somebody who removes the last file of a folder takes the folder away with it. */
const MAX_ATTEMPTS = 5;

export function openDisk(folder: string): Vault {
  const staging = createStaging(folder);
  let isRooted = false;
  const pathOf = (name: FileName) => join(folder, checkedName(name));

  async function put(place: string, content: Buffer | FileOnDisk): Promise<void> {
    const written = join(await staging.folder(), randomBytes(8).toString('hex'));
    try {
      if (Buffer.isBuffer(content)) await write(written, content);
      else await take(content.path, written);
      await moveTo(place, written);
    } finally {
      await rm(written, { force: true });
    }
  }

  /** Durably: a new name is on disk only once its folder is, and a new folder once the one that it is in. */
  async function moveTo(place: string, written: string): Promise<void> {
    const parent = dirname(place);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const first = await mkdir(parent, { recursive: true, mode: 0o700 });
        await rename(written, place);
        const last = first === undefined ? parent : dirname(first);
        for (let each = parent; each.length >= last.length; each = dirname(each)) await syncFolder(each);
        // The folder itself may have been made a moment ago.
        if (!isRooted) await syncFolder(dirname(folder));
        isRooted = true;
        return;
      } catch (error) {
        if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async function removeOne(name: FileName): Promise<void> {
    const place = pathOf(name);
    await rm(place, { force: true });
    for (const emptied of [dirname(place), dirname(dirname(place))]) {
      if (!(await removedFolder(emptied))) return;
    }
  }

  async function namesIn(within: string): Promise<FileName[]> {
    const entries = (await orNothing(readdir(join(folder, within), { withFileTypes: true }))) ?? [];
    const names = await Promise.all(
      entries.map(async (entry) => (entry.isDirectory() ? namesIn(`${within}${entry.name}/`) : within + entry.name)),
    );
    return names.flat();
  }

  async function listed(names: FileName[], after: FileName): Promise<ListedFile[]> {
    const wanted = names.filter((name) => name > after).sort();
    const found = await Promise.all(
      wanted.slice(0, mostListed).map(async (name) => {
        const file = await orNothing(stat(join(folder, name)));
        return file === undefined ? [] : [{ name, ...storedFile(file) }];
      }),
    );
    return found.flat();
  }

  async function walk(after: FileName): Promise<ListedFile[]> {
    const folders = ((await orNothing(readdir(folder))) ?? []).filter((name) => /^[0-9a-f]{64}$/.test(name)).sort();
    const files: ListedFile[] = [];
    for (const each of folders) {
      if (each < after.slice(0, each.length)) continue;
      files.push(...(await listed(await namesIn(`${each}/`), after)));
      if (files.length >= mostListed) break;
    }
    return files;
  }

  return {
    put: (name, content) => guarded(() => put(pathOf(name), content)),
    look: (name) =>
      guarded(async () => {
        const found = await orNothing(stat(pathOf(name)));
        return found?.isFile() ? storedFile(found) : undefined;
      }),
    read: (name, range) =>
      guarded(async () => {
        const file = await orNothing(open(pathOf(name)));
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
    list: (within, after = '') => guarded(async () => listed(await namesIn(checkedFolder(within)), after)),
    walk: (after = '') => guarded(() => walk(after)),
    staging: () => guarded(() => staging.folder()),
    owner: () => guarded(() => orNothing(readFile(join(folder, OWNER_FILE), 'utf8'))),
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

/** Whatever the system says against it is about the disk: names are checked, and what is missing is no error. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined && code === undefined) throw error;
    const message = full.includes(code!)
      ? 'There is no room left for files.'
      : 'Files cannot be kept or read right now; try again shortly.';
    throw new VaultUnavailable(message, error);
  }
}
