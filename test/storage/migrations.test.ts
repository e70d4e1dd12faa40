import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '../../server/storage/migrations/index.ts';
import { openStore, type Store } from '../../server/storage/store.ts';
import { FIRST_MIGRATION, NewerSchema } from '../../server/storage/unusable-schema.ts';
import { startScript } from '../support/child.ts';
import { engines } from '../support/engines.ts';
import { addLaterMigration, LATER } from '../support/later-migration.ts';
import { schemaOf } from '../support/schema.ts';
import { accountRow, emptyDatabase, freshDatabase, freshStore, storeOn } from '../support/store.ts';

const openInChild = new URL('children/open-store.ts', import.meta.url);
const dieMigrating = new URL('children/die-migrating.ts', import.meta.url);

// A cluster is migrated like any PostgreSQL server before it is distributed. `distribute.test.ts` has what comes later.
for (const engine of engines.filter(({ name }) => name !== 'citus')) {
  describe(`migrations on ${engine.name}`, () => {
    it('are applied once and leave existing data alone', async (t) => {
      const databaseUrl = await emptyDatabase(t, engine);
      const first = await storeOn(t, databaseUrl);
      await addAccount(first, 1);
      const before = await schemaOf(first);
      assert.deepEqual(before.migrations, [FIRST_MIGRATION]);

      const second = await storeOn(t, databaseUrl);
      assert.deepEqual(await migrate(second.dialect), []);
      assert.deepEqual(await schemaOf(second), before);
      assert.deepEqual(await namesIn(second), ['Ada']);
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
      // There are about 85 queries.
      for (let nth = 1; ; nth += 20) {
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
      const databaseUrl = await freshDatabase(t, engine);
      const before = await openStore(databaseUrl, { watch: false });
      await addAccount(before, 1);
      const untouched = await schemaOf(before);
      await before.close();
      const { output } = await startScript(t, dieMigrating, await freshDatabase(t, engine), 'after', '0', LATER).ended;
      // Just before the commit. On PostgreSQL, one more query releases the lock after it.
      const last = Number(output) - (engine.name === 'postgres' ? 1 : 0);
      const { signal } = await startScript(t, dieMigrating, databaseUrl, 'after', String(last), LATER).ended;
      assert.equal(signal, 'SIGKILL');
      const between = await openStore(databaseUrl, { watch: false });
      assert.deepEqual(await schemaOf(between), untouched);
      await between.close();

      addLaterMigration(t);
      const store = await storeOn(t, databaseUrl);
      assert.deepEqual(store.applied, [LATER]);
      const { columns, migrations } = await schemaOf(store);
      assert.deepEqual(migrations, [FIRST_MIGRATION, LATER]);
      assert.equal(columns.pixel!.length, untouched.columns.pixel!.length + 1);
      assert.equal(await countInstallationIds(store), 1);
      assert.deepEqual(await namesIn(store), ['Ada']);
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

function addAccount(store: Store, id: number): Promise<unknown> {
  const row = accountRow(id, { name: 'Ada' });
  return store.write(id, (tx) => tx.insertInto('account').values(row).execute());
}

async function namesIn({ read }: Store): Promise<string[]> {
  return (await read.selectFrom('account').select('name').execute()).map(({ name }) => name);
}

async function countInstallationIds({ read }: Store): Promise<number> {
  const ids = await read.selectFrom('installation').select('value').where('name', '=', 'id').execute();
  return ids.length;
}
