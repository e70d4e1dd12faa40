// The one place where the engine is chosen; from here on nobody asks which one it is.
import { resolve } from 'node:path';
import type { Dialect, DialectOptions } from './dialect.ts';
import { openPostgres } from './postgres/index.ts';
import { openSqlite } from './sqlite/index.ts';

export function openDialect(databaseUrl: string, options: DialectOptions): Dialect {
  const sqlite = 'sqlite:';
  if (databaseUrl.startsWith(sqlite)) return openSqlite(resolve(databaseUrl.slice(sqlite.length)), options);
  return openPostgres(databaseUrl, options);
}
