// Where tests keep their files: in memory where there is room, because a thousand databases on a disk take minutes.
import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** A whole run takes less than one. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/** TMPDIR, where it is set, is the developer's own choice. */
export function folderForTests(): string {
  return process.env.TMPDIR === undefined && isUsable(MEMORY) ? MEMORY : tmpdir();
}

/** Large enough, and made for programs too: a copy of PostgreSQL may have to run there. */
function isUsable(folder: string): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === folder);
    const { bavail, bsize } = statfsSync(folder);
    const isForPrograms = mount?.[2] === 'tmpfs' && !mount[3]!.split(',').includes('noexec');
    return isForPrograms && Math.min(bavail * bsize, freemem()) >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
