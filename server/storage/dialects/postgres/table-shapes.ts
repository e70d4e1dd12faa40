// All visible tables, whether ours or not, except those of extensions.
import { sql } from 'kysely';
import type { Executor } from '../../tables.ts';
import type { ColumnKind, TableShape } from '../dialect.ts';
import { type ListedColumn, shapesOf } from '../table-shapes.ts';

const kinds = new Map<string, ColumnKind>([
  ['bigint', 'integer'],
  ['integer', 'integer'],
  ['text', 'text'],
]);

export async function readTableShapes(executor: Executor): Promise<TableShape[]> {
  const { rows } = await sql<ListedColumn>`
    SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS type,
           array_position(x.indkey::int2[], a.attnum) AS place
    FROM pg_class AS c
    LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_index AS x ON x.indrelid = c.oid AND x.indisprimary
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND pg_table_is_visible(c.oid)
      AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      AND NOT EXISTS (SELECT FROM pg_depend AS d
                      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname, a.attnum`.execute(executor);
  return shapesOf(rows, kinds);
}
