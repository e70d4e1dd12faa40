// The thread in which a saved database file is checked.
import { serveTasks } from '../../../workers/serve-tasks.ts';
import { contentsOf } from './saved-file.ts';

serveTasks(contentsOf);
