// Background jobs. The index by name has only those that wait, so that looking for due ones stays cheap.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function jobs(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('name', forms.text, (column) => column.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('payload', forms.text, (column) => column.notNull())
    .addColumn('state', forms.text, (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('holder', forms.text)
    .addColumn('leased_until', 'bigint')
    .addColumn('last_error', forms.text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('key', forms.text)
    .execute();
  await db.schema.createIndex('job_key').unique().on('job').column('key').execute();
  await sql`CREATE INDEX job_due ON job (name, due_at) WHERE state = 'waiting'`.execute(db);
  await sql`CREATE INDEX job_finished ON job (state, finished_at) WHERE state <> 'waiting'`.execute(db);
  await sql`CREATE INDEX job_account ON job (account_id) WHERE account_id IS NOT NULL`.execute(db);
}
