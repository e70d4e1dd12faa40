// Individual visits, stored for as long as the operator configures; and leases for maintenance that one process does
// for all.
import type { Kysely } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function visitEvents(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await db.schema
    .alterTable('visit_fresh')
    .addColumn('events', forms.text, (column) => column.notNull().defaultTo(''))
    .execute();
  await forms
    .clustered(
      db.schema
        .createTable('visit_event')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('target_id', 'bigint', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .addColumn('count', 'bigint', (column) => column.notNull())
        .addColumn('events', forms.text, (column) => column.notNull())
        .addPrimaryKeyConstraint('visit_event_key', ['account_id', 'at', 'target_id']),
    )
    .execute();
  await forms
    .clustered(
      db.schema
        .createTable('visit_event_count')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('target_id', 'bigint', (column) => column.notNull())
        .addColumn('length', 'bigint', (column) => column.notNull())
        .addColumn('start', 'bigint', (column) => column.notNull())
        .addColumn('count', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('visit_event_count_key', ['account_id', 'target_id', 'length', 'start']),
    )
    .execute();
  await db.schema
    .createTable('lease')
    .addColumn('name', forms.text, (column) => column.primaryKey().notNull())
    .addColumn('holder', forms.text, (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
}
