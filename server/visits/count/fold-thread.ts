// Counts visits in a thread while many wait, so that the event loop only answers. It starts when it is needed, and stops when it
// had nothing to do for a while.
import type { Micros } from '../../../contract/time.ts';
import { createWorker } from '../../workers/worker.ts';
import type { Counted } from './fold.ts';

const IDLE_MS = 30_000;
/** A fold of a thousand visits needs a few megabytes. What it leaves behind should not pile up before it is collected. */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

export interface FoldTask {
  lane: number;
  most: number;
  keptSince: Micros;
}

export interface FoldThread {
  count(task: FoldTask): Promise<Counted>;
  close(): void;
}

export function createFoldThread(databaseUrl: string): FoldThread {
  const worker = createWorker<FoldTask, Counted>({
    kind: 'thread',
    program: new URL('fold-worker.ts', import.meta.url),
    idleMs: IDLE_MS,
    resourceLimits: MEMORY_LIMITS,
    data: databaseUrl,
  });
  return { count: worker.run, close: worker.close };
}
