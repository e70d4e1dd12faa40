// The service as it is, in a process of its own that can be asked how it is doing.
import { readConfig } from '../../server/config.ts';
import { serve } from '../../server/main.ts';
import { openStore } from '../../server/storage/store.ts';
import { answerQuestions } from './questions.ts';

answerQuestions();
const config = readConfig(process.env);
await serve(config, await openStore(config.databaseUrl, { watch: true }));
// The channel to the parent would keep the process.
process.disconnect();
