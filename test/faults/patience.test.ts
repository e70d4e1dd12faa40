// Nobody takes a store that is slow, or a process of ours that is busy, for a store that went away.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { startScript } from '../support/child.ts';
import { engines } from '../support/engines.ts';
import { freshDatabase, storeOn } from '../support/store.ts';

const lag = new URL('children/lag.ts', import.meta.url);
const postgres = engines.find(({ name }) => name === 'postgres')!;
/** More than it takes to notice that nobody answers. */
const SLOW_SECONDS = 8;

describe('a query on postgres', { concurrency: true }, () => {
  it('that is slow, and waited for by others, is answered', async (t) => {
    const store = await storeOn(t, await freshDatabase(t, postgres), { watch: true });
    const queries = Array.from({ length: 10 }, () => sql`SELECT pg_sleep(${SLOW_SECONDS})`.execute(store.read));
    await Promise.all(queries);
    await store.ping();
  });

  it('is answered though the event loop of this process lags', async (t) => {
    const { code, output } = await startScript(t, lag, await freshDatabase(t, postgres)).ended;
    assert.deepEqual({ code, output }, { code: 0, output: 'answered\n' });
  });
});
