// Settings of accounts, mails about new form entries, entries that wait for a confirmation, and exports of all data.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function accountSettings(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await forms
    .clustered(
      db.schema
        .createTable('account_settings')
        .addColumn('account_id', 'bigint', (column) => column.primaryKey().notNull())
        .addColumn('timezone', forms.text)
        .addColumn('language', forms.text)
        .addColumn('weekly_summary', 'bigint', (column) => column.notNull())
        .addColumn('form_entries', 'bigint', (column) => column.notNull())
        .addColumn('summary_at', 'bigint'),
    )
    .execute();
  // Small: only accounts that get the summary.
  await sql`
    CREATE INDEX account_settings_summary ON account_settings (account_id, summary_at)
    WHERE summary_at IS NOT NULL`.execute(db);

  await forms
    .clustered(
      db.schema
        .createTable('form_notice')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('block_id', 'bigint', (column) => column.notNull())
        .addColumn('entries_after', 'bigint', (column) => column.notNull())
        .addColumn('due_at', 'bigint')
        .addColumn('sent_at', 'bigint')
        .addPrimaryKeyConstraint('form_notice_key', ['account_id', 'block_id']),
    )
    .execute();
  await sql`
    CREATE INDEX form_notice_due ON form_notice (account_id, due_at) WHERE due_at IS NOT NULL`.execute(db);

  await forms
    .clustered(
      db.schema
        .createTable('account_export')
        .addColumn('account_id', 'bigint', (column) => column.primaryKey().notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addColumn('state', forms.text, (column) => column.notNull())
        .addColumn('done', 'bigint', (column) => column.notNull())
        .addColumn('total', 'bigint', (column) => column.notNull())
        .addColumn('bytes', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('finished_at', 'bigint')
        .addColumn('expires_at', 'bigint'),
    )
    .execute();

  await forms
    .clustered(
      db.schema
        .createTable('unconfirmed_entry')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addColumn('block_id', 'bigint', (column) => column.notNull())
        .addColumn('fields', forms.text, (column) => column.notNull())
        .addColumn('subscriber', forms.text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('unconfirmed_entry_key', ['account_id', 'id']),
    )
    .execute();
  await db.schema
    .createIndex('unconfirmed_entry_subscriber')
    .unique()
    .on('unconfirmed_entry')
    .columns(['account_id', 'block_id', 'subscriber'])
    .execute();
}
