// Work in progress has a staging folder next to its target. Only a finished and verified result leaves it, by a rename.
// An error or a signal removes the folder; the next run removes one that a kill left behind.
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
import { PRIVATE_FOLDER } from '../../system/private-files.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Staging folders of this process, each with its cleanup. */
const inUse = new Map<string, () => void>();

/** Runs `work` with a staging folder inside `folder`, which is created if it is missing. */
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

/** Moves a file to a new name. Fails if the name exists, also if another process was faster. */
export function moveIntoPlace(from: string, to: string): void {
  try {
    linkSync(from, to);
    unlinkSync(from);
  } catch (error) {
    // Not every file system has hard links.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'].includes(code) || existsSync(to)) throw error;
    renameSync(from, to);
  }
  syncFolder(dirname(to));
}

/** A rename is durable only after an fsync of the folder. */
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
  // Ends the process by the signal's default action. PID 1 in a container has no default action.
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]);
}

/** Removes empty folders, up to the first one that was created. */
function removeEmpty(folder: string, first: string): void {
  if (readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  if (folder !== first) removeEmpty(dirname(folder), first);
}

function remove(staging: string): void {
  rmSync(staging, { recursive: true, force: true, maxRetries: 5 });
}
