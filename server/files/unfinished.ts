// A folder for work in progress lies beside what it is to become, under a name that tells whose it is. What a kill
// leaves behind is known by that name, and goes with the next one that is made there, once its process is gone.
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const namePattern = /^\.fingerpost-unfinished-(\d+)-[0-9a-f]+-(.*)$/;
/** Another machine's processes cannot be asked after; one of them that touched nothing for so long is gone. */
const MAX_IDLE_MS = 24 * 3600 * 1000;

const host = hostname().replaceAll(/[^\w.-]/g, '_');
/** Those of this process. */
const inUse = new Set<string>();

export function isUnfinished(name: string): boolean {
  return namePattern.test(name);
}

/** A name in that folder that is nobody else's, and nobody's leftover before it is given up. Nothing is made. */
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
    const [, pid, itsHost] = namePattern.exec(name) ?? [];
    const path = join(folder, name);
    if (pid === undefined || inUse.has(path)) continue;
    try {
      if ((itsHost === host && !isAnothersProcess(Number(pid))) || (await isIdle(path))) {
        await rm(path, { recursive: true, force: true, maxRetries: 5 });
      }
    } catch {
      // Another user's, or gone meanwhile; whoever asked can work all the same.
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

async function isIdle(folder: string): Promise<boolean> {
  const paths = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
  const times = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  return Date.now() - Math.max(...times) > MAX_IDLE_MS;
}
