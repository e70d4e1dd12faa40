// Operations on the database files: snapshot, backup and health check.
import { statfsSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../../system/private-files.ts';
import type { Examination, Progress } from '../dialect.ts';
import { SqliteConnection } from './connection.ts';
import { attachQueue, QUEUE, queueFileOf } from './visit-queue.ts';

const PAGES_AT_ONCE = 2000;

/** A connection sees the database as it was at the first read of its transaction. */
export async function snapshotOf<T>(path: string, work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
  const connection = new SqliteConnection(path, { readOnly: true });
  try {
    attachQueue(connection, queueFileOf(path));
    connection.database.exec('BEGIN');
    // The queue first: visits counted between the two reads are then in both files, and are recognised by their batch
    // number.
    for (const name of attachedTo(connection).toReversed()) {
      connection.database.prepare(`SELECT count(*) FROM ${name}.sqlite_schema`).get();
    }
    return await work(connection);
  } finally {
    connection.close();
  }
}

/**
 * Saves the database as `file`, and the visit queue as a file next to it. In a read transaction, so that writes of
 * other processes do not restart the backup.
 */
export async function saveFiles(path: string, file: string, progress?: Progress): Promise<void> {
  const saved = await snapshotOf(path, async (connection) => {
    const targets = new Map([
      ['main', file],
      [QUEUE, queueFileOf(file)],
    ]);
    const sources = attachedTo(connection);
    for (const source of sources) {
      const target = targets.get(source)!;
      makePrivateFile(target);
      await backup(connection.database, target, {
        source,
        rate: PAGES_AT_ONCE,
        progress: ({ totalPages, remainingPages }) => progress?.(totalPages - remainingPages, totalPages),
      });
    }
    return sources.map((source) => targets.get(source)!);
  });
  for (const each of saved) makeSingleFile(each);
}

/** `main`, and the queue if it is attached. */
function attachedTo({ database }: SqliteConnection): string[] {
  const names = database.prepare('PRAGMA database_list').all();
  return ['main', QUEUE].filter((name) => names.some((row) => row.name === name));
}

function makeSingleFile(file: string): void {
  const saved = new DatabaseSync(file);
  // A single file without a log. Exclusive locking avoids the shared-memory file, which some file systems do not
  // support.
  saved.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE');
  saved.close();
}

const networkFileSystems: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB 2',
  16914839: '9p',
  1799439955: 'AFS',
  12805120: 'Ceph',
};

/** SQLite relies on locks and shared memory, which do not work on network file systems. */
function fileSystem(path: string): Examination['durability'][number] {
  const network = networkFileSystems[statfsSync(path).type];
  return {
    setting: 'file system',
    value: network ?? 'local',
    isSafe: network === undefined,
    remedy: 'Move DATA_DIR to a local disk, or switch to PostgreSQL with "fingerpost copy".',
  };
}

export async function examineFiles(path: string, thorough: boolean): Promise<Examination> {
  const connection = new SqliteConnection(path, { readOnly: true });
  const value = (query: string) => Object.values(connection.database.prepare(query).get() ?? {})[0];
  try {
    attachQueue(connection, queueFileOf(path));
    const names = attachedTo(connection);
    const files = [path, queueFileOf(path)].slice(0, names.length);
    const journals = names.map((name) => String(value(`PRAGMA ${name}.journal_mode`)));
    const journal = journals.find((mode) => mode !== 'wal') ?? 'wal';
    // Checks every attached database.
    const found = String(value(`PRAGMA ${thorough ? 'integrity_check' : 'quick_check'}(1)`));
    return {
      engine: `SQLite ${value('SELECT sqlite_version()')}`,
      bytes: files.reduce((sum, file) => sum + statSync(file).size, 0),
      durability: [
        {
          setting: 'journal_mode',
          // A restored file. The service switches it when it opens it.
          value: journal === 'wal' ? journal : `${journal} (wal after the next start)`,
          isSafe: true,
        },
        fileSystem(path),
      ],
      faults:
        found === 'ok'
          ? []
          : [{ fault: `The file is damaged (${found}).`, remedy: 'Stop the service and restore a backup.' }],
      clock: undefined,
    };
  } finally {
    connection.close();
  }
}
