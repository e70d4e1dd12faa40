// What is recorded, by any process, and not counted yet.
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { measureQueue } from '../../storage/visits/visit-queue.ts';

/** Enough to tell a backlog by, and few enough that looking holds nobody up. */
const BATCHES_LOOKED_AT = 1000;

export interface Backlog {
  /** In the first thousand batches of each lane; there may be more behind them. */
  visits: number;
  /** Since when the oldest of them has been waiting. */
  oldest: Micros | undefined;
}

export async function backlogIn(dialect: Dialect): Promise<Backlog> {
  const { visits, oldest } = await measureQueue(dialect.read, BATCHES_LOOKED_AT);
  return { visits, oldest: oldest ?? undefined };
}
