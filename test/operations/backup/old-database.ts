// A database of the first version, with only the first migration.
import { sql } from 'kysely';
import { openDialect } from '../../../server/storage/dialects/open.ts';
import { first } from '../../../server/storage/migrations/0001-first.ts';
import { accountRow, firstAccountRow } from '../../support/store.ts';

export async function makeOldDatabase(databaseUrl: string, username = 'ada'): Promise<void> {
  const dialect = openDialect(databaseUrl, { mayCreate: true });
  await dialect.write.transaction().execute(async (tx) => {
    await first(tx, dialect.forms);
    await sql`CREATE TABLE schema_migration (name varchar(255) NOT NULL PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(
      tx,
    );
    await sql`CREATE TABLE schema_migration_lock (id varchar(255) NOT NULL PRIMARY KEY, is_locked integer DEFAULT 0 NOT NULL)`.execute(
      tx,
    );
    await sql`INSERT INTO schema_migration_lock (id) VALUES ('migration_lock')`.execute(tx);
    await sql`INSERT INTO schema_migration VALUES ('0001-first', '2026-11-01T00:00:00.000Z')`.execute(tx);
    await tx
      .insertInto('account')
      .values(firstAccountRow(accountRow(1, { username })))
      .execute();
  });
  await dialect.close();
}
