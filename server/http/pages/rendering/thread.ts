// The thread that renders large pages. It has its own read-only connections.
import { workerData } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import { ApiError } from '../../../../contract/errors.ts';
import { openReadOnly } from '../../../storage/store.ts';
import { lowerThreadPriority } from '../../../workers/low-priority.ts';
import { serveTasks } from '../../../workers/serve-tasks.ts';
import { createBodies } from '../page-body.ts';
import { type RenderingRequest, renderBodies } from './rendering.ts';

const dialect = openReadOnly(workerData as string);
// Here, because zlib's own threads have a normal priority.
const bodyOf = createBodies(deflateRawSync);

lowerThreadPriority();
serveTasks(async (request: RenderingRequest) => {
  try {
    return await renderBodies(dialect.read, bodyOf, request);
  } catch (error) {
    if (!dialect.isUnavailable(error)) throw error;
    throw new ApiError('unavailable', undefined, { cause: error });
  }
});
