// The thread in which checkpoints are made.
import { serveTasks } from '../../../workers/serve-tasks.ts';
import { makeCheckpoint } from './checkpoint.ts';

serveTasks(makeCheckpoint);
