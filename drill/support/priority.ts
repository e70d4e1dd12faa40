// Priorities of the processes of a drill, which share the processors with the service that they measure. Nice values alone
// do not help: on Linux, even a process with the lowest one keeps a core for some milliseconds while others wait for it.
// Scheduling policies do, where `chrt` (util-linux) may set them.
import { execFileSync } from 'node:child_process';
import { setPriority } from 'node:os';

/** For a process that measures latency: time that it waits for a core is not the service's. Only root may do this. */
export function runBeforeOthers(): void {
  if (setPolicy('--rr', 1)) return;
  try {
    setPriority(-10);
  } catch {}
}

/** For load that would come from other machines. */
export function runAfterOthers(): void {
  if (!setPolicy('--idle', 0)) setPriority(19);
}

function setPolicy(policy: string, priority: number): boolean {
  try {
    const options = ['--all-tasks', policy, '--pid', String(priority), String(process.pid)];
    execFileSync('chrt', options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
