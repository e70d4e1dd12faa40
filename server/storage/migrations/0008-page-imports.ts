// What importing a large page needs so that nobody waits for it: a number that grows with every change to an account, by
// which work that was planned outside a transaction can tell whether it still applies; and which accounts have rows of an
// import that nobody sees yet.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export async function pageImports(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
  await db.schema
    .createTable('page_import')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_import_key', ['account_id'])
    .execute();
}
