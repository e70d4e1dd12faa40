// `fingerpost copy` as a process, run to completion or killed.
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from '../../test/support/server.ts';

export interface Run {
  rows: number;
  written: number;
  source_changed: boolean;
  /** Duration of the whole process. */
  ms: number;
  /** Peak memory; undefined if the system does not report it. */
  peakBytes: number | undefined;
}

export async function runCopy(t: TestContext, from: string, to: string): Promise<Run> {
  const began = performance.now();
  const copying = launch(t, {}, undefined, 'copy', '--from', from, '--to', to, '--json');
  let peakBytes: number | undefined;
  const watching = setInterval(() => {
    peakBytes = peakOf(copying.pid) ?? peakBytes;
  }, 50);
  const { code } = await copying.ended;
  clearInterval(watching);
  if (code !== 0) throw new Error(`The copy ended with ${code}: ${copying.stderr()}`);
  return { ...JSON.parse(copying.stdout()).response, ms: performance.now() - began, peakBytes };
}

/** Returns whether it was still running. */
export async function killCopy(t: TestContext, from: string, to: string, afterMs: number): Promise<boolean> {
  const copying = launch(t, {}, undefined, 'copy', '--from', from, '--to', to);
  await Promise.race([sleep(afterMs), copying.ended]);
  copying.kill('SIGKILL');
  const { code, signal } = await copying.ended;
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The copy ended with ${code}: ${copying.stderr()}`);
  return signal === 'SIGKILL';
}

function peakOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
