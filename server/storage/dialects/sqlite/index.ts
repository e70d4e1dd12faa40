// SQLite: one writing connection, one reading connection, and one that writes to the visit queue. All are synchronous.
import { randomInt } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Driver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { noPartitions } from '../../partitions.ts';
import type { Tables } from '../../tables.ts';
import { type Dialect, type DialectOptions, NoDatabase, type Observe, type SchemaForms } from '../dialect.ts';
import { measured } from '../observation.ts';
import { addChangedCounts, watchChangedCounts } from './changed-counts.ts';
import { MEMORY, ReadDriver, SqliteConnection, StatementDriver, WriteDriver, Writer } from './connection.ts';
import { examineFiles, saveFiles, snapshotOf } from './file.ts';
import { createJsonSource, createStaging } from './json-rows.ts';
import { type Checkpoints, createCheckpoints, createLog, noLog } from './log.ts';
import { readTableShapes } from './table-shapes.ts';
import { attachQueue, createQueueTables, queueFileOf } from './visit-queue.ts';

const POLL_MS = 200;
/** The queue is written and read in order. */
const QUEUE_CACHE_KIB = 1024;
const MAX_VERSIONS = 2 ** 31;

export function openSqlite(path: string, { mayCreate, isReadOnly = false, observe }: DialectOptions): Dialect {
  if (!mayCreate && !existsSync(path)) throw new NoDatabase(`there is no file ${path}`);
  const checkpoints = createCheckpoints();
  const writer = openWriter(path, { readOnly: isReadOnly }, checkpoints);
  const reader = new SqliteConnection(path, { readOnly: true });
  const queueFile = queueFileOf(path);
  const queueWriter = isReadOnly || path === MEMORY ? undefined : openQueue(queueFile, checkpoints);
  attachQueue(writer.connection, queueFile);
  // In memory, every connection has its own database. Only the writer can read what it wrote.
  if (path !== MEMORY) attachQueue(reader, queueFile);
  const jsonSource = createJsonSource(hasBinaryRows(reader) ? 'jsonb_each' : 'json_each');
  const write = kyselyOver(new WriteDriver(writer, 'FULL'), observe);
  // A read-only or in-memory database has no queue file.
  const queue = kyselyOver(new WriteDriver(queueWriter ?? writer, 'NORMAL'), observe);
  const statements = kyselyOver(new StatementDriver(queueWriter ?? writer), observe);
  const writers = [writer, ...(queueWriter ? [queueWriter] : [])];

  return {
    name: 'sqlite',
    folder: path === MEMORY ? undefined : dirname(path),
    read: kyselyOver(new ReadDriver(reader), observe),
    write,
    record: kyselyOver(new WriteDriver(writer, 'NORMAL'), observe),
    flush: writer.log.flush,
    queue,
    partitions: noPartitions,
    useShards() {},
    isDistributed: false,
    ofAccounts: () => sql`true`,
    cluster: async () => undefined,
    clusterServers: async () => [],
    distributeTable: async () => {},
    enqueue: (work) => work(statements),
    now: sql<number>`CAST(unixepoch('subsec') * 1000000 AS integer)`,
    forms,

    async allocateIds(tx, count) {
      const { rows } = await sql<{
        last: number;
      }>`UPDATE id_sequence SET last = last + ${count} RETURNING last`.execute(tx);
      const last = rows[0]!.last;
      return Array.from({ length: count }, (_, index) => last - count + 1 + index);
    },

    jsonRows: (rows, columns) => jsonSource(JSON.stringify(rows), columns),
    stageRows: createStaging(write, jsonSource),

    tableShapes: readTableShapes,
    async identity() {
      const { dev, ino } = statSync(path);
      return `file ${dev}:${ino}`;
    },

    // There is one writer at a time, so the transaction itself is the lock.
    tryLock: async () => true,
    lock: async () => {},
    skippingLocked: sql``,
    async erasing() {
      writer.eraseUntilEnd();
    },
    async erasingQueue() {
      queueWriter?.eraseUntilEnd();
    },
    async clearLog() {
      for (const each of writers) {
        await each.acquire();
        try {
          await each.log.clear();
        } finally {
          each.release();
        }
      }
    },

    // A random number in the file header. Other processes see that it changed. Changes to counts leave it as it is.
    async announce(tx, { topic }) {
      if (topic !== 'account') return;
      await sql`PRAGMA user_version = ${sql.lit(randomInt(MAX_VERSIONS))}`.execute(tx);
    },
    finishAggregation(accountIds, remove) {
      return queue.transaction().execute(async (tx) => {
        await remove(tx);
        await addChangedCounts(tx, accountIds);
      });
    },
    async watch(report) {
      // For the writing connection, `data_version` only changes when another process commits.
      const versionQuery = writer.connection.database.prepare('PRAGMA data_version');
      const accountsQuery = writer.connection.database.prepare('PRAGMA user_version');
      const read = () => [versionQuery.get()?.data_version, accountsQuery.get()?.user_version];
      const reportCounts = watchChangedCounts(reader);
      let last = read();
      const timer = setInterval(() => {
        try {
          const now = read();
          if (now[0] !== last[0] && now[1] !== last[1]) report('anything');
          last = now;
          reportCounts(report);
        } catch {
          report('disconnected');
          last = [];
        }
      }, POLL_MS).unref();
      return async () => clearInterval(timer);
    },

    async lastId(executor) {
      const { rows } = await sql<{ last: number }>`SELECT last FROM id_sequence`.execute(executor);
      return rows[0]!.last;
    },
    async setLastId(tx, last) {
      await sql`UPDATE id_sequence SET last = ${last}`.execute(tx);
    },
    snapshot: (work) => snapshotOf(path, (connection) => work(kyselyOver(new ReadDriver(connection)))),
    saveTo: (file, progress) => saveFiles(path, file, progress),
    savingAdvice: async () => '',
    examine: ({ thorough }) => examineFiles(path, thorough),

    isDuplicate: (error) => [1555, 2067].includes(errorCode(error)),
    isUnavailable: (error) => [5, 6, 10, 13].includes(errorCode(error) & 0xff),

    async close() {
      for (const each of writers) {
        await each.acquire();
        await each.log.close();
      }
      await checkpoints.close();
      for (const connection of [reader, ...writers.map((each) => each.connection)]) connection.close();
    },
  };
}

