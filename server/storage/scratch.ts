// A private database in memory with the schema of the real one: to try out a change on a copy of an account's rows
// without holding any lock that others wait for.
import type { Transaction } from 'kysely';
import type { Dialect } from './dialects/dialect.ts';
import { openMemoryDialect } from './dialects/open.ts';
import { migrate } from './migrations/index.ts';
import type { Tables } from './tables.ts';
import { type ContentTable, readContentTables } from './transfer.ts';

export type ScratchTransaction = Transaction<Tables>;

export interface Scratch {
  readonly dialect: Dialect;
  /** As in every database of this version. */
  readonly tables: ReadonlyMap<string, ContentTable>;
  /** It is empty when `work` begins, and whatever `work` writes is gone afterwards. One at a time; the others wait. */
  use<T>(work: (tx: ScratchTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

class Finished<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('rolls the transaction back');
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
