// Individual visits by column, which filters read much faster than lines of text. A background task converts the lines.
// `loose` is how many visits of a day are still lines; the index finds the days that have enough of them.
import { type Kysely, sql } from 'kysely';
import { DAY } from '../../../contract/time.ts';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function visitSegments(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  // Not clustered: the contents are long.
  await db.schema
    .createTable('visit_segment')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('target_id', 'bigint', (column) => column.notNull())
    .addColumn('part', 'bigint', (column) => column.notNull())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('first', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('keys', forms.text, (column) => column.notNull())
    .addColumn('data', forms.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('visit_segment_key', ['account_id', 'target_id', 'part', 'day', 'number'])
    .execute();
  await forms.storeUncompressed(db, 'visit_segment', 'data');
  await db.schema
    .alterTable('visit_event_count')
    .addColumn('loose', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
  await sql`
    UPDATE visit_event_count SET loose = count
    WHERE length = ${sql.lit(DAY)} AND target_id IN (0, -1)`.execute(db);
  await sql`
    CREATE INDEX visit_event_loose ON visit_event_count (account_id, target_id, start)
    WHERE loose >= 64`.execute(db);
}