function openWriter(
  path: string,
  options: ConstructorParameters<typeof SqliteConnection>[1],
  checkpoints: Checkpoints,
): Writer {
  const log = path === MEMORY ? noLog : createLog(path, checkpoints);
  return new Writer(new SqliteConnection(path, options), log);
}

function openQueue(file: string, checkpoints: Checkpoints): Writer {
  const writer = openWriter(file, { readOnly: false, cacheKib: QUEUE_CACHE_KIB }, checkpoints);
  createQueueTables(writer.connection);
  return writer;
}

const forms: SchemaForms = {
  text: sql`text`,
  clustered: sql`WITHOUT ROWID`,
  idSequence: [sql`CREATE TABLE id_sequence (last integer NOT NULL)`, sql`INSERT INTO id_sequence (last) VALUES (0)`],
  // They are in the file of the queue, which creates its tables when it is opened.
  queueTables: [],
  uncompressed: () => [],
};

/** node:sqlite reports SQLite's result code: 5 busy, 6 locked, 10 I/O error, 13 full, 1555 and 2067 unique. */
function errorCode(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code : 0;
}

/** Since SQLite 3.51, `jsonb_each` returns parsed rows. That is twice as fast as parsing each row again per column. */
function hasBinaryRows({ database }: SqliteConnection): boolean {
  try {
    database.prepare("SELECT 1 FROM jsonb_each('[]')");
    return true;
  } catch {
    return false;
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  // BEGIN IMMEDIATE is the migration lock, and SQLite can roll back schema changes.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function kyselyOver(driver: Driver, observe?: Observe): Kysely<Tables> {
  return new Kysely<Tables>({
    ...measured(observe),
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new TransactionalSqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
