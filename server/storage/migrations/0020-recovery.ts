// Recovery of accounts: how often an account was recovered, since when its address is proven, and which tokens that ends.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function recovery(db: Kysely<Tables>, _forms: SchemaForms): Promise<void> {
  await db.schema
    .alterTable('auth_user')
    .addColumn('generation', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
  await db.schema
    .alterTable('auth_user')
    .addColumn('addressId', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
  for (const column of ['provenId', 'recoveredAt']) {
    await db.schema.alterTable('auth_user').addColumn(column, 'bigint').execute();
  }
  // Nobody knows when these addresses were verified: what their accounts have counts as added since.
  await sql`UPDATE auth_user SET "provenId" = 0 WHERE "emailVerified"`.execute(db);

  // Tokens of before belong to no account: they are not valid any more.
  for (const column of ['accountId', 'generation', 'addressId']) {
    await db.schema.alterTable('auth_verification').addColumn(column, 'bigint').execute();
  }
  await db.schema.createIndex('auth_verification_accountId_idx').on('auth_verification').column('accountId').execute();

  await db.schema
    .alterTable('auth_two_factor')
    .addColumn('addedAt', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
}
