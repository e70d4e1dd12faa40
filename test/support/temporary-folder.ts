// The folder for test files: in memory if there is enough, because a thousand databases on a disk take minutes.
import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** A full test run takes less than this. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/** TMPDIR takes precedence if set. */
export function folderForTests(): string {
  return process.env.TMPDIR === undefined && isUsable(MEMORY) ? MEMORY : tmpdir();
}

/** Large enough and without noexec: a copy of PostgreSQL may have to run there. */
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
