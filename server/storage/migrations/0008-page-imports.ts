// Imports of large pages without long transactions. The revision grows with every change to an account, so a plan made
// outside a transaction can detect that it is outdated. `page_import` lists the accounts with hidden rows of an import.
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
