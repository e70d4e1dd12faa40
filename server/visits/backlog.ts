// What is recorded, by any process, and not counted yet.
import type { Micros } from '../../contract/time.ts';
import type { Executor } from '../storage/tables.ts';
import { measureBatches } from '../storage/visit-batches.ts';

/** Enough to tell a backlog by, and few enough that looking holds nobody up. */
const BATCHES_LOOKED_AT = 1000;

export interface Backlog {
  /** In the first thousand batches; there may be more behind them. */
  visits: number;
  /** Since when the oldest of them has been waiting. */
  oldest: Micros | undefined;
}

export async function backlogIn(executor: Executor): Promise<Backlog> {
  const { visits, oldest } = await measureBatches(executor, BATCHES_LOOKED_AT);
  return { visits, oldest: oldest ?? undefined };
}
