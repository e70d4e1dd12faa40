// The disks that data is written to: their free space, and whether a file can be written.
import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface DiskState {
  /** `data` or `database`. */
  folder: string;
  isWritable: boolean;
  /** Undefined if the disk does not answer. */
  freeBytes?: number;
  sizeBytes?: number;
}

export interface Disks {
  /** As they were at most ten seconds ago. Waits at most a second. */
  read(): Promise<readonly DiskState[]>;
}

const MAX_AGE_MS = 10_000;
const MAX_WAIT_MS = 1000;
/** On a disk with less, a database can still write a little, and soon nothing. */
const PROBE_BYTES = 64 * 1024;

/** However often it is asked, each folder is examined at most once in ten seconds, and by one call at a time. */
export function createDisks(folders: Readonly<Record<string, string>>): Disks {
  let states: DiskState[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function examine(): Promise<void> {
    states = await Promise.all(Object.entries(folders).map(([name, folder]) => stateOf(name, folder)));
    readAt = performance.now();
    reading = undefined;
  }

  return {
    async read() {
      if (performance.now() - readAt > MAX_AGE_MS) reading ??= examine();
      if (reading) await Promise.race([reading, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
      // Nothing can be written to a disk that does not answer, either.
      return reading ? Object.keys(folders).map((folder) => ({ folder, isWritable: false })) : states;
    },
  };
}

async function stateOf(name: string, path: string): Promise<DiskState> {
  const folder = await nearestFolder(path);
  const isWritable = await tryWriting(folder).then(
    () => true,
    () => false,
  );
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { folder: name, isWritable, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch {
    return { folder: name, isWritable };
  }
}

/** The folder itself, or its nearest existing parent: the first file that is stored creates the rest. */
export async function nearestFolder(folder: string): Promise<string> {
  return (await isFolder(folder)) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder));
}

export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Writes a file and removes it. Rejects with the error of the system if that is not possible. */
export async function tryWriting(folder: string, { isSynced = false } = {}): Promise<void> {
  // The same name each time: if the process is killed here, the next one overwrites the file.
  const probe = join(folder, `.fingerpost-probe-${process.pid}`);
  try {
    const file = await open(probe, 'w', 0o600);
    try {
      // Random: some file systems store zeros without using space.
      await file.writeFile(randomBytes(PROBE_BYTES));
      if (isSynced) await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
