// Data for editing a page: former slugs of links, and uploads.
import type { Kysely } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function shaping(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await forms
    .clustered(
      db.schema
        .createTable('link_former_slug')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('slug', forms.text, (column) => column.notNull())
        .addColumn('link_id', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('link_former_slug_key', ['account_id', 'slug']),
    )
    .execute();
  await db.schema
    .createIndex('link_former_slug_link')
    .on('link_former_slug')
    .columns(['account_id', 'link_id'])
    .execute();

  await db.schema
    .createTable('upload')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('digest', forms.text, (column) => column.notNull())
    .addColumn('kind', forms.text, (column) => column.notNull())
    .addColumn('name', forms.text, (column) => column.notNull())
    .addColumn('type', forms.text, (column) => column.notNull())
    .addColumn('file', forms.text, (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('files', forms.text, (column) => column.notNull())
    .addColumn('state', forms.text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_key', ['account_id', 'id'])
    .execute();
  await db.schema.createIndex('upload_digest').on('upload').columns(['account_id', 'digest']).unique().execute();
}
