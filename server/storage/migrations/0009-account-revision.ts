// A number that grows with every change to an account, so that work that was planned outside a transaction can tell
// whether it still applies.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export async function accountRevision(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
}
