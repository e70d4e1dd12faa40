// Plans large imports in a thread, one at a time. Whatever a document or a file from elsewhere needs in time and memory, other
// requests are served meanwhile.
import { invalid, Refusal } from '../../../../contract/errors.ts';
import type { VaultSettings } from '../../../files/open.ts';
import { createWorker, WorkerError } from '../../../workers/worker.ts';
import type { AnsweredPlan, ImportRequest } from './planning.ts';

const MAX_PLANNING_MS = 60_000;
const MAX_MEGABYTES = 512;
/** It takes a moment to start, and many megabytes to keep. */
const IDLE_MS = 30_000;

export interface ThreadSettings {
  databaseUrl: string;
  vault: VaultSettings;
  publicUrl: string | undefined;
}

export interface PlanningThread {
  plan(request: ImportRequest): Promise<AnsweredPlan>;
  close(): void;
}

export function createPlanningThread(
  settings: ThreadSettings,
  allocateIds: (count: number) => Promise<number[]>,
): PlanningThread {
  const thread = createWorker<ImportRequest, AnsweredPlan>({
    kind: 'thread',
    program: new URL('thread.ts', import.meta.url),
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
        throw error instanceof WorkerError ? refusalFor(error) : error;
      }
    },
    close: thread.close,
  };
}

export function crowded(): Refusal {
  return new Refusal('unavailable', 'Too many pages are being imported; try again shortly.');
}

function refusalFor(error: WorkerError): Error {
  if (error.fault === 'timeout') {
    return new Refusal('unavailable', 'The import took too long; try again, or import less at once.');
  }
  if (error.fault === 'out_of_memory') {
    return invalid({ text: ['It takes too much memory to read, which no page of links does.'] });
  }
  return error.fault === 'exited' ? crowded() : error;
}
