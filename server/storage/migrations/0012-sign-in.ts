// What signing in by browser needs: second factors, passkeys and invitations, when a session was last confirmed and seen,
// accounts that are about to be deleted, and what usernames look like.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function signIn(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await authTables(db, forms);
  await db.schema.alterTable('auth_user').addColumn('twoFactorEnabled', forms.authFlag).execute();
  for (const column of ['freshAt', 'seenAt']) {
    await db.schema
      .alterTable('auth_session')
      .addColumn(column, 'bigint', (built) => built.notNull().defaultTo(sql.lit(0)))
      .execute();
  }
  // Sessions of before have tokens that are not hashed: nobody could use them any more.
  await sql`DELETE FROM auth_session`.execute(db);

  await db.schema.alterTable('account').addColumn('deletes_at', 'bigint').execute();
  await db.schema.alterTable('account').addColumn('pending_email', forms.text).execute();
  await sql`CREATE INDEX account_deletion ON account (account_id, deletes_at) WHERE deletes_at IS NOT NULL`.execute(db);

  await forms
    .clustered(
      db.schema
        .createTable('invitation')
        .addColumn('token_hash', forms.text, (column) => column.primaryKey().notNull())
        .addColumn('email', forms.text)
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('used_at', 'bigint'),
    )
    .execute();

  await db.schema
    .alterTable('username')
    .addColumn('skeleton', forms.text, (column) => column.notNull().defaultTo(''))
    .execute();
  // As `contract/lookalikes.ts` had it when this was written.
  await sql`
    UPDATE username SET skeleton = replace(replace(replace(replace(replace(replace(
      username, 'rn', 'm'), 'vv', 'w'), '0', 'o'), '1', 'l'), 'i', 'l'), '_', '-')`.execute(db);
  await db.schema.createIndex('username_skeleton').on('username').column('skeleton').execute();
}

/** better-auth's own names and types. */
async function authTables(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  const ofUser = <T extends string>(name: T) =>
    db.schema
      .createTable(name)
      .addColumn('id', forms.authId, (column) => column.primaryKey().notNull())
      .addColumn('userId', 'bigint', (column) => column.notNull().references('auth_user.id').onDelete('cascade'));

  await ofUser('auth_two_factor')
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('backupCodes', 'text', (column) => column.notNull())
    .addColumn('verified', forms.authFlag)
    .addColumn('failedVerificationCount', 'integer')
    .addColumn('lockedUntil', forms.authInstant)
    .addColumn('usedStep', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
  await db.schema.createIndex('auth_two_factor_userId_idx').on('auth_two_factor').column('userId').execute();

  await ofUser('auth_passkey')
    .addColumn('name', 'text')
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .addColumn('credentialID', 'text', (column) => column.notNull().unique())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('deviceType', 'text', (column) => column.notNull())
    .addColumn('backedUp', forms.authFlag, (column) => column.notNull())
    .addColumn('transports', 'text')
    .addColumn('createdAt', forms.authInstant)
    .addColumn('aaguid', 'text')
    .addColumn('usedAt', 'bigint')
    .execute();
  await db.schema.createIndex('auth_passkey_userId_idx').on('auth_passkey').column('userId').execute();
}
