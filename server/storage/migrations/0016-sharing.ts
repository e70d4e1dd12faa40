// Browsers that are not counted, and links to shared statistics.
import type { Kysely } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function sharing(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await forms
    .clustered(
      db.schema
        .createTable('visit_exclusion')
        .addColumn('account_id', 'bigint', (column) => column.primaryKey().notNull())
        .addColumn('token', forms.text, (column) => column.notNull())
        .addColumn('dashboard', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull()),
    )
    .execute();
  await forms
    .clustered(
      db.schema
        .createTable('visit_exclusion_lookup')
        .addColumn('token', forms.text, (column) => column.primaryKey().notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull()),
    )
    .execute();
  await db.schema
    .createIndex('visit_exclusion_lookup_account')
    .on('visit_exclusion_lookup')
    .column('account_id')
    .execute();

  await forms
    .clustered(
      db.schema
        .createTable('statistics_share')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addColumn('name', forms.text, (column) => column.notNull())
        .addColumn('link_id', 'bigint')
        .addColumn('hint', forms.text, (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('statistics_share_key', ['account_id', 'id']),
    )
    .execute();
  await forms
    .clustered(
      db.schema
        .createTable('statistics_share_lookup')
        .addColumn('token_hash', forms.text, (column) => column.primaryKey().notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('share_id', 'bigint', (column) => column.notNull()),
    )
    .execute();
  await db.schema
    .createIndex('statistics_share_lookup_account')
    .on('statistics_share_lookup')
    .columns(['account_id', 'share_id'])
    .execute();
}
