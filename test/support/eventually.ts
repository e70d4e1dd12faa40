// Waits for something to become true, for as long as it is allowed to take.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export async function eventually(what: string, within: number, check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + within;
  while (!(await check())) {
    assert.ok(performance.now() < deadline, `not within ${within} ms: ${what}`);
    await sleep(10);
  }
}
