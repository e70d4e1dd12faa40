// The interface of a database engine. All differences between engines are named here and implemented in this folder.
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Change } from '../changes.ts';
import type { Partitions } from '../partitions.ts';
import type { Executor, Tables } from '../tables.ts';

export type ColumnKind = 'integer' | 'text';

/** The columns of a row set that is sent as one JSON parameter. */
export type JsonColumns = Record<string, ColumnKind>;

export interface StagedRows {
  /** One `(SELECT …)` per part, to be used as a row source in a statement of the transaction. */
  readonly sources: readonly RawBuilder<unknown>[];
  release(): Promise<void>;
}

/** A table as the engine describes it, whether it is one of ours or not. */
export interface TableShape {
  readonly name: string;
  /** In table order. A column of an unsupported type has the kind undefined. */
  readonly columns: ReadonlyMap<string, ColumnKind | undefined>;
  /** The primary key columns, in key order. */
  readonly key: readonly string[];
}

/** What engines spell differently in migrations. */
export interface SchemaForms {
  /** Text that is compared and sorted by code point, regardless of the database's locale. */
  text: RawBuilder<unknown>;
  /** At the end of a table: stores rows in primary key order, if the engine supports it. */
  clustered: RawBuilder<unknown>;
  /** Statements that create what `allocateIds` uses. */
  idSequence: readonly RawBuilder<unknown>[];
  /** Statements that create the tables of `queue-tables.ts`, if they are in the main database. */
  queueTables: readonly RawBuilder<unknown>[];
  /** Statements after which long values of the column are stored as they are, if the engine would compress them. */
  uncompressed(table: string, column: string): readonly RawBuilder<unknown>[];
}

export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** The folder of its files. Undefined if it is on a server, or in memory. */
  readonly folder: string | undefined;
  /** For single read-only statements. */
  readonly read: Kysely<Tables>;
  /**
   * Transactions whose commit survives a power cut. Other transactions wait for that sync, so request handlers use
   * `record` and `flush` instead.
   */
  readonly write: Kysely<Tables>;
  /** Transactions whose commit survives a process crash. That is enough for visits, and much faster on a local disk. */
  readonly record: Kysely<Tables>;
  /** Resolves when everything that `record` committed also survives a power cut. No transaction waits for it. */
  flush(): Promise<void>;
  /** The partitions of the visit queue, each with its own lock. An engine without partitions has a single writer. */
  readonly partitions: Partitions;
  /** Tells over how many shards accounts are distributed, if they are. The partitions depend on it. */
  useShards(shards: number | undefined): void;
  /** Whether accounts are distributed over several servers. */
  readonly isDistributed: boolean;
  /**
   * Transactions on the tables of the visit queue. They do not wait for other transactions and are as durable as
   * `record`.
   */
  readonly queue: Kysely<Tables>;
  /** The same for a single statement, which the engine may auto-commit. */
  enqueue<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
  readonly forms: SchemaForms;
  /** The store's time in microseconds, the same throughout a statement. The clocks of processes may differ. */
  readonly now: RawBuilder<number>;

  /** Ids are unique in the installation and ascending. */
  allocateIds(tx: Executor, count: number): Promise<number[]>;
  /** A condition that tells a cluster which accounts a statement is about, so that it asks only their shards. */
  ofAccounts(column: string, accountIds: Iterable<number>): RawBuilder<unknown>;
  /** `(SELECT … FROM the JSON array of arrays)` as a row source: one parameter for any number of rows. */
  jsonRows(rows: readonly (readonly (string | number | null)[])[], columns: JsonColumns): RawBuilder<unknown>;
  /**
   * Sends rows to the engine before the transaction that writes them, to keep the transaction's locks short. Each part
   * is a JSON array of arrays, small enough for one statement. The rows are not visible to others and are lost when the
   * process ends.
   */
  stageRows(parts: readonly string[], columns: JsonColumns): Promise<StagedRows>;
  /** All tables and views that an unqualified name can refer to. */
  tableShapes(executor: Executor): Promise<TableShape[]>;
  /** Equal for two URLs of the same database, however they are written. */
  identity(): Promise<string>;
  /** Takes a lock until the transaction ends. Returns false if another process holds it. */
  tryLock(tx: Transaction<Tables>, name: string): Promise<boolean>;
  /** Waits for the same lock. */
  lock(tx: Transaction<Tables>, name: string): Promise<void>;
  /**
   * Ends a SELECT of a transaction: its rows are locked, and rows that others have locked are left out. With a single
   * writer, the transaction itself is the lock.
   */
  readonly skippingLocked: RawBuilder<unknown>;
  /** Until the transaction ends, deleted data is also erased from the file, if the engine would leave it there. */
  erasing(tx: Transaction<Tables>): Promise<void>;
  erasingQueue(tx: Transaction<Tables>): Promise<void>;
  /** Empties the engine's write-ahead log, which may contain deleted data. Does nothing while a reader uses the log. */
  clearLog(): Promise<void>;
  /** The last allocated id. */
  lastId(executor: Executor): Promise<number>;
  setLastId(tx: Transaction<Tables>, last: number): Promise<void>;

  /** Announces a change to other processes when the transaction commits. A rollback announces nothing. */
  announce(tx: Transaction<Tables>, change: Change): Promise<void>;
  /**
   * Removes aggregated batches from the queue, after the aggregation's transaction. If `announce` does not report
   * counts, this tells the other processes whose counts changed.
   */
  finishAggregation(accountIds: readonly number[], remove: (executor: Executor) => Promise<void>): Promise<void>;
  /** Reports changes made by other processes. Resolves when it is listening. */
  watch(report: (news: ChangeNews) => void): Promise<() => Promise<void>>;

  /** Runs any number of reads on one consistent snapshot. If accounts are distributed, each server has its own. */
  snapshot<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
  /** Writes a consistent snapshot of the database to a new file. Undefined if the engine has its own backup tools. */
  readonly saveTo: ((file: string, progress?: Progress) => Promise<void>) | undefined;
  /** What to do instead if there is no `saveTo`. */
  savingAdvice(): Promise<string>;
  examine(options: { thorough: boolean }): Promise<Examination>;
  /** The cluster that this server belongs to. Undefined if there is none. */
  cluster(): Promise<Cluster | undefined>;
  /** The state of each server of the cluster. */
  clusterServers(): Promise<ClusterServer[]>;
  /** Stores a table across the cluster. `beside` is the table that determines where the rows of an account are. */
  distributeTable(
    table: string,
    placement: Placement,
    options: { by: string; beside: string; shards: number },
  ): Promise<void>;

  isDuplicate(error: unknown): boolean;
  /** The database is unreachable, full or overloaded. The request itself is not at fault. */
  isUnavailable(error: unknown): boolean;
  close(): Promise<void>;
}

