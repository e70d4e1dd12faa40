// The database as a file: as it is at one moment, saved as another, and looked over.
import { statfsSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../../private-files.ts';
import type { Examination, Progress } from '../dialect.ts';
import { SqliteConnection } from './connection.ts';

const PAGES_AT_ONCE = 2000;

/** What a connection sees from its first read on, until the transaction ends, is the database of that moment. */
export async function snapshotOf<T>(path: string, work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
  const connection = new SqliteConnection(path, { readOnly: true });
  try {
    connection.database.exec('BEGIN');
    connection.database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** Inside a read transaction, so that it is not begun anew with every write of another process. */
export async function saveFile(path: string, file: string, progress?: Progress): Promise<void> {
  makePrivateFile(file);
  await snapshotOf(path, ({ database }) =>
    backup(database, file, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) => progress?.(totalPages - remainingPages, totalPages),
    }),
  );
  const saved = new DatabaseSync(file);
  // One file, without the log that the original has beside it. That it is ours alone spares the file in which processes
  // share a log, and with it what not every file system can do.
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

/** Their locks and their shared memory are not what SQLite counts on. */
function fileSystem(path: string): Examination['durability'][number] {
  const network = networkFileSystems[statfsSync(path).type];
  return {
    setting: 'file system',
    value: network ?? 'local',
    isSafe: network === undefined,
    remedy: 'Move DATA_DIR to a local disk, or move up to PostgreSQL with "fingerpost copy".',
  };
}

export async function examineFile(path: string, thorough: boolean): Promise<Examination> {
  const connection = new SqliteConnection(path, { readOnly: true });
  const value = (query: string) => Object.values(connection.database.prepare(query).get() ?? {})[0];
  try {
    const journal = String(value('PRAGMA journal_mode'));
    const found = String(value(`PRAGMA ${thorough ? 'integrity_check' : 'quick_check'}(1)`));
    return {
      engine: `SQLite ${value('SELECT sqlite_version()')}`,
      bytes: statSync(path).size,
      durability: [
        {
          setting: 'journal_mode',
          value: journal,
          isSafe: journal === 'wal',
          remedy: 'Keep the file on a local disk: a write-ahead log does not work on a network file system.',
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
