// All tables of the file, whether ours or not.
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
    SELECT m.name AS "table", c.name AS "column", lower(c.type) AS type, nullif(c.pk, 0) AS place
    FROM pragma_table_list AS m, pragma_table_info(m.name, m.schema) AS c
    WHERE m.schema <> 'temp' AND m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite~_%' ESCAPE '~'
    ORDER BY m.name, c.cid`.execute(executor);
  return shapesOf(rows, kinds);
}
