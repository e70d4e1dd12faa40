// The one place where the engine is chosen; from here on nobody asks which one it is.
import type { Dialect, DialectOptions } from './dialect.ts';
import { openPostgres } from './postgres/index.ts';
import { MEMORY } from './sqlite/connection.ts';
import { openSqlite } from './sqlite/index.ts';
import { filesOf } from './sqlite/saved-file.ts';

export function openDialect(databaseUrl: string, options: DialectOptions): Dialect {
  const files = filesOf(databaseUrl);
  return files ? openSqlite(files.file, options) : openPostgres(databaseUrl, options);
}

/** An empty database that nobody else sees and that is gone when it is closed. Only its transactions see what is in it. */
export function openMemoryDialect(): Dialect {
  return openSqlite(MEMORY, { mayCreate: true });
}
