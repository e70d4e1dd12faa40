// What is recorded, by any process, and not counted yet.
import type { Micros } from '../../contract/time.ts';
import type { Executor } from '../storage/tables.ts';
import { measureWholeJournal } from '../storage/visits.ts';
import { idTime } from './journal.ts';

/** Enough to tell a backlog by, and few enough that looking holds nobody up. */
export const MOST_LOOKED_AT = 10_000;

export interface Backlog {
  /** No more than MOST_LOOKED_AT. */
  rows: number;
  /** Since when the oldest of them has been waiting. */
  oldest: Micros | undefined;
}

export async function backlogIn(executor: Executor): Promise<Backlog> {
  const { rows, firstId } = await measureWholeJournal(executor, MOST_LOOKED_AT);
  return { rows, oldest: firstId === null ? undefined : idTime(firstId) };
}
