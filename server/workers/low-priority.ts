// Lowers the priority of the calling thread.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * The lowest priority runs only when no other thread needs the CPU. With the next one, people who wait for the thread
 * get an answer even if the machine is busy. On Linux, threads have their own priorities. On other systems this does
 * nothing.
 */
export function lowerThreadPriority(priority: typeof PRIORITY_LOW | typeof PRIORITY_BELOW_NORMAL = PRIORITY_LOW): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), priority);
  } catch {
    // No /proc, or not permitted: the thread keeps the priority of the process.
  }
}
