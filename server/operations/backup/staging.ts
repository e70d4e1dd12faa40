// Work in progress has a folder of its own beside what it is to become, and only what is finished and good leaves it, by
// a rename. An error or a signal takes the folder away again. What a kill leaves behind is known by its name, and goes
// with the next run, once the process that made it is gone.
import { randomBytes } from 'node:crypto';
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
  statSync,
  unlinkSync,
} from 'node:fs';
import { constants, hostname } from 'node:os';
import { dirname, join } from 'node:path';

const namePattern = /^\.fingerpost-unfinished-(\d+)-[0-9a-f]+-(.*)$/;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Another machine's processes cannot be asked after; one of them that touched nothing for so long is gone. */
const MOST_IDLE_MS = 24 * 3600 * 1000;

const host = hostname().replaceAll(/[^\w.-]/g, '_');
/** Each with what takes it away again. */
const inUse = new Map<string, () => void>();

/** Gives `work` a folder of its own inside this one, which is made where it is not there. */
export async function inStaging<T>(folder: string, work: (staging: string) => Promise<T>): Promise<T> {
  const madeFrom = mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeLeftovers(folder);
  const staging = join(folder, `.fingerpost-unfinished-${process.pid}-${randomBytes(4).toString('hex')}-${host}`);
  mkdirSync(staging, { mode: 0o700 });
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
    if (inUse.size === 0) for (const signal of signals) process.off(signal, interrupted);
  }
}

export function isStaging(name: string): boolean {
  return namePattern.test(name);
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

function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid, itsHost] = namePattern.exec(name) ?? [];
    const staging = join(folder, name);
    if (pid === undefined || inUse.has(staging)) continue;
    try {
      if ((itsHost === host && !isAnothersProcess(Number(pid))) || isIdle(staging)) remove(staging);
    } catch {
      // Another user's, or gone meanwhile; ours is made all the same.
    }
  }
}

/** Its number may be ours: the process of a container has the same one in each of its lives. */
function isAnothersProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function isIdle(staging: string): boolean {
  const paths = [staging, ...readdirSync(staging).map((name) => join(staging, name))];
  return Date.now() - Math.max(...paths.map((path) => statSync(path).mtimeMs)) > MOST_IDLE_MS;
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
