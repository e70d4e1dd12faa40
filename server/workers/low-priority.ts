// Lets the calling thread compute only when nobody else needs the processor.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/** On Linux, where threads have priorities of their own; elsewhere it changes nothing. */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW);
  } catch {
    // There is no /proc, or it must not be done: then it has the priority of the process.
  }
}
