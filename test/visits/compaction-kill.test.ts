// Compaction that is killed at any point moves each visit completely or not at all, and the next one goes on.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HOUR } from '../../contract/time.ts';
import { engines } from '../support/engines.ts';
import { type event, setting, TODAY } from './setting.ts';
import { compareAll, history, rowsIn } from './visit-history.ts';

const child = fileURLToPath(new URL('children/compaction.ts', import.meta.url));
/** Each process is killed in this step, or right after it. */
const KILLED_IN_STEP = [1, 4, 2];
const MAX_STEP_MS = 6;

/** Killed in that step, or not at all. Returns how it ended. */
async function compact(databaseUrl: string, killedIn?: number): Promise<[code: number | null, signal: string | null]> {
  const lastStep = killedIn === undefined ? {} : { LAST_STEP: String(killedIn) };
  const settings = { DATABASE_URL: databaseUrl, NOW: String(TODAY + HOUR), ...lastStep };
  const compaction = fork(child, { env: { ...process.env, ...settings } });
  compaction.once('message', async () => {
    await sleep(Math.random() * MAX_STEP_MS);
    compaction.kill('SIGKILL');
  });
  return (await once(compaction, 'exit')) as [number | null, string | null];
}

for (const engine of engines) {
  describe(`compaction on ${engine.name}`, () => {
    test('can be killed at any point', async (t) => {
      const { store, visits, databaseUrl } = await setting(t, engine);
      const all = history(3000, { days: 10 });
      await visits.recordMany(all as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      const before = (await rowsIn(store, 'visit_event')).length;
      for (const step of KILLED_IN_STEP) {
        assert.deepEqual(await compact(databaseUrl, step), [null, 'SIGKILL']);
        await compareAll(store, all);
      }
      const left = (await rowsIn(store, 'visit_event')).length;
      assert.ok(left > 0 && left < before, `${left} of ${before} texts are left`);
      assert.deepEqual(await compact(databaseUrl), [0, null]);
      await compareAll(store, all);
      assert.ok((await rowsIn(store, 'visit_segment')).length > 0);
    });
  });
}
