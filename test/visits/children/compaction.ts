// Compacts the visits of a database, as of NOW. With LAST_STEP, it reports when that step begins, and then waits to be
// killed.
import { openStore } from '../../../server/storage/store.ts';
import { compactAll, compactDay } from '../../../server/visits/segments/compaction.ts';

const store = await openStore(process.env.DATABASE_URL!, { watch: false });
const last = Number(process.env.LAST_STEP ?? Number.POSITIVE_INFINITY);
let begun = 0;
await compactAll(store, Number(process.env.NOW), (step) => {
  begun += 1;
  if (begun > last) return new Promise(() => {});
  if (begun === last) process.send!('begins');
  return compactDay(store, step);
});
await store.close();
process.disconnect();