export interface DialectOptions {
  /** Whether to create a missing database. If false, a missing database is an error. */
  mayCreate: boolean;
  /** Changes nothing, not even the file format. Writes fail. */
  isReadOnly?: boolean;
  /** No statement timeout, for work on the whole installation. */
  isPatient?: boolean;
  /** Called after every statement, for metrics. */
  observe?: Observe | undefined;
}

export type Observe = (operation: string, seconds: number, hasFailed: boolean) => void;
export type Progress = (done: number, all: number) => void;

/** In shards by a column; as a copy on every server; or on the coordinator alone. */
export type Placement = 'distributed' | 'reference' | 'local';

/** Servers that share the tables of one database. */
export interface Cluster {
  version: string;
  isCoordinator: boolean;
  nodes: { name: string; port: number; isActive: boolean; hasShards: boolean }[];
  /** Over which accounts are distributed. Undefined if they are not. */
  shards: number | undefined;
  /** By table. The cluster does not know the others. */
  placements: ReadonlyMap<string, Placement>;
}

export interface ClusterServer {
  /** Host and port. */
  name: string;
  /** Why it does not answer. The other properties are then missing. */
  error?: string | undefined;
  /** The size of the database on it. */
  bytes?: number | undefined;
  /** Transactions that were prepared more than five minutes ago, and neither committed nor rolled back. */
  oldPrepared?: number | undefined;
}

/** Health information for the operator. */
export interface Examination {
  /** `SQLite 3.53.4` */
  engine: string;
  bytes: number;
  /** Settings that protect acknowledged changes from being lost. */
  durability: { setting: string; value: string; isSafe: boolean; remedy?: string }[];
  /** Faults that prevent operation: damage, missing permissions, wrong encoding. */
  faults: { fault: string; remedy: string }[];
  /** The server's time, if the engine has a server. */
  clock: Micros | undefined;
}

/** There is no database at the URL, and it may not be created. */
export class NoDatabase extends Error {}

/** The database is there, but cannot be opened. The cause is the error of the engine. */
export class CannotOpen extends Error {
  /** What the operator can do. */
  readonly remedy: string;
  constructor(message: string, remedy: string, cause: unknown) {
    super(message, { cause });
    this.remedy = remedy;
  }
}

/** One change; unknown changes, or unknown changes to counts only; or the connection for changes is lost. */
export type ChangeNews = Change | 'anything' | 'counts' | 'disconnected';
