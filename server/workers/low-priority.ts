// Lowers the priority of the calling thread.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Other threads come first. Not with the lowest priority: on a busy machine, such a thread would hardly run at all, and
 * others wait for it, for a password to be checked or for its transaction to end. On Linux, threads have their own
 * priorities. On other systems this does nothing.
 */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // No /proc, or not permitted: the thread keeps the priority of the process.
  }
}
