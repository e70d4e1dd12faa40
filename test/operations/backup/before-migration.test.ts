import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { SECOND } from '../../../contract/time.ts';
import { backupBeforeMigration } from '../../../server/operations/backup/before-migration.ts';
import { unpackArchive } from '../../../server/operations/backup/unpacking.ts';
import { openDialect } from '../../../server/storage/dialects/open.ts';
import { schemaState } from '../../../server/storage/migrations/index.ts';
import { openStore } from '../../../server/storage/store.ts';
import { FIRST_MIGRATION } from '../../../server/storage/unusable-schema.ts';
import { startScript } from '../../support/child.ts';
import { engines } from '../../support/engines.ts';
import { addLaterMigration } from '../../support/later-migration.ts';
import { accountRow, emptyDatabase, freshDatabase } from '../../support/store.ts';
import { allIn, clock, installationIn, restore, temporaryFolder, withStore } from './folders.ts';

const migrateLater = new URL('children/migrate-later.ts', import.meta.url);
const backupName = /^before-0002-later-20261115T0830\d\dZ-[0-9a-f]{12}\.tar\.gz$/;

/** Opens the store as every start does; returns the messages. */
async function start(at: { databaseUrl: string; dataDir: string }, { keep = 3 } = {}) {
  const reported: string[] = [];
  const store = await openStore(at.databaseUrl, {
    watch: false,
    beforeMigration: (dialect, pending) =>
      backupBeforeMigration({
        dialect,
        pending,
        dataDir: at.dataDir,
        keep,
        clock,
        report: (sentence) => void reported.push(sentence),
      }),
  });
  await store.close();
  return { reported, applied: store.applied };
}

/** Backs the database up as a start does before it migrates; returns the messages. */
async function save(at: { databaseUrl: string; dataDir: string }, { keep, now }: { keep: number; now: number }) {
  const reported: string[] = [];
  const dialect = openDialect(at.databaseUrl, { mayCreate: false });
  await backupBeforeMigration({
    dialect,
    pending: ['0002-later'],
    dataDir: at.dataDir,
    keep,
    clock: () => now,
    report: (sentence) => void reported.push(sentence),
  });
  await dialect.close();
  return reported;
}

/** This version has a migration that the database has not. */
async function oldInstallation(t: TestContext) {
  const folder = await temporaryFolder(t);
  const here = installationIn(folder, 'here');
  await addAccount(here.databaseUrl, 'ada');
  addLaterMigration(t);
  return { folder, here, backups: join(here.dataDir, 'backups') };
}

async function addAccount(databaseUrl: string, username: string): Promise<void> {
  const row = accountRow(1, { username });
  await withStore(databaseUrl, (store) => store.write(1, (tx) => tx.insertInto('account').values(row).execute()));
}

async function renameAccount(databaseUrl: string, username: string): Promise<void> {
  const dialect = openDialect(databaseUrl, { mayCreate: false });
  await dialect.write.updateTable('account').set({ username }).where('account_id', '=', 1).execute();
  await dialect.close();
}

