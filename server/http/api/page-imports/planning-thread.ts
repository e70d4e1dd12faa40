// Plans large imports in a thread, one at a time, with limits on time and memory, so that they do not block requests.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import { programAt } from '../../../system/paths.ts';
import { createWorker, WorkerError } from '../../../workers/worker.ts';
import type { AnsweredPlan, ImportRequest } from './planning.ts';

const MAX_PLANNING_MS = 60_000;
const MAX_MEGABYTES = 512;
/** The thread is slow to start, and takes many megabytes while idle. */
const IDLE_MS = 30_000;

export interface ThreadSettings {
  databaseUrl: string;
  publicUrl: string | undefined;
}

export interface PlanningThread {
  plan(request: ImportRequest): Promise<AnsweredPlan>;
  close(): Promise<void>;
}

export function createPlanningThread(
  settings: ThreadSettings,
  allocateIds: (count: number) => Promise<number[]>,
): PlanningThread {
  const thread = createWorker<ImportRequest, AnsweredPlan>({
    kind: 'thread',
    program: programAt('http/api/page-imports/thread'),
    taskMs: MAX_PLANNING_MS,
    idleMs: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    data: settings,
    answer: (count) => allocateIds(count as number),
  });
  return {
    async plan(request) {
      try {
        return await thread.run(request);
      } catch (error) {
        throw error instanceof WorkerError ? apiErrorFor(error) : error;
      }
    },
    close: thread.close,
  };
}

export function tooManyImports(): ApiError {
  return new ApiError('unavailable', 'Too many pages are being imported; try again shortly.');
}

function apiErrorFor(error: WorkerError): Error {
  if (error.fault === 'timeout') {
    return new ApiError('unavailable', 'The import took too long; try again, or import less at once.');
  }
  if (error.fault === 'out_of_memory') {
    return invalid({ text: ['The import needs too much memory. Import less at once.'] });
  }
  return error.fault === 'exited' ? tooManyImports() : error;
}
