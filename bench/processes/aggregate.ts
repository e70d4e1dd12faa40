// A process that counts the visits in the queue after each message from its parent: `fold.ts DATABASE_URL`.
import { openStore } from '../../server/storage/store.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';

const VISITS_PER_AGGREGATION = 1000;
const store = await openStore(process.argv[2]!, { access: 'write', watch: false });

process.on('message', async () => {
  let visits = 0;
  for (let isDone = false; !isDone; ) {
    const aggregated = await aggregate(store, VISITS_PER_AGGREGATION);
    visits += aggregated.visits;
    isDone = aggregated.since === undefined && !aggregated.busy;
  }
  process.send!(visits);
});
process.send!('ready');
