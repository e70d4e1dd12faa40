// A database as the first version left it, with data that an upgrade must not change.
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { openDialect } from '../../server/storage/dialects/open.ts';
import { first } from '../../server/storage/migrations/0001-first.ts';
import type { Store } from '../../server/storage/store.ts';
import type { AccountRow } from '../../server/storage/tables.ts';
import { readEvents } from '../../server/visits/record/events.ts';
import { accountRow, firstAccountRow } from '../support/store.ts';

/** The second has no sign-in and therefore no e-mail address. */
const accounts = [
  accountRow(1, { name: 'Ada', bio: 'Ünïcode, "quoted"', email: 'ada@links.example' }),
  accountRow(2, { name: 'Bo', email: '' }),
];
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
const activity = {
  account_id: 1,
  id: 4,
  type: 'login',
  message: 'Signed in.',
  ip: '192.0.2.1',
  os: 'iOS',
  browser: 'Safari',
  created_at: 1_700_000_000_000_003,
  updated_at: 1_700_000_000_000_003,
} as const;

/** Recorded but not counted; more than one batch today. */
const visits = Array.from({ length: 1001 }, (_, number) => ({
  accountId: 1 + (number % 2),
  at: 1_700_000_000_000_000 + number,
  targetId: number % 3,
  visitor: `visitor-${String(number).padStart(4, '0')}`,
  country: 'gb',
  city: 'Łódź, "PL"',
  os: 'Linux',
  browser: 'Firefox',
}));

export const firstData = {
  accounts: accounts.map(withoutToken),
  pixels: [pixel],
  activities: [{ ...activity, subject_kind: null, subject_id: null }],
  visits,
};

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
    await dialect.allocateIds(tx, accounts.length + 2);
    const then = accounts.map(firstAccountRow);
    const at = dialect.authInstant(0);
    const signIn = {
      id: 1,
      name: 'Ada',
      email: 'ada@links.example',
      emailVerified: dialect.authFlag(false),
      image: null,
    };
    await tx
      .insertInto('auth_user')
      .values({ ...signIn, createdAt: at, updatedAt: at })
      .execute();
    await tx
      .insertInto('account')
      .values(then as typeof accounts)
      .execute();
    await tx.insertInto('pixel').values(pixel).execute();
    await tx
      .insertInto('activity')
      .values(activity as never)
      .execute();
    for (const { accountId, at, targetId, visitor, country, city, os, browser } of visits) {
      await sql`
        INSERT INTO visit_journal (account_id, id, at, target_id, visitor, country, city, os, browser)
        VALUES (${accountId}, ${visitor}, ${at}, ${targetId}, ${visitor}, ${country}, ${city}, ${os}, ${browser})`.execute(
        tx,
      );
    }
  });
  await dialect.close();
}

/** Tokens are random. */
function withoutToken({ public_token: _, ...account }: AccountRow) {
  return account;
}

export async function readFirstData({ read }: Store) {
  const accounts = await read.selectFrom('account').selectAll().orderBy('account_id').execute();
  const pixels = await read.selectFrom('pixel').selectAll().execute();
  const activities = await read.selectFrom('activity').selectAll().execute();
  const batches = await read.selectFrom('visit_batch').select('events').execute();
  const visits = batches.flatMap(({ events }) => readEvents(events)).sort((a, b) => a.at - b.at);
  return {
    accounts: accounts.map(withoutToken),
    pixels: pixels.map((row) => ({ ...row })),
    activities: activities.map((row) => ({ ...row })),
    visits,
  };
}

export async function countInstallationIds({ read }: Store): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM installation WHERE name = 'id'`.execute(
    read,
  );
  return rows[0]!.count;
}
