import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { providerIssuers } from '../../server/storage/migrations/0021-provider-issuers.ts';
import { migrate, NewerSchema } from '../../server/storage/migrations/index.ts';
import { openStore } from '../../server/storage/store.ts';
import { startScript } from '../support/child.ts';
import { type Engine, engines } from '../support/engines.ts';
import { schemaOf } from '../support/schema.ts';
import { accountRow, emptyDatabase, freshStore, storeOn } from '../support/store.ts';
import { countInstallationIds, firstData, makeFirstVersion, readFirstData } from './first-version.ts';

const openInChild = new URL('children/open-store.ts', import.meta.url);
const dieMigrating = new URL('children/die-migrating.ts', import.meta.url);

/** Tables of the main database that came after the queue's. */
const laterTables = ['job', 'account_settings', 'form_notice', 'account_export', 'unconfirmed_entry'];
const laterColumns = [
  ...['generation', 'addressId', 'provenId', 'recoveredAt'].map((column) => ['auth_user', column] as const),
  ...['accountId', 'generation', 'addressId'].map((column) => ['auth_verification', column] as const),
  ['auth_two_factor', 'addedAt'] as const,
];

// A cluster is migrated like any PostgreSQL server before it is distributed. `distribute.test.ts` has what comes later.
for (const engine of engines.filter(({ name }) => name !== 'citus')) {
  describe(`migrations on ${engine.name}`, () => {
    it('are applied once and leave existing data alone', async (t) => {
      const databaseUrl = await emptyDatabase(t, engine);
      const first = await storeOn(t, databaseUrl);
      await first.write(1, (tx) =>
        tx
          .insertInto('account')
          .values(accountRow(1, { name: 'Ada' }))
          .execute(),
      );
      const before = await schemaOf(first);
      assert.deepEqual(before.migrations, [
        '0001-first',
        '0002-installation',
        '0003-page',
        '0004-shaping',
        '0005-visit-batches',
        '0006-visit-events',
        '0007-public-tokens',
        '0008-page-imports',
        '0009-visit-queue',
        '0010-activity-subjects',
        '0011-account-email',
        '0012-sign-in',
        '0013-history',
        '0014-visit-periods',
        '0015-visit-segments',
        '0016-sharing',
        '0017-live-streams',
        '0018-shared-limits',
        '0019-account-settings',
        '0020-recovery',
        '0021-provider-issuers',
        '0022-jobs',
      ]);

      const second = await storeOn(t, databaseUrl);
      assert.deepEqual(await migrate(second.dialect), []);
      assert.deepEqual(await schemaOf(second), before);
      const row = await second.read.selectFrom('account').select('name').executeTakeFirstOrThrow();
      assert.equal(row.name, 'Ada');
    });

    it('are applied by one of several processes that start at once on an empty database', async (t) => {
      const untouched = await schemaOf(await freshStore(t, engine));
      const databaseUrl = await emptyDatabase(t, engine);
      const children = Array.from({ length: 3 }, () => startScript(t, openInChild, databaseUrl));
      await Promise.all(children.map((child) => child.said('ready')));
      for (const child of children) child.say('go');
      const migrating: string[] = [];
      for (const child of children) {
        const { code, output } = await child.ended;
        assert.equal(code, 0, output);
        if (output.includes('applied')) migrating.push(output);
      }
      assert.equal(migrating.length, 1, migrating.join('\n'));
      assert.deepEqual(await schemaOf(await storeOn(t, databaseUrl)), untouched);
    });

    it('resume on the next start after a kill at any point', async (t) => {
      const untouched = await schemaOf(await freshStore(t, engine));
      const databaseUrl = await emptyDatabase(t, engine);
      let kills = 0;
      // The drill kills it at every query; there are about 135.
      for (let nth = 1; ; nth += 45) {
        const when = kills % 2 ? 'after' : 'before';
        const { code, signal, output } = await startScript(t, dieMigrating, databaseUrl, when, String(nth)).ended;
        if (signal !== 'SIGKILL') {
          assert.equal(code, 0, output);
          break;
        }
        kills += 1;
      }
      assert.ok(kills >= 3, `the migration had only ${kills} points to kill it at`);
      const store = await storeOn(t, databaseUrl);
      assert.deepEqual(await schemaOf(store), untouched);
      assert.equal(await countInstallationIds(store), 1);
    });

    it('leave existing data alone when killed in an upgrade, and resume', async (t) => {
      const untouched = await schemaOf(await freshStore(t, engine));
      const whole = await startScript(t, dieMigrating, await upgradeable(t, engine), 'after', '0').ended;
      const databaseUrl = await upgradeable(t, engine);
      // After its last query, just before the commit.
      const { signal } = await startScript(t, dieMigrating, databaseUrl, 'after', whole.output.trim()).ended;
      assert.equal(signal, 'SIGKILL');

      const store = await storeOn(t, databaseUrl);
      assert.deepEqual(await schemaOf(store), untouched);
      assert.equal(await countInstallationIds(store), 1);
      assert.deepEqual(await readFirstData(store), firstData);
      const tokens = await store.read.selectFrom('account').select('public_token').execute();
      for (const { public_token } of tokens) assert.match(public_token, /^[\w-]{22}$/);
      assert.equal(new Set(tokens.map(({ public_token }) => public_token)).size, 2);
    });

    it('leave the issuer of identities of before unknown, and passwords alone', async (t) => {
      const store = await freshStore(t, engine);
      const at = store.dialect.authInstant(0);
      const dates = { createdAt: at, updatedAt: at };
      const user = { id: 1, name: 'Ada', email: 'ada@example.com', emailVerified: store.dialect.authFlag(true) };
      await store.writeInstallation(async (tx) => {
        await tx
          .insertInto('auth_user')
          .values({ ...user, image: null, twoFactorEnabled: null, ...dates })
          .execute();
        for (const [id, providerId, accountId] of [
          [2, 'credential', '1'],
          [3, 'oidc', 'sub-ada'],
        ] as const) {
          const row = { id, providerId, accountId, userId: 1, password: null, ...dates };
          await tx.insertInto('auth_account').values(row).execute();
        }
      });
      await providerIssuers(store.dialect.write);
      const rows = await store.read.selectFrom('auth_account').select('accountId').orderBy('id').execute();
      assert.deepEqual(
        rows.map(({ accountId }) => accountId),
        ['1', ' sub-ada'],
      );
    });

    it('add tables to the queue of an earlier version', async (t) => {
      const databaseUrl = await emptyDatabase(t, engine);
      const before = await openStore(databaseUrl, { watch: false });
      const current = await schemaOf(before);
      const visitor = { account_id: 1, visitor: 'v', ip: '192.0.2.1', country: 'de', city: 'Berlin, DE' };
      const row = { ...visitor, os: 'Linux', browser: 'Firefox', last_activity_at: 1, expires_at: 2 };
      await before.enqueue((executor) => executor.insertInto('live_visitor').values(row).execute());
      for (const change of [
        sql`ALTER TABLE live_visitor DROP COLUMN announced`,
        sql`DROP TABLE live_stream`,
        sql`DROP TABLE live_event`,
        ...['rate_window', 'attempt', 'serving_process'].map((table) => sql`DROP TABLE ${sql.table(table)}`),
      ]) {
        await before.enqueue((executor) => change.execute(executor));
      }
      await before.writeInstallation(async (tx) => {
        for (const table of laterTables) await sql`DROP TABLE ${sql.table(table)}`.execute(tx);
        await sql`DROP INDEX "auth_verification_accountId_idx"`.execute(tx);
        for (const [table, column] of laterColumns) {
          await sql`ALTER TABLE ${sql.table(table)} DROP COLUMN ${sql.ref(column)}`.execute(tx);
        }
        await sql`DELETE FROM schema_migration WHERE name >= '0017-live-streams'`.execute(tx);
      });
      await before.close();

      const after = await storeOn(t, databaseUrl);
      assert.deepEqual((await schemaOf(after)).columns, current.columns);
      const rows = await after.read.selectFrom('live_visitor').selectAll().execute();
      assert.deepEqual({ ...rows[0] }, { ...row, announced: 0 });
    });

    it('of a newer version are rejected in one sentence, and nothing changes', async (t) => {
      const databaseUrl = await emptyDatabase(t, engine);
      const store = await storeOn(t, databaseUrl);
      await store.writeInstallation((tx) =>
        sql`INSERT INTO schema_migration (name, timestamp) VALUES ('9999-from-the-future', '')`.execute(tx),
      );
      const before = await schemaOf(store);

      await assert.rejects(openStore(databaseUrl, { watch: false }), (error: Error) => {
        assert.ok(error instanceof NewerSchema);
        assert.match(error.message, /^The database was made by a newer Fingerpost .*"9999-from-the-future".*\.$/);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      });
      assert.deepEqual(await schemaOf(store), before);
    });
  });
}

async function upgradeable(t: TestContext, engine: Engine): Promise<string> {
  const databaseUrl = await emptyDatabase(t, engine);
  await makeFirstVersion(databaseUrl);
  return databaseUrl;
}
