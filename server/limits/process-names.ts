// Names of the processes that serve an installation. A process that was killed stays registered for a while; those on the
// same machine know from its name that it is gone.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from '../system/running.ts';

/** Where a process id means the same process: until the next boot, in one container. */
const machine = createHash('sha256').update(describeMachine()).digest('hex').slice(0, 16);

export function nameProcess(pid = process.pid): string {
  return `${machine}:${pid}:${randomUUID()}`;
}

/** False if it cannot be known. */
export function isGone(name: string): boolean {
  const [where, pid] = name.split(':');
  return where === machine && !isRunning(Number(pid));
}

function describeMachine(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id')} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
