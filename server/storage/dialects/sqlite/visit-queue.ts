// The visit queue has its own file next to the database, and its own writer. Recording a visit therefore never waits
// for an edit, an import or an aggregation. The database's connections attach it read-only, so their transactions take
// no lock on it.
import { existsSync, realpathSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { VisitBatchRow } from '../../visit-tables.ts';
import { MEMORY, type SqliteConnection } from './connection.ts';

/** The schema name of the attached queue. */
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
    announced bigint NOT NULL DEFAULT 0,
    CONSTRAINT live_visitor_key PRIMARY KEY (account_id, visitor)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ${schema}.live_stream (
    account_id bigint NOT NULL, since bigint NOT NULL, expires_at bigint NOT NULL, last_number bigint NOT NULL,
    CONSTRAINT live_stream_key PRIMARY KEY (account_id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ${schema}.live_event (
    account_id bigint NOT NULL, number bigint NOT NULL, at bigint NOT NULL, events text NOT NULL,
    CONSTRAINT live_event_key PRIMARY KEY (account_id, number)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ${schema}.changed_counts (number integer PRIMARY KEY AUTOINCREMENT, account_ids text NOT NULL);
  CREATE TABLE IF NOT EXISTS ${schema}.rate_window (
    name text NOT NULL, id bigint NOT NULL, ends bigint NOT NULL, used bigint NOT NULL,
    CONSTRAINT rate_window_key PRIMARY KEY (name, id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ${schema}.attempt (
    key text NOT NULL, failures bigint NOT NULL, last bigint NOT NULL, until bigint NOT NULL,
    CONSTRAINT attempt_key PRIMARY KEY (key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ${schema}.serving_process (
    id text NOT NULL, until bigint NOT NULL, shares bigint NOT NULL,
    CONSTRAINT serving_process_key PRIMARY KEY (id)
  ) WITHOUT ROWID`;

/** `fingerpost-visits.db` next to `fingerpost.db`. Resolves symbolic links, as SQLite does for its log. */
export function queueFileOf(file: string): string {
  if (file === MEMORY) return MEMORY;
  const { dir, name, ext } = parse(existsSync(file) ? realpathSync(file) : file);
  return join(dir, `${name}-visits${ext}`);
}

export function createQueueTables({ database }: SqliteConnection): void {
  database.exec(tablesIn('main'));
  const isAnnounced = database.prepare("SELECT 1 FROM pragma_table_info('live_visitor') WHERE name = 'announced'");
  if (isAnnounced.get()) return;
  // A queue of an earlier version. Another process may open it at the same time.
  database.exec('BEGIN IMMEDIATE');
  if (!isAnnounced.get()) {
    database.exec('ALTER TABLE live_visitor ADD COLUMN announced bigint NOT NULL DEFAULT 0');
  }
  database.exec('COMMIT');
}

/** A database of an earlier version has no queue file. In this version, a missing queue file is an error. */
export function attachQueue(connection: SqliteConnection, file: string): void {
  const { database } = connection;
  if (file === MEMORY) {
    database.exec(`ATTACH DATABASE '${MEMORY}' AS ${QUEUE}; ${tablesIn(QUEUE)}`);
    return;
  }
  if (!existsSync(file)) {
    if (isSeparate(connection)) {
      throw new Error(
        `the visit queue ${file} is missing; restore it, or start the service, which creates an empty one`,
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
 * Moves the batches of an earlier version, which had the queue's tables in the main database. If the process is killed,
 * the next run keeps the rows that were already moved. Live visitors are not moved: they reappear within a minute.
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
