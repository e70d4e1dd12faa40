// Records one visit of a new visitor after another and aggregates them, until it is stopped: `visited.ts URL`. Prints
// how many are recorded whenever it reads a line.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../../../server/storage/store.ts';
import { aggregate } from '../../../../server/visits/count/aggregate.ts';
import { createVisits } from '../../../../server/visits/index.ts';
import { event } from '../../../visits/setting.ts';

const PAUSE_MS = 2;
const store = await openStore(process.argv[2]!, { watch: false });
const geography = { locate: async () => ({ country: 'xx', city: 'Unknown, XX' }) };
const visits = createVisits({ store, clock: () => Date.now() * 1000, geography, logger: console });
let recorded = 0;
let stopped = false;
createInterface(process.stdin).on('line', (line) => {
  if (line === 'stop') stopped = true;
  else console.log(`${line}: ${recorded}.`);
});
console.log('ready');
while (!stopped) {
  await visits.recordMany([event({ visitor: `visitor ${recorded}` })]);
  recorded += 1;
  if (recorded % 3 === 0) await aggregate(store, 100);
  await sleep(PAUSE_MS);
}
await visits.stop();
await store.close();
process.exit();
