// Waits until a check passes, or fails after a timeout.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export async function eventually(
  what: string,
  timeoutMs: number,
  check: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await check())) {
    assert.ok(performance.now() < deadline, `not within ${timeoutMs} ms: ${what}`);
    await sleep(10);
  }
}
