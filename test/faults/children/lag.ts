// Blocks its event loop, with a query in flight, for longer than it takes to detect an unresponsive server.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { openStore } from '../../../server/storage/store.ts';

const LAG_MS = 2500;
const LAGS = 5;
const store = await openStore(process.argv[2]!, { watch: true });
const query = sql`SELECT pg_sleep(${(LAG_MS * LAGS) / 1000})`.execute(store.read).then(
  () => 'answered',
  (error: Error) => error.message,
);
for (let lag = 0; lag < LAGS; lag += 1) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAG_MS);
  await nextTurn();
}
console.log(await query);
await store.close();
