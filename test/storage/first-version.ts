// A database as the first version left it, with something in it that an upgrade must leave alone.
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { openDialect } from '../../server/storage/dialects/open.ts';
import { first } from '../../server/storage/migrations/0001-first.ts';
import type { Store } from '../../server/storage/store.ts';
import { accountRow } from '../support/store.ts';

const accounts = [accountRow(1, { name: 'Ada', bio: 'Ünïcode, "quoted"' }), accountRow(2, { name: 'Bo' })];
const pixel = {
  account_id: 1,
  id: 3,
  name: 'Kept',
  status: 1,
  pixel_id: 'q-1',
  pixel_type: 'quora',
  created_at: 1_700_000_000_000_001,
  updated_at: 1_700_000_000_000_002,
} as const;

export const firstData = { accounts, pixels: [pixel] };

export async function makeFirstVersion(databaseUrl: string): Promise<void> {
  const dialect = openDialect(databaseUrl, { mayCreate: true });
  const migrator = new Migrator({
    db: dialect.write,
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
    provider: { getMigrations: async () => ({ '0001-first': { up: (db) => first(db, dialect.forms) } }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  await dialect.write.transaction().execute(async (tx) => {
    await dialect.allocateIds(tx, accounts.length + 1);
    // A column that was added since.
    const then = accounts.map(({ page_options: _, ...account }) => account);
    await tx
      .insertInto('account')
      .values(then as typeof accounts)
      .execute();
    await tx.insertInto('pixel').values(pixel).execute();
  });
  await dialect.close();
}

export async function readFirstData({ read }: Store) {
  const accounts = await read.selectFrom('account').selectAll().orderBy('account_id').execute();
  const pixels = await read.selectFrom('pixel').selectAll().execute();
  return { accounts: accounts.map((row) => ({ ...row })), pixels: pixels.map((row) => ({ ...row })) };
}

export async function countInstallationIds({ read }: Store): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM installation WHERE name = 'id'`.execute(
    read,
  );
  return rows[0]!.count;
}
