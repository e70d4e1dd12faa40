// What a store must be able to do. Everything that differs between engines is named here and lives in this folder.
import type { CreateTableBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Change } from '../changes.ts';
import type { Executor, Tables } from '../tables.ts';

/** What a column holds: an instant and a flag are better-auth's, which each engine keeps in a form of its own. */
export type ColumnKind = 'integer' | 'text' | 'instant' | 'flag';

/** How a column of a row set sent as one JSON parameter is read. An instant is ISO text in UTC, a flag is 0 or 1. */
export type JsonColumns = Record<string, ColumnKind>;

export interface StagedRows {
  /** `(SELECT …)`, one for each part: sources of rows for a statement of the transaction. */
  readonly sources: readonly RawBuilder<unknown>[];
  release(): Promise<void>;
}

/** A table as the engine has it, whosever it is. */
export interface TableShape {
  readonly name: string;
  /** In the order of the table; what is of no kind that we use has none. */
  readonly columns: ReadonlyMap<string, ColumnKind | undefined>;
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
}

/** The column types and table forms that migrations need and engines spell differently. */
export interface SchemaForms {
  /** Text that is compared and sorted by code point, whatever the locale of the database. */
  text: RawBuilder<unknown>;
  /** The id column type of better-auth's tables, numbered by the store where nobody gives a number. */
  authId: RawBuilder<unknown>;
  authFlag: RawBuilder<unknown>;
  authInstant: RawBuilder<unknown>;
  /** Rows kept in the order of the primary key, where the engine can. */
  clustered<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>;
  createIdSequence(db: Kysely<Tables>): Promise<void>;
  /** Brings the tables of the visit queue, which were among the others before, to where they belong. */
  separateVisitQueue(db: Kysely<Tables>): Promise<void>;
}

export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Single statements that change nothing. */
  readonly read: Kysely<Tables>;
  /** Transactions whose commit survives a power cut. Others wait until it does: `record` and `flush` are for those who serve. */
  readonly write: Kysely<Tables>;
  /** Transactions whose commit survives a killed process: enough for visits, and much faster on one machine's disk. */
  readonly record: Kysely<Tables>;
  /** Resolves when all that `record` has committed survives a power cut as well. Nobody's transaction waits for that. */
  flush(): Promise<void>;
  /** Whether visits are queued in lanes, each with its own lock. Without, there is one writer at a time anyway. */
  readonly hasLanes: boolean;
  /** Transactions on the tables of the visit queue, which wait for none of the others. As durable as those of `record`. */
  readonly queue: Kysely<Tables>;
  /** The same for a single statement, which the engine may commit by itself. */
  enqueue<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
  readonly forms: SchemaForms;

  /** Ids that are unique in the installation, ascending. */
  allocateIds(tx: Executor, count: number): Promise<number[]>;
  /** `(SELECT … FROM the JSON array of arrays)` as a source of rows: one parameter however many rows there are. */
  jsonRows(rows: readonly (readonly (string | number | null)[])[], columns: JsonColumns): RawBuilder<unknown>;
  /**
   * Brings rows to the engine ahead of the transaction that will write them, so that it holds its locks only briefly.
   * Each part is the text of a JSON array of arrays, small enough for one statement. Nobody sees them, and nothing of
   * them outlives the process.
   */
  stageRows(parts: readonly string[], columns: JsonColumns): Promise<StagedRows>;
  /** A column's value in the form in which `jsonRows` takes it, the same on every engine. */
  jsonValue(column: string, kind: ColumnKind): RawBuilder<unknown>;
  /** Every table and view that a name without a schema leads to. */
  tableShapes(executor: Executor): Promise<TableShape[]>;
  /** Equal for two addresses of one database, however they are written. */
  identity(): Promise<string>;
  /** Takes a lock that ends with the transaction; false where another process holds it. */
  tryLock(tx: Transaction<Tables>, name: string): Promise<boolean>;
  /** Takes the same lock, and waits for it. */
  lock(tx: Transaction<Tables>, name: string): Promise<void>;
  /** From now to the end of the transaction: nothing of what is deleted stays in the file, where the engine would leave it. */
  erasing(tx: Transaction<Tables>): Promise<void>;
  erasingQueue(tx: Transaction<Tables>): Promise<void>;
  /** Empties the engine's log, in which what was deleted may stand for long, where nobody is reading from it. */
  clearLog(): Promise<void>;
  /** The last of the ids that were allocated. */
  lastId(executor: Executor): Promise<number>;
  setLastId(tx: Transaction<Tables>, last: number): Promise<void>;
  /** The form in which better-auth keeps an instant and a flag. */
  authInstant(at: number): unknown;
  authFlag(value: boolean): unknown;

  /** Tells the other processes of a change, when and only when the transaction commits. */
  announce(tx: Transaction<Tables>, change: Change): Promise<void>;
  /**
   * Removes what a fold has counted from the queue, after its transaction. Where `announce` says nothing of counts, this tells
   * the other processes whose have changed.
   */
  finishFold(accountIds: readonly number[], remove: (executor: Executor) => Promise<void>): Promise<void>;
  /** Hears of changes that other processes made. Resolves once it listens. */
  watch(hear: (news: ChangeNews) => void): Promise<() => Promise<void>>;

  /** All of the store as it is at this moment, for any number of reads, whatever is written meanwhile. */
  snapshot<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
  /**
   * Writes the database as it is at this moment into one new file, whatever is written meanwhile. Undefined where the
   * engine has programs of its own for that.
   */
  readonly saveTo: ((file: string, progress?: Progress) => Promise<void>) | undefined;
  /** What to do instead, where there is no `saveTo`. */
  readonly savingAdvice: string;
  examine(options: { thorough: boolean }): Promise<Examination>;

  isDuplicate(error: unknown): boolean;
  /** The store is away, full or overrun: nothing is wrong with the request. */
  isUnavailable(error: unknown): boolean;
  close(): Promise<void>;
}

export interface DialectOptions {
  /** Whether a database that is not there may be made; else it is an error. */
  mayCreate: boolean;
  /** Changes nothing, not even the form in which the database is kept; whoever writes gets an error. */
  isReadOnly?: boolean;
  /** For work on the whole installation, whose statements may take as long as they take. */
  isPatient?: boolean;
  /** Told of every statement, for measuring. */
  observe?: Observe | undefined;
}

export type Observe = (operation: string, seconds: number, hasFailed: boolean) => void;
export type Progress = (done: number, all: number) => void;

/** What somebody who looks after the database would want to know of it. */
export interface Examination {
  /** `SQLite 3.53.4` */
  engine: string;
  bytes: number;
  /** What keeps an acknowledged change from being lost. */
  durability: { setting: string; value: string; isSafe: boolean; remedy: string }[];
  /** Where it cannot do its work as it is: damage, a missing right, the wrong encoding. */
  faults: { fault: string; remedy: string }[];
  /** The engine's own time, where it has one. */
  clock: Micros | undefined;
}

/** There is nothing at the address; it could be made, but that was not asked for. */
export class NoDatabase extends Error {}

/** One change; or that something changed, or nothing but counts; or that nothing can be heard for now. */
export type ChangeNews = Change | 'anything' | 'counts' | 'disconnected';
