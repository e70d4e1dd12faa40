// The visit queue as a file of its own beside the database. It has its own writer, so that a visitor never waits for an
// edit, an import or a fold. The connections of the database see it too, attached read-only: a transaction of theirs then
// takes no lock on it.
import { existsSync, realpathSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import type { Tables, VisitBatchRow } from '../../tables.ts';
import { MEMORY, type SqliteConnection } from './connection.ts';

/** The name under which connections of the database know it. */
export const QUEUE = 'visit_queue';
const ROWS_AT_ONCE = 100;

const tablesIn = (schema: string) => `
  CREATE TABLE IF NOT EXISTS ${schema}.visit_batch (
    lane bigint NOT NULL, at bigint NOT NULL, writer text NOT NULL, seq bigint NOT NULL,
    count bigint NOT NULL, events text NOT NULL,
    CONSTRAINT visit_batch_key PRIMARY KEY (lane, at, writer, seq)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ${schema}.live_visitor (
    account_id bigint NOT NULL, visitor text NOT NULL, ip text NOT NULL, country text NOT NULL, city text NOT NULL,
    os text NOT NULL, browser text NOT NULL, last_activity_at bigint NOT NULL, expires_at bigint NOT NULL,
    CONSTRAINT live_visitor_key PRIMARY KEY (account_id, visitor)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ${schema}.changed_counts (number integer PRIMARY KEY AUTOINCREMENT, account_ids text NOT NULL)`;

/** `fingerpost-visits.db` beside `fingerpost.db`, also where a symbolic link leads there: the log of SQLite is there too. */
export function queueFileOf(file: string): string {
  if (file === MEMORY) return MEMORY;
  const { dir, name, ext } = parse(existsSync(file) ? realpathSync(file) : file);
  return join(dir, `${name}-visits${ext}`);
}

export function createQueueTables({ database }: SqliteConnection): void {
  database.exec(tablesIn('main'));
}

/** A database of an earlier version has no queue beside it; one of this version that lacks it is not whole. */
export function attachQueue(connection: SqliteConnection, file: string): void {
  const { database } = connection;
  if (file === MEMORY) {
    database.exec(`ATTACH DATABASE '${MEMORY}' AS ${QUEUE}; ${tablesIn(QUEUE)}`);
    return;
  }
  if (!existsSync(file)) {
    if (isSeparate(connection)) {
      throw new Error(
        `the visit queue ${file} is missing; put it there, or start the service, which creates an empty one`,
      );
    }
    return;
  }
  const address = `${pathToFileURL(file).href.replaceAll("'", '%27')}?mode=ro`;
  database.exec(`ATTACH DATABASE '${address}' AS ${QUEUE}`);
}

/** Whether the migration that gave the queue its own file has been applied. */
export function isSeparate({ database }: SqliteConnection): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'visit_folded'").get() !== undefined;
}

/**
 * Moves the batches of an earlier version, which had the tables of the queue in the database. What was moved before a
 * kill is there when this is run again, and stays as it is. Live visitors are not moved: they come again within a minute.
 */
export async function moveToQueue(
  db: Kysely<Tables>,
  queue: Kysely<Tables>,
  flush: (() => Promise<void>) | undefined,
): Promise<void> {
  let last: Pick<VisitBatchRow, 'at' | 'writer' | 'seq'> = { at: -1, writer: '', seq: 0 };
  for (;;) {
    const { rows } = await sql<VisitBatchRow>`
      SELECT 0 AS lane, at, writer, seq, count, events FROM main.visit_batch
      WHERE (at, writer, seq) > (${last.at}, ${last.writer}, ${last.seq})
      ORDER BY at, writer, seq LIMIT ${ROWS_AT_ONCE}`.execute(db);
    const end = rows.at(-1);
    if (!end) break;
    await queue.transaction().execute(async (tx) => {
      const insert = tx.insertInto('visit_batch').values(rows);
      await insert.onConflict((conflict) => conflict.doNothing()).execute();
    });
    last = end;
  }
  await flush?.();
  await sql`DROP TABLE main.visit_batch`.execute(db);
  await sql`DROP TABLE main.live_visitor`.execute(db);
}
