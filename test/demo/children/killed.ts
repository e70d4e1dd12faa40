// Creates the demo and kills itself at the given call to the store: `killed.ts URL NOW CALL COUNT`.
import { createDemo } from '../../../server/demo/index.ts';
import { openStore } from '../../../server/storage/store.ts';
import { createVisits } from '../../../server/visits/index.ts';
import { createGeography } from '../../../server/visits/record/geography.ts';

const [databaseUrl, now, fatalCall, count] = process.argv.slice(2) as [string, string, string, string];
const opened = await openStore(databaseUrl, { watch: false });
let left = Number(count);
const dialect = new Proxy(opened.dialect, {
  get(target, name, receiver) {
    if (name === fatalCall) {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
    }
    return Reflect.get(target, name, receiver);
  },
});
const store = { ...opened, dialect };
const clock = () => Number(now);
const geography = createGeography({ logger: console });
const visits = createVisits({ store, clock, geography, logger: console });
await createDemo({ store, clock, visits });
await store.close();
console.log('It was not killed.');
