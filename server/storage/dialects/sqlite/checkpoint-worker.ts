// The thread in which checkpoints are made.
import { DatabaseSync } from 'node:sqlite';
import { serveTasks } from '../../../workers/serve-tasks.ts';

export interface Checkpoint {
  path: string;
  /** PASSIVE waits for nobody; TRUNCATE waits for those who read. */
  mode: 'PASSIVE' | 'TRUNCATE';
}

const BUSY_TIMEOUT_MS = 1000;

serveTasks(({ path, mode }: Checkpoint): void => {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.prepare(`PRAGMA wal_checkpoint(${mode})`).all();
  } finally {
    database.close();
  }
});
