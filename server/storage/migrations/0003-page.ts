// Page data beyond the API's records: form entries and page options.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function page(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('page_options', forms.text, (column) => column.notNull().defaultTo(sql.lit('{}')))
    .execute();

  // Not clustered: entries may be long, and clustered tables work best with short rows.
  await db.schema
    .createTable('form_entry')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('block_id', 'bigint', (column) => column.notNull())
    .addColumn('kind', forms.text, (column) => column.notNull())
    .addColumn('fields', forms.text, (column) => column.notNull())
    .addColumn('subscriber', forms.text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('form_entry_key', ['account_id', 'id'])
    .execute();
  await db.schema
    .createIndex('form_entry_newest')
    .on('form_entry')
    .columns(['account_id', 'block_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('form_entry_subscriber')
    .on('form_entry')
    .columns(['account_id', 'block_id', 'subscriber'])
    .unique()
    .execute();
}
