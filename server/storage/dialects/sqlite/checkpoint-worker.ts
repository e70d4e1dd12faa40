// The worker thread that runs checkpoints.
import { serveTasks } from '../../../workers/serve-tasks.ts';
import { makeCheckpoint } from './checkpoint.ts';

serveTasks(makeCheckpoint);
