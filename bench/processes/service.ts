// The service as it is, in a process of its own that can be asked how it is doing.
import { serve } from '../../server/main.ts';
import { answerQuestions } from './questions.ts';

answerQuestions();
await serve(process.env);
// The channel to the parent would keep the process.
process.disconnect();
