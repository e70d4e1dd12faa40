// The contents of a database, read without the copy's code: all rows of all tables as sorted lines. Dates and booleans
// have one format; reading marks, migrates or claims nothing.
import { type Kysely, sql } from 'kysely';
import { openDialect } from '../../../server/storage/dialects/open.ts';
import type { Tables } from '../../../server/storage/tables.ts';

export type Contents = Record<string, string[]>;

/** SQLite has these tables in a separate file. */
const queueTables = ['live_visitor', 'visit_batch'];
const bookkeeping = [
  'attempt',
  'rate_window',
  'serving_process',
  'id_sequence',
  'lease',
  'live_event',
  'live_stream',
  'schema_migration',
  'schema_migration_lock',
];

/** Facts of an installation that say something about its database. */
const ownFacts: unknown[] = ['copy', 'shards'];

export async function contentsOf(databaseUrl: string): Promise<Contents> {
  return looking(databaseUrl, async (db) => {
    const found = (await db.introspection.getTables()).map(({ name }) => name);
    const all = found.includes('visit_folded') ? new Set([...found, ...queueTables]) : found;
    const names = [...all].filter((table) => !bookkeeping.includes(table) && !table.startsWith('citus_')).sort();
    const contents: Contents = {};
    for (const name of names) {
      const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(db);
      contents[name] = rows.filter((row) => !(name === 'installation' && ownFacts.includes(row.name))).map(lineOf);
      contents[name].sort();
    }
    return contents;
  });
}

export function rowsIn(contents: Contents): number {
  return Object.values(contents).reduce((sum, lines) => sum + lines.length, 0);
}

export async function markOn(databaseUrl: string): Promise<{ of: string; state: string } | undefined> {
  return looking(databaseUrl, async (db) => {
    const row = await db.selectFrom('installation').select('value').where('name', '=', 'copy').executeTakeFirst();
    return row && JSON.parse(row.value);
  });
}

/** Changes the database directly, past all rules. */
export async function byHand(databaseUrl: string, work: (db: Kysely<Tables>) => Promise<unknown>): Promise<void> {
  const dialect = openDialect(databaseUrl, { mayCreate: false });
  try {
    await dialect.write.transaction().execute(work);
  } finally {
    await dialect.close();
  }
}

async function looking<T>(databaseUrl: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const dialect = openDialect(databaseUrl, { mayCreate: false, isReadOnly: true });
  try {
    return await work(dialect.read);
  } finally {
    await dialect.close();
  }
}

function lineOf(row: Record<string, unknown>): string {
  const entries = Object.entries(row).map(([column, value]) => {
    if (value instanceof Date) return [column, value.toISOString()];
    return [column, typeof value === 'boolean' ? Number(value) : value];
  });
  return JSON.stringify(Object.fromEntries(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))));
}
