// The worker thread that checks a saved database file.
import { serveTasks } from '../../../workers/serve-tasks.ts';
import { contentsOf } from './saved-file.ts';

serveTasks(contentsOf);
