// The visit queue has its own file next to the database, and its own writer. Recording a visit therefore never waits
// for an edit, an import or an aggregation. The database's connections attach it read-only, so their transactions take
// no lock on it.
import { existsSync, realpathSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { limitTables, queueTables } from '../queue-tables.ts';
import { MEMORY, type SqliteConnection } from './connection.ts';

/** The schema name of the attached queue. */
export const QUEUE = 'visit_queue';

const tablesIn = (schema: string) =>
  [
    ...Object.entries({ ...queueTables('text'), ...limitTables('text') }).map(
      ([name, columns]) => `CREATE TABLE IF NOT EXISTS ${schema}.${name} (${columns}) WITHOUT ROWID`,
    ),
    `CREATE TABLE IF NOT EXISTS ${schema}.changed_counts (number integer PRIMARY KEY AUTOINCREMENT, account_ids text NOT NULL)`,
  ].join(';');

/** `fingerpost-visits.db` next to `fingerpost.db`. Resolves symbolic links, as SQLite does for its log. */
export function queueFileOf(file: string): string {
  if (file === MEMORY) return MEMORY;
  const { dir, name, ext } = parse(existsSync(file) ? realpathSync(file) : file);
  return join(dir, `${name}-visits${ext}`);
}

export function createQueueTables({ database }: SqliteConnection): void {
  database.exec(tablesIn('main'));
}

/** A database without a schema has no queue file yet. Otherwise, a missing queue file is an error. */
export function attachQueue(connection: SqliteConnection, file: string): void {
  const { database } = connection;
  if (file === MEMORY) {
    database.exec(`ATTACH DATABASE '${MEMORY}' AS ${QUEUE}; ${tablesIn(QUEUE)}`);
    return;
  }
  if (!existsSync(file)) {
    if (hasSchema(connection)) {
      throw new Error(
        `the visit queue ${file} is missing; restore it, or start the service, which creates an empty one`,
      );
    }
    return;
  }
  const address = `${pathToFileURL(file).href.replaceAll("'", '%27')}?mode=ro`;
  database.exec(`ATTACH DATABASE '${address}' AS ${QUEUE}`);
}

function hasSchema({ database }: SqliteConnection): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'visit_folded'").get() !== undefined;
}
