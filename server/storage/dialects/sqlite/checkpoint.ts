// Copies the write-ahead log into the database, on its own connection.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface Checkpoint {
  path: string;
  /** PASSIVE never blocks, and truncates a very long log only if nobody uses it; TRUNCATE waits for readers. */
  mode: 'PASSIVE' | 'TRUNCATE';
}

const BUSY_TIMEOUT_MS = 1000;
const MAX_LOG_BYTES = 64 * 2 ** 20;

export function makeCheckpoint({ path, mode }: Checkpoint): void {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.prepare(`PRAGMA wal_checkpoint(${mode})`).all();
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    if (mode === 'PASSIVE' && log && log.size > MAX_LOG_BYTES) {
      database.exec('PRAGMA busy_timeout = 0');
      database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    }
  } finally {
    database.close();
  }
}
