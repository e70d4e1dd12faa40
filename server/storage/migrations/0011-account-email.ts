// The e-mail address is stored with the account, so that reading an account needs no table with a different key. The
// sign-in has it too, where it is unique across accounts. Both are written in one transaction.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function accountEmail(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('email', forms.text, (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`
    UPDATE account SET email = (SELECT email FROM auth_user WHERE auth_user.id = account.account_id)
    WHERE account_id IN (SELECT id FROM auth_user)`.execute(db);
}
