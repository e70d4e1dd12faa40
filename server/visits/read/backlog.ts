// Visits of all processes that are recorded but not counted yet.
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { measureQueue } from '../../storage/visits/visit-queue.ts';

/** Enough to detect a backlog, and few enough to read quickly. */
const MAX_BATCHES = 1000;

export interface Backlog {
  /** In the first thousand batches of each partition; there may be more. */
  visits: number;
  /** When the oldest of them was recorded. */
  oldest: Micros | undefined;
}

export async function backlogIn(dialect: Dialect): Promise<Backlog> {
  const { visits, oldest } = await measureQueue(dialect.read, MAX_BATCHES);
  return { visits, oldest: oldest ?? undefined };
}