describe('before a migration', () => {
  it('saves the database; the backup can be restored and is migrated on start', async (t) => {
    const { folder, here, backups } = await oldInstallation(t);
    const { reported, applied } = await start(here);
    assert.ok(applied.includes('0002-later'));
    assert.match(reported.at(-1)!, /^Backed up the database to .*before-0002-later-.*"fingerpost restore"/);
    const [name, ...others] = readdirSync(backups);
    assert.deepEqual(others, []);
    assert.match(name!, backupName);
    assert.equal(statSync(backups).mode & 0o777, 0o700);
    const { migrations, holds } = await unpackArchive(join(backups, name!), { progress: () => {} });
    assert.deepEqual({ migrations, holds }, { migrations: [FIRST_MIGRATION], holds: ['database'] });
    assert.deepEqual((await start(here)).reported, [], 'and not again');

    const there = installationIn(folder, 'there');
    mkdirSync(join(there.dataDir, 'uploads'), { recursive: true });
    writeFileSync(join(there.dataDir, 'uploads', 'a.png'), 'left alone');
    await restore(join(backups, name!), there);
    assert.deepEqual(allIn(there.dataDir), ['fingerpost-visits.db', 'fingerpost.db', 'uploads', 'uploads/a.png']);
    await start(there);
    const rows = await withStore(there.databaseUrl, ({ read }) =>
      read.selectFrom('account').select('username').execute(),
    );
    assert.deepEqual(
      rows.map(({ username }) => username),
      ['ada'],
    );
  });

  it('keeps the newest few backups and removes no other files', async (t) => {
    const { here, backups } = await oldInstallation(t);
    mkdirSync(backups);
    writeFileSync(join(backups, 'before-christmas.tar.gz'), 'mine');
    for (const [index, username] of ['bob', 'cid', 'dan'].entries()) {
      await renameAccount(here.databaseUrl, username);
      await save(here, { keep: 2, now: clock() + index * SECOND });
    }
    assert.deepEqual(
      readdirSync(backups)
        .map((name) => name.replace(/-[0-9a-f]{12}\./, '.'))
        .sort(),
      [
        'before-0002-later-20261115T083001Z.tar.gz',
        'before-0002-later-20261115T083002Z.tar.gz',
        'before-christmas.tar.gz',
      ],
    );
  });

  it('saves the same state once if a migration fails on every start', async (t) => {
    const { here, backups } = await oldInstallation(t);
    await save(here, { keep: 3, now: clock() });
    const reported = await save(here, { keep: 3, now: clock() + SECOND });
    assert.equal(readdirSync(backups).length, 1);
    assert.match(reported.at(-1)!, /is already backed up in .*T083000Z-/);
  });

  it('stops if the backup fails, with a remedy', async (t) => {
    const { here, backups } = await oldInstallation(t);
    writeFileSync(backups, 'a file where the folder should be');
    await assert.rejects(start(here), ({ message }: Error) => {
      assert.match(message, /^The database could not be backed up: .*backups.*MIGRATION_BACKUPS=0/);
      return true;
    });
    const dialect = openDialect(here.databaseUrl, { mayCreate: false });
    t.after(() => dialect.close());
    assert.deepEqual((await schemaState(dialect)).applied, [FIRST_MIGRATION]);
    const { reported, applied } = await start(here, { keep: 0 });
    assert.deepEqual(reported, []);
    assert.ok(applied.includes('0002-later'));
  });

  it('lets concurrent processes continue, and saves only the old state', async (t) => {
    const { here, backups } = await oldInstallation(t);
    const endings = await Promise.all(
      [1, 2].map(() => startScript(t, migrateLater, here.databaseUrl, here.dataDir).ended),
    );
    for (const { code, output } of endings) assert.equal(code, 0, output);
    const names = readdirSync(backups);
    assert.ok(names.length >= 1, 'at least one saved it');
    for (const name of names) {
      const { migrations } = await unpackArchive(join(backups, name), { progress: () => {} });
      assert.deepEqual(migrations, [FIRST_MIGRATION]);
    }
    const all = endings.flatMap(({ output }) => JSON.parse(output).applied);
    assert.equal(all.filter((migration) => migration === '0002-later').length, 1, 'exactly one applied the migration');
  });
});

for (const engine of engines) {
  describe(`the first start on an empty database on ${engine.name}`, () => {
    it('has nothing to save', async (t) => {
      const dataDir = await temporaryFolder(t);
      const databaseUrl = await emptyDatabase(t, engine);
      const { reported } = await start({ databaseUrl, dataDir });
      assert.deepEqual([reported, allIn(dataDir)], [[], []]);
    });
  });
}

for (const engine of engines.filter(({ dialect }) => dialect === 'postgres')) {
  describe(`before a migration on ${engine.name}`, () => {
    it('saves nothing and says what to do instead', async (t) => {
      const dataDir = await temporaryFolder(t);
      const databaseUrl = await freshDatabase(t, engine);
      addLaterMigration(t);
      const { reported, applied } = await start({ databaseUrl, dataDir });
      assert.ok(applied.includes('0002-later'));
      assert.equal(reported.length, 1);
      assert.match(reported[0]!, /this database is not backed up\. .*pg_dump/);
      assert.deepEqual(allIn(dataDir), []);
    });
  });
}
