// The schema of a database, read from the engine's catalogue, in one format for both engines.
import { sql } from 'kysely';
import type { Store } from '../../server/storage/store.ts';

export interface Index {
  readonly name: string;
  readonly columns: string[];
  readonly unique: boolean;
  readonly primary: boolean;
}

export interface Schema {
  /** By table; each column as `name type [not null] [default]`. */
  readonly columns: Record<string, string[]>;
  readonly indexes: Record<string, Index[]>;
  /** Sequences, checks and references. */
  readonly rest: string[];
  readonly migrations: string[];
}

export async function schemaOf(store: Store): Promise<Schema> {
  const { columns, indexes, rest } = await readers[store.dialect.name](store);
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migration ORDER BY name`.execute(store.read);
  return {
    columns: grouped(columns, ({ definition }) => definition),
    indexes: grouped(indexes, ({ name, columns: indexed, unique, primary }) => ({
      name,
      columns: indexed.split(','),
      unique: Boolean(unique),
      primary: Boolean(primary),
    })),
    rest: rest.map((row) => row.definition),
    migrations: rows.map((row) => row.name),
  };
}

interface Found {
  columns: { table: string; definition: string }[];
  indexes: { table: string; name: string; columns: string; unique: unknown; primary: unknown }[];
  rest: { definition: string }[];
}

const readers = { sqlite: readSqlite, postgres: readPostgres };

async function readSqlite({ read }: Store): Promise<Found> {
  const columns = sql<Found['columns'][number]>`
    SELECT m.name AS "table",
           c.name || ' ' || c.type || iif(c."notnull", ' not null', '') || coalesce(' ' || c.dflt_value, '') AS definition
    FROM pragma_table_list AS m, pragma_table_info(m.name, m.schema) AS c
    WHERE m.schema <> 'temp' AND m.type = 'table' AND m.name NOT LIKE 'sqlite~_%' ESCAPE '~'
    ORDER BY m.name, c.cid`;
  // A table whose key is the rowid has no index for it: the columns show its key.
  const indexes = sql<Found['indexes'][number]>`
    SELECT m.name AS "table", i.name AS name, i."unique" AS "unique", i.origin = 'pk' AS "primary",
           (SELECT group_concat(name, ',') FROM (SELECT name FROM pragma_index_info(i.name, m.schema) ORDER BY seqno)) AS columns
    FROM pragma_table_list AS m, pragma_index_list(m.name, m.schema) AS i
    WHERE m.schema <> 'temp' AND m.type = 'table' AND m.name NOT LIKE 'sqlite~_%' ESCAPE '~'
    UNION ALL
    SELECT m.name, 'rowid', 1, 1, c.name
    FROM pragma_table_list AS m, pragma_table_info(m.name, m.schema) AS c
    WHERE m.schema <> 'temp' AND m.type = 'table' AND m.name NOT LIKE 'sqlite~_%' ESCAPE '~' AND c.pk = 1
      AND NOT EXISTS (SELECT * FROM pragma_index_list(m.name, m.schema) AS i WHERE i.origin = 'pk')
    ORDER BY 1, 2`;
  const rest = sql<{ definition: string }>`
    SELECT type || ' ' || name || ' ' || sql AS definition FROM sqlite_schema
    WHERE sql IS NOT NULL ORDER BY type, name`;
  return {
    columns: (await columns.execute(read)).rows,
    indexes: (await indexes.execute(read)).rows,
    rest: (await rest.execute(read)).rows,
  };
}

async function readPostgres({ read }: Store): Promise<Found> {
  const columns = sql<Found['columns'][number]>`
    SELECT c.relname AS "table",
           concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
                     (SELECT 'collate ' || collname FROM pg_collation AS o WHERE o.oid = a.attcollation AND collname <> 'default'),
                     CASE WHEN a.attnotnull THEN 'not null' END, pg_get_expr(d.adbin, d.adrelid)) AS definition
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname, a.attnum`;
  const indexes = sql<Found['indexes'][number]>`
    SELECT c.relname AS "table", i.relname AS name, x.indisunique AS "unique", x.indisprimary AS "primary",
           (SELECT string_agg(pg_get_indexdef(x.indexrelid, n, false), ',' ORDER BY n)
            FROM generate_series(1, x.indnkeyatts) AS n) AS columns
    FROM pg_index AS x JOIN pg_class AS c ON c.oid = x.indrelid JOIN pg_class AS i ON i.oid = x.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname, i.relname`;
  const rest = sql<{ definition: string }>`
    SELECT 'sequence ' || sequencename || ' ' || max_value AS definition FROM pg_sequences WHERE schemaname = 'public'
    UNION ALL
    SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1`;
  return {
    columns: (await columns.execute(read)).rows,
    indexes: (await indexes.execute(read)).rows,
    rest: (await rest.execute(read)).rows,
  };
}

function grouped<Row extends { table: string }, T>(rows: Row[], pick: (row: Row) => T): Record<string, T[]> {
  const groups: Record<string, T[]> = Object.create(null);
  for (const row of rows) {
    groups[row.table] ??= [];
    groups[row.table]!.push(pick(row));
  }
  return groups;
}
