// Work in progress has a folder of its own beside what it is to become, and only what is finished and good leaves it, by
// a rename. An error or a signal takes the folder away again, and the next run what a kill leaves behind.
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { claimUnfinished, giveUpUnfinished, removeLeftovers } from '../../files/unfinished.ts';
import { PRIVATE_FOLDER } from '../../private-files.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Each with what takes it away again. */
const inUse = new Map<string, () => void>();

/** Gives `work` a folder of its own inside this one, which is made where it is not there. */
export async function inStaging<T>(folder: string, work: (staging: string) => Promise<T>): Promise<T> {
  const madeFrom = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await removeLeftovers(folder);
  const staging = claimUnfinished(folder);
  mkdirSync(staging, { mode: PRIVATE_FOLDER });
  function tidy(): void {
    remove(staging);
    if (madeFrom !== undefined) removeEmpty(folder, madeFrom);
  }
  if (inUse.size === 0) for (const signal of signals) process.on(signal, interrupted);
  inUse.set(staging, tidy);
  try {
    return await work(staging);
  } finally {
    tidy();
    inUse.delete(staging);
    giveUpUnfinished(staging);
    if (inUse.size === 0) for (const signal of signals) process.off(signal, interrupted);
  }
}

/** Moves a file to a name that nobody has; where somebody was faster, it is an error and theirs stays. */
export function placeFile(from: string, to: string): void {
  try {
    linkSync(from, to);
    unlinkSync(from);
  } catch (error) {
    // Not every file system knows links.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'].includes(code) || existsSync(to)) throw error;
    renameSync(from, to);
  }
  syncFolder(dirname(to));
}

/** A new name is on disk only once its folder is. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function interrupted(signal: NodeJS.Signals): void {
  for (const tidy of [...inUse.values()].reverse()) tidy();
  for (const name of signals) process.off(name, interrupted);
  // Ends as it would have without us, at once; the first process of a container has no such end.
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]);
}

/** Folders that were made in vain, up to the first of them. */
function removeEmpty(folder: string, first: string): void {
  if (readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  if (folder !== first) removeEmpty(dirname(folder), first);
}

function remove(staging: string): void {
  rmSync(staging, { recursive: true, force: true, maxRetries: 5 });
}
