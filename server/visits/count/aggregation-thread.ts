// Counts visits in a worker thread while many wait, and compacts stored visits, to keep the event loop free for
// requests. The thread starts on demand and stops after an idle timeout.
import type { Micros } from '../../../contract/time.ts';
import { programAt } from '../../system/paths.ts';
import { createWorker } from '../../workers/worker.ts';
import type { Compact, CompactionStep } from '../segments/compaction.ts';
import type { Counted } from './aggregate.ts';

const IDLE_MS = 30_000;
/**
 * An aggregation of a thousand visits needs a few megabytes, a segment some tens. The limits keep garbage from piling
 * up.
 */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

export interface AggregationTask {
  partition: number;
  limit: number;
  keptSince: Micros;
}

export interface AggregationThread {
  count(task: AggregationTask): Promise<Counted>;
  compact: Compact;
  close(): Promise<void>;
}

export type ThreadTask = { aggregate: AggregationTask } | { compact: CompactionStep };

export function createAggregationThread(databaseUrl: string): AggregationThread {
  const worker = createWorker<ThreadTask, Counted | number>({
    kind: 'thread',
    program: programAt('visits/count/aggregation-worker'),
    idleMs: IDLE_MS,
    resourceLimits: MEMORY_LIMITS,
    data: databaseUrl,
  });
  return {
    count: (aggregate) => worker.run({ aggregate }) as Promise<Counted>,
    compact: (compact) => worker.run({ compact }) as Promise<number>,
    close: worker.close,
  };
}
