import assert from 'node:assert/strict';
import { it } from 'node:test';
import { throttleLog } from '../../server/system/log-throttle.ts';

it('writes one throttled log line every five seconds, with the number of calls', () => {
  let now = 0;
  const lines: string[] = [];
  const log = throttleLog(
    (count, reason: string) => lines.push(`${count} ${reason}`),
    () => now,
  );
  for (const at of [0, 1, 4999, 5000, 5001, 20_000]) {
    now = at;
    log(`at ${at}`);
  }
  assert.deepEqual(lines, ['1 at 0', '3 at 5000', '2 at 20000']);
});
