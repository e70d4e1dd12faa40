// The store: one set of queries for both engines, and notifications of changes for caches.
import type { Kysely, Transaction } from 'kysely';
import { type Change, createFreshness, type Freshness } from './changes.ts';
import type { Dialect, Observe } from './dialects/dialect.ts';
import { openDialect } from './dialects/open.ts';
import { claimCopy, readShards, refuseUnfinishedCopy } from './installation.ts';
import { assertCurrent, type BeforeMigration, migrate } from './migrations/index.ts';
import { distributeNewTables } from './placement.ts';
import type { Executor, Tables } from './tables.ts';

export interface Store {
  readonly dialect: Dialect;
  readonly freshness: Freshness;
  /** The migrations applied when the store was opened. */
  readonly applied: readonly string[];
  /** For single read-only statements. */
  readonly read: Kysely<Tables>;
  /**
   * A change to the data of one account. When it resolves, the change is on disk and this process has no stale cache
   * entry.
   */
  write<T>(accountId: number, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** A change to data of no account, or of an account that nobody can have read yet. */
  writeInstallation<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** A change that no cache depends on, as durable as `write`: a form entry. */
  writeUncached<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Like `write`, if only `work` knows which accounts it changes. */
  writeFound<T>(work: (tx: Transaction<Tables>) => Promise<FoundChange<T>>): Promise<T>;
  /** A change to counts only. `work` returns the accounts whose counts it changed. */
  writeVisits<T>(work: (tx: Transaction<Tables>) => Promise<FoundChange<T>>): Promise<T>;
  /** A single statement on the tables of the visit queue. It does not wait for the writes above. */
  enqueue<T>(work: (executor: Executor) => Promise<T>): Promise<T>;
  /**
   * Removes aggregated batches of these accounts from the visit queue. The aggregate may have run in another thread.
   */
  finishAggregation(accountIds: readonly number[], remove: (executor: Executor) => Promise<void>): Promise<void>;
  /** A minor write that no cache depends on, such as when a key was last used. */
  note(work: (tx: Transaction<Tables>) => Promise<void>): Promise<void>;
  /** Runs once the transaction is committed, as durably as its function says. A rollback runs nothing. */
  afterCommit(tx: Executor, followUp: () => void): void;
  ping(): Promise<void>;
  isUnavailable(error: unknown): boolean;
  close(): Promise<void>;
}

export interface FoundChange<T> {
  result: T;
  /** The accounts that were changed. */
  changed: number[];
}

/**
 * What a process may do with the database. Only `create` creates a database and changes its schema. All others need a
 * current schema. `dry-run` writes in transactions that it rolls back. `dry-run` and `read` leave nothing behind.
 */
export type StoreAccess = 'create' | 'write' | 'dry-run' | 'read';

export interface StoreOptions {
  /** `create` by default. */
  access?: StoreAccess;
  /** Whether to listen for changes of other processes. A short-lived command has no caches and does not need it. */
  watch: boolean;
  beforeMigration?: BeforeMigration | undefined;
  /** Called after every statement and transaction, for metrics. */
  observe?: Observe | undefined;
}

/** Opens the store and migrates its schema, if the access allows it. */
export async function openStore(databaseUrl: string, options: StoreOptions): Promise<Store> {
  const { access = 'create' } = options;
  const mayCreate = access === 'create';
  const isReadOnly = access === 'read';
  const dialect = openDialect(databaseUrl, { mayCreate, isReadOnly, observe: options.observe });
  const applied = await prepared(dialect, access, options).catch(async (error: unknown) => {
    await dialect.close();
    throw error;
  });
  const freshness = createFreshness();
  const stopWatching = options.watch
    ? await dialect.watch((news) => {
        if (news === 'disconnected') freshness.setDisconnected(true);
        else if (news === 'anything') freshness.setDisconnected(false);
        else if (news === 'counts') freshness.countsChanged();
        else freshness.changed(news);
      })
    : async () => {};

  const followUps = new WeakMap<Executor, Set<() => void>>();

  async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (!options.observe) return work();
    const began = performance.now();
    let hasFailed = true;
    try {
      const result = await work();
      hasFailed = false;
      return result;
    } finally {
      options.observe(`${what} transaction`, (performance.now() - began) / 1000, hasFailed);
    }
  }

  async function committed<T>(work: (tx: Transaction<Tables>) => Promise<T>, afterCommit: () => Promise<void>) {
    let committedTx: Executor | undefined;
    const result = await dialect.record.transaction().execute((tx) => {
      committedTx = tx;
      return work(tx);
    });
    await afterCommit();
    for (const followUp of followUps.get(committedTx!) ?? []) followUp();
    return result;
  }

  /** The commit survives a process crash. */
  function recorded<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return committed(work, async () => {});
  }

  /** The commit survives a power cut. */
  function written<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return committed(work, () => dialect.flush());
  }

  async function announced<T>(
    work: (tx: Transaction<Tables>) => Promise<T>,
    commit: typeof recorded<T>,
    change: Change,
  ): Promise<T> {
    try {
      return await timed(change.topic, () =>
        commit(async (tx) => {
          const result = await work(tx);
          if (change.accountIds.length > 0) await dialect.announce(tx, change);
          return result;
        }),
      );
    } finally {
      // Also after an error: if the connection is lost during a commit, the outcome is unknown.
      freshness.changed(change);
    }
  }

  function discovered<T>(
    work: (tx: Transaction<Tables>) => Promise<FoundChange<T>>,
    commit: typeof recorded<T>,
    topic: Change['topic'],
  ): Promise<T> {
    const change: Change = { topic, accountIds: [] };
    return announced(
      async (tx) => {
        const { result, changed } = await work(tx);
        change.accountIds = changed;
        return result;
      },
      commit,
      change,
    );
  }

  return {
    dialect,
    freshness,
    applied,
    read: dialect.read,
    write: (accountId, work) => announced(work, written, { topic: 'account', accountIds: [accountId] }),
    writeInstallation: (work) => timed('installation', () => written(work)),
    writeUncached: (work) => timed('uncached', () => written(work)),
    writeFound: (work) => discovered(work, written, 'account'),
    writeVisits: (work) => discovered(work, recorded, 'visits'),
    enqueue: (work) => timed('queue', () => dialect.enqueue(work)),
    finishAggregation(accountIds, remove) {
      freshness.changed({ topic: 'visits', accountIds });
      return timed('queue', () => dialect.finishAggregation(accountIds, remove));
    },
    note: (work) => timed('note', () => recorded(work)),
    afterCommit(tx, followUp) {
      followUps.set(tx, (followUps.get(tx) ?? new Set()).add(followUp));
    },
    async ping() {
      // Reads a table, because an SQLite file is only accessed by an actual read.
      await dialect.read.selectFrom('installation').select('name').limit(1).execute();
    },
    isUnavailable: (error) => dialect.isUnavailable(error),
    async close() {
      await stopWatching();
      await dialect.close();
    },
  };
}

/** Opens an existing database for reading, whatever its schema version. */
export function openReadOnly(databaseUrl: string): Dialect {
  return openDialect(databaseUrl, { mayCreate: false, isReadOnly: true });
}

async function prepared(dialect: Dialect, access: StoreAccess, { beforeMigration }: StoreOptions): Promise<string[]> {
  const applied = access === 'create' ? await migrate(dialect, beforeMigration) : await assertCurrent(dialect);
  if (access === 'create') await distributeNewTables(dialect);
  if (access === 'create' || access === 'write') await claimCopy(dialect);
  else await refuseUnfinishedCopy(dialect);
  dialect.useShards(await readShards(dialect.read));
  return applied;
}
