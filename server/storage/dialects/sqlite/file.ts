// The database as a file: as it is at one moment, saved as another, and looked over.
import { statfsSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../../private-files.ts';
import type { Examination, Progress } from '../dialect.ts';
import { SqliteConnection } from './connection.ts';
import { attachQueue, isSeparate, QUEUE, queueFileOf } from './visit-queue.ts';

const PAGES_AT_ONCE = 2000;

/** What a connection sees from its first read on, until the transaction ends, is the database of that moment. */
export async function snapshotOf<T>(path: string, work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
  const connection = new SqliteConnection(path, { readOnly: true });
  try {
    // Before an upgrade, an empty queue may be there already. What is saved then has to be of use to the earlier version.
    if (isSeparate(connection)) attachQueue(connection, queueFileOf(path));
    connection.database.exec('BEGIN');
    // The queue first: what is counted between the two moments is then in both, and recognised by its number.
    for (const name of attachedTo(connection).toReversed()) {
      connection.database.prepare(`SELECT count(*) FROM ${name}.sqlite_schema`).get();
    }
    return await work(connection);
  } finally {
    connection.close();
  }
}

/**
 * Saves the database as `file`, and the visit queue as the file beside it. Inside a read transaction, so that it is not
 * begun anew with every write of another process.
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

/** `main`, and the queue where there is one. */
function attachedTo({ database }: SqliteConnection): string[] {
  const names = database.prepare('PRAGMA database_list').all();
  return ['main', QUEUE].filter((name) => names.some((row) => row.name === name));
}

function makeSingleFile(file: string): void {
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

export async function examineFiles(path: string, thorough: boolean): Promise<Examination> {
  const connection = new SqliteConnection(path, { readOnly: true });
  const value = (query: string) => Object.values(connection.database.prepare(query).get() ?? {})[0];
  try {
    attachQueue(connection, queueFileOf(path));
    const names = attachedTo(connection);
    const files = [path, queueFileOf(path)].slice(0, names.length);
    const journals = names.map((name) => String(value(`PRAGMA ${name}.journal_mode`)));
    const journal = journals.find((mode) => mode !== 'wal') ?? 'wal';
    // Looks at every attached database.
    const found = String(value(`PRAGMA ${thorough ? 'integrity_check' : 'quick_check'}(1)`));
    return {
      engine: `SQLite ${value('SELECT sqlite_version()')}`,
      bytes: files.reduce((sum, file) => sum + statSync(file).size, 0),
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
