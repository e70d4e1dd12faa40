// A database file that was saved as a backup: its row counts, its integrity, and the removal of private tables. No
// process uses the file, so there are no locks to wait for and no log next to it.
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { programAt } from '../../../system/paths.ts';
import { createWorker } from '../../../workers/worker.ts';
import { queueFileOf } from './visit-queue.ts';

export interface FileContents {
  rows: Record<string, number>;
  /** Damage, as reported by SQLite. */
  faults: string[];
}

/** The database file, the queue file, and SQLite's auxiliary files. Undefined for a database server. */
export function filesOf(databaseUrl: string): { file: string; queue: string; beside: string[] } | undefined {
  const [scheme, path] = ['sqlite:', databaseUrl.slice('sqlite:'.length)];
  if (!databaseUrl.startsWith(scheme)) return undefined;
  const file = resolve(path);
  const queue = queueFileOf(file);
  const logs = ['-wal', '-shm', '-journal'];
  return { file, queue, beside: [file, queue].flatMap((each) => logs.map((ending) => each + ending)) };
}

/** Reads the whole file in a worker thread, because SQLite would block the event loop for a large one. */
export function inspectFile(file: string): Promise<FileContents> {
  const program = programAt('storage/dialects/sqlite/saved-file-worker');
  return createWorker<string, FileContents>({ kind: 'thread', program, idleMs: 0 }).run(file);
}

export function contentsOf(file: string): FileContents {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    // Do not trust the file's own schema yet.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const damage = database
      .prepare('PRAGMA integrity_check(3)')
      .all()
      .map((row) => String(row.integrity_check))
      .filter((finding) => finding !== 'ok');
    if (damage.length > 0) return { rows: {}, faults: damage };
    const orphans = database.prepare('PRAGMA foreign_key_check').all();
    const faults = orphans.slice(0, 3).map((row) => `a row of ${row.table} refers to a missing row of ${row.parent}`);
    return { rows: rowCounts(database), faults };
  } catch (error) {
    // Not an SQLite file, or its first page is damaged.
    return { rows: {}, faults: [(error as Error).message] };
  } finally {
    database.close();
  }
}

/** Deletes all rows and erases them from the file, free pages included. */
export function emptyTables(file: string, tables: readonly string[]): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA secure_delete = ON');
    const present = tableNames(database);
    for (const table of tables.filter((name) => present.includes(name))) database.exec(`DELETE FROM ${quoted(table)}`);
  } finally {
    database.close();
  }
}

function rowCounts(database: DatabaseSync): Record<string, number> {
  const counts = tableNames(database).map((table) => {
    const row = database.prepare(`SELECT count(*) AS count FROM ${quoted(table)}`).get();
    return [table, Number(row?.count)];
  });
  return Object.fromEntries(counts);
}

function tableNames(database: DatabaseSync): string[] {
  return database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all()
    .map((row) => String(row.name));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
