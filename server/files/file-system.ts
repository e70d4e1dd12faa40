// Basic file operations for file storage on disk: durable writes, and missing files told apart from other errors.
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

/** Moves a file by renaming it, or by copying it if it is on another disk. */
export async function moveFile(from: string, to: string): Promise<void> {
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

/** Ignores a folder that is gone. Some network file systems do not support the sync. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await orUndefined(open(folder));
  try {
    await opened?.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code!)) throw error;
  } finally {
    await opened?.close();
  }
}

/** Returns false if the folder is not empty. */
export async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code!)) return false;
    throw error;
  }
}

export async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
