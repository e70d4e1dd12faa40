// A process that counts the visits in the queue after each message from its parent: `fold.ts DATABASE_URL`.
import { openStore } from '../../server/storage/store.ts';
import { fold } from '../../server/visits/count/fold.ts';

const VISITS_A_FOLD = 1000;
const store = await openStore(process.argv[2]!, { access: 'write', watch: false });

process.on('message', async () => {
  let visits = 0;
  for (let isDone = false; !isDone; ) {
    const folded = await fold(store, VISITS_A_FOLD);
    visits += folded.visits;
    isDone = folded.since === undefined && !folded.busy;
  }
  process.send!(visits);
});
process.send!('ready');
