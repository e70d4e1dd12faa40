// Each account has a random token that replaces its id in public URLs, because ids can be enumerated. Upload URLs from
// before this migration contain the id. They stay valid for accounts that had uploads.
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

const ACCOUNTS_AT_ONCE = 500;
const TOKEN_BYTES = 16;

export async function publicTokens(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('public_token', forms.text, (column) => column.notNull().defaultTo(''))
    .execute();
  await forms
    .clustered(
      db.schema
        .createTable('account_token')
        .addColumn('token', forms.text, (column) => column.primaryKey().notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull()),
    )
    .execute();
  await db.schema.createIndex('account_token_account').on('account_token').column('account_id').execute();
  await addTokens(db);
  await sql`
    INSERT INTO account_token (token, account_id)
    SELECT CAST(account_id AS text), account_id FROM account
    WHERE account_id IN (SELECT account_id FROM upload)`.execute(db);
}

async function addTokens(db: Kysely<Tables>): Promise<void> {
  let after = 0;
  for (;;) {
    const accounts = await db
      .selectFrom('account')
      .select('account_id')
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(ACCOUNTS_AT_ONCE)
      .execute();
    const last = accounts.at(-1)?.account_id;
    if (last === undefined) return;
    const rows = accounts.map(({ account_id }) => ({
      account_id,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
    }));
    await db.insertInto('account_token').values(rows).execute();
    await sql`
      UPDATE account
      SET public_token = (SELECT token FROM account_token WHERE account_token.account_id = account.account_id)
      WHERE account_id > ${after} AND account_id <= ${last}`.execute(db);
    after = last;
  }
}
