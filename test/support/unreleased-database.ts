// A database as versions before the first release left it, as far as it is told apart: its migrations, and some data.
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { openDialect } from '../../server/storage/dialects/open.ts';
import { filesOf } from '../../server/storage/dialects/sqlite/saved-file.ts';

export const unreleased = ['0001-first', '0002-installation', '0021-provider-issuers'];

export async function makeUnreleasedDatabase(databaseUrl: string): Promise<void> {
  const dialect = openDialect(databaseUrl, { mayCreate: true });
  await dialect.write.transaction().execute(async (tx) => {
    await sql`CREATE TABLE schema_migration (name text PRIMARY KEY, timestamp text NOT NULL)`.execute(tx);
    for (const name of unreleased) await sql`INSERT INTO schema_migration VALUES (${name}, '')`.execute(tx);
    await sql`CREATE TABLE account (account_id bigint PRIMARY KEY, username text NOT NULL)`.execute(tx);
    await sql`INSERT INTO account VALUES (1, 'ada')`.execute(tx);
  });
  await dialect.close();
  // The oldest ones had no queue.
  const files = filesOf(databaseUrl);
  if (files) rmSync(files.queue);
}
