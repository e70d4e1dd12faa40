// A database that was saved as a file of its own: what is in it, whether it is whole, and what is better left out of it.
// It is one that no process uses, so nobody waits for a lock and nothing is written beside it.
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createWorker } from '../../../workers/worker.ts';
import { queueFileOf } from './visit-queue.ts';

export interface FileContents {
  rows: Record<string, number>;
  /** Damage, in SQLite's words. */
  faults: string[];
}

/** The file that the address names, that of the visit queue, and those that SQLite keeps beside them; none on a server. */
export function filesOf(databaseUrl: string): { file: string; queue: string; beside: string[] } | undefined {
  const [scheme, path] = ['sqlite:', databaseUrl.slice('sqlite:'.length)];
  if (!databaseUrl.startsWith(scheme)) return undefined;
  const file = resolve(path);
  const queue = queueFileOf(file);
  const logs = ['-wal', '-shm', '-journal'];
  return { file, queue, beside: [file, queue].flatMap((each) => logs.map((ending) => each + ending)) };
}

/** Reads all of it, in a thread of its own: until SQLite is done with a large file, nothing else could be done here. */
export function inspectFile(file: string): Promise<FileContents> {
  const program = new URL('saved-file-worker.ts', import.meta.url);
  return createWorker<string, FileContents>({ kind: 'thread', program, idleMs: 0 }).run(file);
}

export function contentsOf(file: string): FileContents {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    // What the file says of itself is not to be believed yet.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const damage = database
      .prepare('PRAGMA integrity_check(3)')
      .all()
      .map((row) => String(row.integrity_check))
      .filter((finding) => finding !== 'ok');
    if (damage.length > 0) return { rows: {}, faults: damage };
    const orphans = database.prepare('PRAGMA foreign_key_check').all();
    const faults = orphans
      .slice(0, 3)
      .map((row) => `a row of ${row.table} refers to one of ${row.parent} that is gone`);
    return { rows: rowCounts(database), faults };
  } catch (error) {
    // A file that is none of SQLite's, or one whose first page is spoilt.
    return { rows: {}, faults: [(error as Error).message] };
  } finally {
    database.close();
  }
}

/** So that nothing of their rows is left in the file, not even where SQLite keeps what it may write over. */
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
