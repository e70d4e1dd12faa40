// Copies what is in the write-ahead log into the database, on a connection of its own.
import { DatabaseSync } from 'node:sqlite';

export interface Checkpoint {
  path: string;
  /** PASSIVE waits for nobody; TRUNCATE waits for those who read. */
  mode: 'PASSIVE' | 'TRUNCATE';
}

const BUSY_TIMEOUT_MS = 1000;

export function makeCheckpoint({ path, mode }: Checkpoint): void {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.prepare(`PRAGMA wal_checkpoint(${mode})`).all();
  } finally {
    database.close();
  }
}
