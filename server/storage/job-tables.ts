import type { Micros } from '../../contract/time.ts';

export type JobState = 'waiting' | 'done' | 'failed';

/** Background jobs. All times are of the store's clock. */
export interface JobRow {
  id: number;
  name: string;
  account_id: number | null;
  /** JSON; empty once the job is done. */
  payload: string;
  state: JobState;
  due_at: Micros;
  /** Those that have begun. */
  attempts: number;
  /** A token of the attempt that runs. Null if none does. */
  holder: string | null;
  /** The attempt has ended by then, or its process has. */
  leased_until: Micros | null;
  last_error: string | null;
  created_at: Micros;
  /** When it was done or failed. */
  finished_at: Micros | null;
  /** At most one job that is not finished has it. */
  key: string | null;
}
