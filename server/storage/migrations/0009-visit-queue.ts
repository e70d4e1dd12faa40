// Visitor writes get their own queue, with lanes that are folded in parallel. The number of each writer's last counted
// batch is stored with the counts. A fold commits both and deletes from the queue afterwards.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function visitQueue(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await forms
    .clustered(
      db.schema
        .createTable('visit_folded')
        .addColumn('lane', 'bigint', (column) => column.notNull())
        .addColumn('writer', forms.text, (column) => column.notNull())
        .addColumn('last_seq', 'bigint', (column) => column.notNull())
        .addColumn('last_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('visit_folded_key', ['lane', 'writer']),
    )
    .execute();
  // Batches were counted in order, so all before the first waiting one are counted.
  await sql`
    INSERT INTO visit_folded (lane, writer, last_seq, last_at)
    SELECT 0, writer, coalesce(
      (SELECT min(seq) - 1 FROM visit_batch WHERE visit_batch.writer = visit_writer.writer), last_seq
    ), last_at
    FROM visit_writer`.execute(db);
  await db.schema.dropTable('visit_writer').execute();
  await forms.separateVisitQueue(db);
}
