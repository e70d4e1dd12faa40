// Adapts node:sqlite to Kysely, whose SQLite support expects another driver.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { makePrivateFile, PRIVATE_FOLDER, restrictToOwner } from '../../../system/private-files.ts';
import { CannotOpen } from '../dialect.ts';
import type { Log } from './log.ts';

/** A database that is deleted when it is closed. */
export const MEMORY = ':memory:';

const MAX_CACHED_STATEMENTS = 500;
const BUSY_TIMEOUT_MS = 5000;
const BUSY_RETRY_MS = 5;
/** A year of counts fits. The operating system caches the file as well, so larger caches are hardly faster. */
const CACHE_KIB = 8192;
const SQLITE_BUSY = 5;
const RESTORE =
  'If it was overwritten or damaged, stop the service, move the file away together with its files that end in -wal and -shm, and restore a backup.';
const openingFailures = [
  {
    // SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, which a full disk causes when an existing database is opened.
    codes: [13, 4874],
    message: 'its disk is full; free some space',
    remedy: 'Free some space on the disk of the database.',
  },
  {
    // SQLITE_NOTADB
    codes: [26],
    message: 'the file is not an SQLite database',
    remedy: `Check DATABASE_URL and DATA_DIR. ${RESTORE}`,
  },
  {
    // SQLITE_CORRUPT
    codes: [11],
    message: 'the file is damaged',
    remedy: RESTORE,
  },
];

export class SqliteConnection implements DatabaseConnection {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  constructor(path: string, options: { readOnly: boolean; cacheKib?: number }) {
    if (!options.readOnly && path !== MEMORY) {
      mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
      makePrivateFile(path);
    }
    this.database = new DatabaseSync(path, { readOnly: options.readOnly, timeout: BUSY_TIMEOUT_MS });
    try {
      if (!options.readOnly) {
        useWriteAheadLog(this.database);
        // New files get the mode of the database. Files that somebody copied here may be world-readable.
        for (const file of [path, `${path}-wal`, `${path}-shm`]) restrictToOwner(file);
        // `log.ts` runs the checkpoints. This limit applies only if those are late. A much longer log could fill a
        // small disk and leave no room for the checkpoint itself. With `journal_size_limit`, a commit could truncate the
        // log, which takes a second for 500 MB.
        this.database.exec('PRAGMA wal_autocheckpoint = 4000');
        // FAST erases deleted data where it costs no extra write. `eraseUntilEnd` switches to full erasure.
        this.database.exec('PRAGMA secure_delete = FAST');
      }
      this.database.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${options.cacheKib ?? CACHE_KIB}`);
    } catch (error) {
      this.database.close();
      const { errcode } = error as { errcode?: number };
      const failure = openingFailures.find(({ codes }) => codes.includes(errcode ?? 0));
      if (!failure) throw error;
      throw Object.assign(new CannotOpen(failure.message, failure.remedy, error), { errcode });
    }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.execute(sql, parameters);
  }

  execute<Row>(sql: string, values: readonly unknown[]): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql);
    const parameters = values.map(toSqlite);
    if (returnsRows) return { rows: statement.all(...parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** For a statement without parameters and result rows. */
  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  // biome-ignore lint/correctness/useYield: Kysely requires a generator; we never stream.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not used with SQLite');
  }

  #prepare(sql: string) {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear();
    const statement = this.database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  close(): void {
    this.#statements.clear();
    if (this.database.isOpen) this.database.close();
  }
}

/** If several processes create the same file at once, SQLite fails with SQLITE_BUSY here instead of waiting. */
function useWriteAheadLog(database: DatabaseSync): void {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY;
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}

/** A read is one synchronous statement, so the connection needs no queue. It does not support transactions. */
export class ReadDriver implements Driver {
  readonly #connection: SqliteConnection;
  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('The read connection has no transactions: use store.write');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** The only writing connection. It serves one transaction at a time. */
export class Writer {
  readonly connection: SqliteConnection;
  readonly log: Log;
  #busy = false;
  readonly #waiting: (() => void)[] = [];
  #synchronous = '';
  #hasBusyTimeout = true;
  #erases = false;

  constructor(connection: SqliteConnection, log: Log) {
    this.connection = connection;
    this.log = log;
  }

  async acquire(): Promise<SqliteConnection> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    return this.connection;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }

  async begin(synchronous: 'FULL' | 'NORMAL'): Promise<void> {
    this.#prepare(synchronous);
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    while (!tryBegin(this.connection, deadline)) await sleep(BUSY_RETRY_MS);
  }

  /** An auto-commit statement, without the cost of BEGIN and COMMIT. */
  async run<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#prepare('NORMAL');
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      try {
        const result = this.connection.execute<Row>(sql, parameters);
        this.log.committed();
        return result;
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw error;
        await sleep(BUSY_RETRY_MS);
      }
    }
  }

  #prepare(synchronous: 'FULL' | 'NORMAL'): void {
    const { database } = this.connection;
    if (this.#synchronous !== synchronous) {
      database.exec(`PRAGMA synchronous = ${synchronous}`);
      this.#synchronous = synchronous;
    }
    if (this.#hasBusyTimeout) {
      // A busy timeout would block the event loop, reads included. It is only used before the first transaction, while
      // the schema is created.
      database.exec('PRAGMA busy_timeout = 0');
      this.#hasBusyTimeout = false;
    }
    if (this.#erases) {
      database.exec('PRAGMA secure_delete = FAST');
      this.#erases = false;
    }
  }

  /** Call it in a transaction. */
  eraseUntilEnd(): void {
    this.connection.database.exec('PRAGMA secure_delete = ON');
    this.#erases = true;
  }
}

function tryBegin(connection: SqliteConnection, deadline: number): boolean {
  try {
    connection.run('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error) && performance.now() < deadline) return false;
    throw error;
  }
}

export class WriteDriver implements Driver {
  readonly #writer: Writer;
  readonly #synchronous: 'FULL' | 'NORMAL';
  constructor(writer: Writer, synchronous: 'FULL' | 'NORMAL') {
    this.#writer = writer;
    this.#synchronous = synchronous;
  }
  async init(): Promise<void> {}
  acquireConnection(): Promise<DatabaseConnection> {
    return this.#writer.acquire();
  }
  beginTransaction(): Promise<void> {
    return this.#writer.begin(this.#synchronous);
  }
  async commitTransaction(): Promise<void> {
    this.#writer.connection.run('COMMIT');
    this.#writer.log.committed();
  }
  async rollbackTransaction(): Promise<void> {
    // SQLite rolls back by itself on some errors, such as a full disk.
    if (this.#writer.connection.database.isTransaction) this.#writer.connection.database.exec('ROLLBACK');
  }
  async releaseConnection(): Promise<void> {
    this.#writer.release();
  }
  async destroy(): Promise<void> {}
}

/** Auto-commits each statement. */
export class StatementDriver implements Driver {
  readonly #writer: Writer;
  readonly #connection: DatabaseConnection;
  constructor(writer: Writer) {
    this.#writer = writer;
    this.#connection = {
      executeQuery: (query) => writer.run(query),
      streamQuery: () => writer.connection.streamQuery(),
    };
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#writer.acquire();
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('A single statement needs no transaction: use dialect.queue for several');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {
    this.#writer.release();
  }
  async destroy(): Promise<void> {}
}
