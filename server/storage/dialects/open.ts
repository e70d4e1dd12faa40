// The only place that chooses the engine. The rest of the code does not know which one is in use.
import type { Dialect, DialectOptions } from './dialect.ts';
import { openPostgres } from './postgres/index.ts';
import { MEMORY } from './sqlite/connection.ts';
import { openSqlite } from './sqlite/index.ts';
import { filesOf } from './sqlite/saved-file.ts';
import { refuseUnreleasedFile } from './sqlite/unreleased-file.ts';

export function openDialect(databaseUrl: string, options: DialectOptions): Dialect {
  const files = filesOf(databaseUrl);
  if (!files) return openPostgres(databaseUrl, options);
  refuseUnreleasedFile(files.file);
  return openSqlite(files.file, options);
}

/** An empty, private database that is deleted when it is closed. Its contents are only visible in its transactions. */
export function openMemoryDialect(): Dialect {
  return openSqlite(MEMORY, { mayCreate: true });
}
