// The thread that plans large imports. It has its own read-only connections, and requests new ids from the main thread.
import { workerData } from 'node:worker_threads';
import { ApiError } from '../../../../contract/errors.ts';
import { openScratch } from '../../../storage/scratch.ts';
import { openReadOnly } from '../../../storage/store.ts';
import { createPageMeasure } from '../../../views/page/size.ts';
import { lowerThreadPriority } from '../../../workers/low-priority.ts';
import { serveTasks } from '../../../workers/serve-tasks.ts';
import { answeredPlan, type ImportRequest } from './planning.ts';
import type { ThreadSettings } from './planning-thread.ts';

const { databaseUrl, publicUrl } = workerData as ThreadSettings;
const dialect = openReadOnly(databaseUrl);
const services = {
  store: { read: dialect.read, dialect },
  measure: createPageMeasure(publicUrl),
  scratch: await openScratch(),
};

lowerThreadPriority();
serveTasks(async (request: ImportRequest, ask) => {
  try {
    const allocateIds = async (count: number) => (await ask(count)) as number[];
    return await answeredPlan({ ...services, allocateIds }, request);
  } catch (error) {
    if (!dialect.isUnavailable(error)) throw error;
    throw new ApiError('unavailable', undefined, { cause: error });
  }
});
