// Compacts the visits of a database, and reports each step that begins.
import { HOUR } from '../../../contract/time.ts';
import { openStore } from '../../../server/storage/store.ts';
import { compactAll, compactDay } from '../../../server/visits/segments/compaction.ts';
import { TODAY } from '../setting.ts';

const store = await openStore(process.env.DATABASE_URL!, { watch: false });
await compactAll(store, TODAY + HOUR, (step) => {
  process.send!('begins');
  return compactDay(store, step);
});
await store.close();
process.disconnect();
