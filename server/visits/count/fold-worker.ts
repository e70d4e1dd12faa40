// The thread of `fold-thread.ts`. It reads the visit queue and writes counts; the queue itself is written by the event loop alone.
import { workerData } from 'node:worker_threads';
import { openStore } from '../../storage/store.ts';
import { lowerThreadPriority } from '../../workers/low-priority.ts';
import { serveTasks } from '../../workers/serve-tasks.ts';
import { countLane } from './fold.ts';
import type { FoldTask } from './fold-thread.ts';

lowerThreadPriority();
const opening = openStore(workerData as string, { access: 'write', watch: false });
// It fails the first task, which is then tried again in another thread.
opening.catch(() => {});

serveTasks(async ({ lane, most, keptSince }: FoldTask) => countLane(await opening, lane, most, keptSince));
