// Copies the write-ahead log into the database, on its own connection.
import { DatabaseSync } from 'node:sqlite';

export interface Checkpoint {
  path: string;
  /** PASSIVE never blocks; TRUNCATE waits for readers. */
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
