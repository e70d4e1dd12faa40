// The steps of which the vault on a disk is made: files that are on the disk once they are written, and what is missing
// told from what went wrong.
import { copyFile, open, rename, rm, rmdir } from 'node:fs/promises';

export async function write(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Takes over a file that was written elsewhere: by its name, or by a copy where it lies on another disk. */
export async function take(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  }
  const file = await open(to, 'r+');
  await file.sync().finally(() => file.close());
}

/** One that is gone by now has nothing to keep, and not every network file system knows of it. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await orNothing(open(folder));
  try {
    await opened?.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code!)) throw error;
  } finally {
    await opened?.close();
  }
}

/** Whether it is gone: it stays where something is in it. */
export async function removedFolder(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code!)) return false;
    throw error;
  }
}

export async function orNothing<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
