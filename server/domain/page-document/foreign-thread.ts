// The thread in which a long file from another service is read.
import { serveTasks } from '../../workers/serve-tasks.ts';
import { type ForeignFile, readHere } from './foreign.ts';

serveTasks(({ format, text }: ForeignFile) => readHere(format, text));
