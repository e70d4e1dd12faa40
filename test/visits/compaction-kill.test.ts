// Compaction that is killed at any point moves each visit completely or not at all, and the next one goes on.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { engines } from '../support/engines.ts';
import { type event, setting } from './setting.ts';
import { compareAll, history, rowsIn } from './visit-history.ts';

const child = fileURLToPath(new URL('children/compaction.ts', import.meta.url));
/** Each process begins this many steps and is killed while it runs the last one. */
const KILLED_IN_STEP = [1, 4, 2];
const MAX_STEP_MS = 6;

/** Returns whether it was killed. */
async function compactUntilKilled(databaseUrl: string, step: number): Promise<boolean> {
  const compaction = fork(child, { env: { ...process.env, DATABASE_URL: databaseUrl } });
  const exited = once(compaction, 'exit');
  let begun = 0;
  compaction.on('message', async () => {
    begun += 1;
    if (begun !== step) return;
    await sleep(Math.random() * MAX_STEP_MS);
    compaction.kill('SIGKILL');
  });
  const [code, signal] = await exited;
  assert.ok(signal === 'SIGKILL' || code === 0, `exit code ${code}`);
  return signal === 'SIGKILL';
}

for (const engine of engines) {
  describe(`compaction on ${engine.name}`, () => {
    test('can be killed at any point', async (t) => {
      const { store, visits, databaseUrl } = await setting(t, engine);
      const all = history(3000, { days: 10 });
      await visits.recordMany(all as ReturnType<typeof event>[]);
      await visits.foldAll();
      const before = (await rowsIn(store, 'visit_event')).length;
      for (const step of KILLED_IN_STEP) {
        assert.ok(await compactUntilKilled(databaseUrl, step));
        await compareAll(store, all);
      }
      const left = (await rowsIn(store, 'visit_event')).length;
      assert.ok(left > 0 && left < before, `${left} of ${before} texts are left`);
      assert.equal(await compactUntilKilled(databaseUrl, Number.POSITIVE_INFINITY), false);
      await compareAll(store, all);
      assert.ok((await rowsIn(store, 'visit_segment')).length > 0);
    });
  });
}
