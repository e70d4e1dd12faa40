// The worker thread of `aggregation-thread.ts`. It reads the visit queue and writes counts. Only the main thread writes to the
// queue.
import { workerData } from 'node:worker_threads';
import { openStore } from '../../storage/store.ts';
import { lowerThreadPriority } from '../../workers/low-priority.ts';
import { serveTasks } from '../../workers/serve-tasks.ts';
import { compactDay } from '../segments/compaction.ts';
import { countPartition } from './aggregate.ts';
import type { ThreadTask } from './aggregation-thread.ts';

lowerThreadPriority();
const opening = openStore(workerData as string, { access: 'write', watch: false });
// The error fails the first task, which is then retried in a new thread.
opening.catch(() => {});

serveTasks(async (task: ThreadTask) => {
  const store = await opening;
  if ('compact' in task) return compactDay(store, task.compact);
  const { partition, limit, keptSince } = task.aggregate;
  return countPartition(store, partition, limit, keptSince);
});
