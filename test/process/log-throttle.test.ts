import assert from 'node:assert/strict';
import { it } from 'node:test';
import { throttleLog } from '../../server/log-throttle.ts';

it('a throttled log writes one line every five seconds and says how many calls it stands for', () => {
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
