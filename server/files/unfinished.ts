// A folder for work in progress. It is next to its final location and its name contains the process that owns it. After
// a crash, the leftover folder is recognised by its name and removed with the next `removeLeftovers`.
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../system/running.ts';

const namePattern = /^\.fingerpost-unfinished-(\d+)-[0-9a-f]+-(.*)$/;
/** Processes of other machines cannot be checked. Their folders are leftovers after this time without a change. */
const MAX_IDLE_MS = 24 * 3600 * 1000;

const host = hostname().replaceAll(/[^\w.-]/g, '_');
/** The folders of this process. */
const inUse = new Set<string>();

export function isUnfinished(name: string): boolean {
  return namePattern.test(name);
}

/** Returns a unique name in that folder and protects it from `removeLeftovers`. Does not create the folder. */
export function claimUnfinished(folder: string): string {
  const claimed = join(folder, `.fingerpost-unfinished-${process.pid}-${randomBytes(4).toString('hex')}-${host}`);
  inUse.add(claimed);
  return claimed;
}

export function giveUpUnfinished(claimed: string): void {
  inUse.delete(claimed);
}

export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid, ownerHost] = namePattern.exec(name) ?? [];
    const path = join(folder, name);
    if (pid === undefined || inUse.has(path)) continue;
    try {
      if ((ownerHost === host && !isOtherProcess(Number(pid))) || (await isIdle(path))) {
        await rm(path, { recursive: true, force: true, maxRetries: 5 });
      }
    } catch {
      // It belongs to another user, or is already gone. Either way, the caller can continue.
    }
  }
}

/** The pid may be ours: a container's process has the same pid after every restart. */
function isOtherProcess(pid: number): boolean {
  return pid !== process.pid && isRunning(pid);
}

async function isIdle(folder: string): Promise<boolean> {
  const paths = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
  const times = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  return Date.now() - Math.max(...times) > MAX_IDLE_MS;
}
