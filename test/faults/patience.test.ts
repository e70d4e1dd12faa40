// A slow database, or a busy process of ours, does not count as an unavailable database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { startScript } from '../support/child.ts';
import { engines } from '../support/engines.ts';
import { freshDatabase, storeOn } from '../support/store.ts';

const lag = new URL('children/lag.ts', import.meta.url);
const postgres = engines.find(({ name }) => name === 'postgres')!;
/** Longer than it takes to detect an unresponsive server. */
const SLOW_SECONDS = 8;

describe('a query on postgres', { concurrency: true }, () => {
  it('is answered although it is slow and others wait for it', async (t) => {
    const store = await storeOn(t, await freshDatabase(t, postgres), { watch: true });
    const queries = Array.from({ length: 10 }, () => sql`SELECT pg_sleep(${SLOW_SECONDS})`.execute(store.read));
    await Promise.all(queries);
    await store.ping();
  });

  it('is answered although the event loop lags', async (t) => {
    const { code, output } = await startScript(t, lag, await freshDatabase(t, postgres)).ended;
    assert.deepEqual({ code, output }, { code: 0, output: 'answered\n' });
  });
});
