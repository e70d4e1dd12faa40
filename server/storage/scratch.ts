// A private in-memory database with the real schema, to try out a change on a copy of an account's rows without holding
// locks.
import type { Transaction } from 'kysely';
import type { Dialect } from './dialects/dialect.ts';
import { openMemoryDialect } from './dialects/open.ts';
import { migrate } from './migrations/index.ts';
import type { Tables } from './tables.ts';
import { type ContentTable, readContentTables } from './transfer.ts';

export type ScratchTransaction = Transaction<Tables>;

export interface Scratch {
  readonly dialect: Dialect;
  /** The schema is the same in every database of this version. */
  readonly tables: ReadonlyMap<string, ContentTable>;
  /**
   * The database is empty when `work` starts, and everything that `work` writes is rolled back. Concurrent calls wait
   * for each other.
   */
  use<T>(work: (tx: ScratchTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

class Finished<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('Roll back the scratch transaction');
    this.result = result;
  }
}

export async function openScratch(): Promise<Scratch> {
  const dialect = openMemoryDialect();
  await migrate(dialect);
  const tables = await dialect.write.transaction().execute((tx) => readContentTables(dialect, tx));
  return {
    dialect,
    tables: new Map(tables.map((table) => [table.name, table])),
    async use(work) {
      try {
        return await dialect.write.transaction().execute(async (tx) => {
          throw new Finished(await work(tx));
        });
      } catch (error) {
        if (error instanceof Finished) return error.result;
        throw error;
      }
    },
    close: () => dialect.close(),
  };
}
