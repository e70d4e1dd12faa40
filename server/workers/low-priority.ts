// Lets the calling thread run only when no other thread needs the CPU.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/** On Linux, threads have their own priorities. On other systems this does nothing. */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW);
  } catch {
    // No /proc, or not permitted: the thread keeps the priority of the process.
  }
}
