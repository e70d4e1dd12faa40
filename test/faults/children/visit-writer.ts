// Once it reads "go", records visits, each to its own target and from its own address, and aggregates them, until it is
// stopped or killed. Prints "+N" before it records the visit to N, and "=N" once that is acknowledged.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../../server/storage/store.ts';
import { createClock } from '../../../server/system/clock.ts';
import { createVisits } from '../../../server/visits/index.ts';

const AT_ONCE = 8;
const PAUSE_MS = 10;
const [databaseUrl, accountId, first] = process.argv.slice(2);

const store = await openStore(databaseUrl!, { watch: false });
const geography = { locate: async () => ({ country: 'xx', city: 'Unknown, XX' }), load: async () => {} };
const visits = createVisits({ store, clock: createClock(), geography, logger: console });
visits.start();

let next = Number(first);
let stopped = false;
process.once('SIGTERM', () => {
  stopped = true;
});

await once(process.stdin, 'data');
process.stdin.destroy();
await Promise.all(Array.from({ length: AT_ONCE }, writeOn));
await visits.stop();
await store.close();

async function writeOn(): Promise<void> {
  while (!stopped) {
    const targetId = next++;
    const address = [10, targetId >> 16, (targetId >> 8) & 255, targetId & 255].join('.');
    process.stdout.write(`+${targetId}\n`);
    await visits.record({ accountId: Number(accountId), targetId, address, userAgent: 'Mozilla/5.0' });
    process.stdout.write(`=${targetId}\n`);
    await sleep(PAUSE_MS);
  }
}
