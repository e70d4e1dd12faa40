// Deleted blocks and items, and earlier versions of pages. Not clustered: their contents may be long.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function history(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await db.schema
    .createTable('trash')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('block_id', 'bigint')
    .addColumn('deleted_at', 'bigint', (column) => column.notNull())
    .addColumn('entries', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
    .addColumn('uploads', forms.text, (column) => column.notNull())
    .addColumn('content', forms.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('trash_key', ['account_id', 'id'])
    .execute();
  await db.schema.createIndex('trash_oldest').on('trash').columns(['account_id', 'deleted_at']).execute();

  await db.schema
    .createTable('page_version')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('stored_at', 'bigint', (column) => column.notNull())
    .addColumn('blocks', 'bigint', (column) => column.notNull())
    .addColumn('items', 'bigint', (column) => column.notNull())
    .addColumn('uploads', forms.text, (column) => column.notNull())
    .addColumn('content', forms.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('page_version_key', ['account_id', 'id'])
    .execute();
  await db.schema.createIndex('page_version_oldest').on('page_version').columns(['account_id', 'stored_at']).execute();
}
