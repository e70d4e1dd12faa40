import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import type { Backup } from '../../../server/operations/backup/backup.ts';
import { packArchive } from '../../../server/operations/backup/packing.ts';
import type { Restored } from '../../../server/operations/backup/restore.ts';
import { unpackArchive } from '../../../server/operations/backup/unpacking.ts';
import { queueFileOf } from '../../../server/storage/dialects/sqlite/visit-queue.ts';
import type { Store } from '../../../server/storage/store.ts';
import { FIRST_MIGRATION } from '../../../server/storage/unusable-schema.ts';
import { engines } from '../../support/engines.ts';
import { suiteScope } from '../../support/server.ts';
import { freshDatabase } from '../../support/store.ts';
import {
  addUploads,
  allIn,
  backup,
  type Installation,
  installationIn,
  installed,
  restore,
  temporaryFolder,
  withStore,
} from './folders.ts';

const longName = `${'très-long-'.repeat(14)}name.webp`;
const uploads = {
  'ab/cdef.png': Buffer.from([0, 1, 2, 255]),
  [`ab/${longName}`]: 'long',
  'empty.txt': '',
  'block.bin': Buffer.alloc(512, 7),
};

describe('a backup', () => {
  const scope = suiteScope();
  const about = { salt: 'the-salt-of-this-day', ip: '203.0.113.77' };
  const unfinished = (pid: number, host: string) => `.fingerpost-unfinished-${pid}-0a1b2c3d-${host}`;
  const [gone, alive, elsewhere] = [
    unfinished(2 ** 22 + 1, hostname()),
    unfinished(process.ppid, hostname()),
    unfinished(2 ** 22 + 1, 'another-machine'),
  ];
  let folder: string;
  let here: Installation;
  let there: Installation;
  let file: string;
  let made: Backup;
  let restored: Restored;
  before(async () => {
    folder = await temporaryFolder(scope);
    [here, there] = [installationIn(folder, 'here'), installationIn(folder, 'there')];
    await installed(here, uploads);
    await withStore(here.databaseUrl, (store) => addVisitor(store, about));
    const backups = join(folder, 'backups');
    for (const name of [gone, alive, elsewhere]) {
      mkdirSync(join(backups, name), { recursive: true });
      writeFileSync(join(backups, name, 'archive.tar.gz'), 'half');
    }
    file = join(backups, 'b.tar.gz');
    made = await backup(here, file);
    restored = await restore(file, there);
  });

  it('is one file readable only by its owner, with a manifest', () => {
    const { manifest, bytes, advice } = made;
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(bytes, statSync(file).size);
    assert.equal(advice, undefined);
    assert.equal(manifest.format, 1);
    assert.equal(manifest.made_at, '2026-11-15T08:30:00.123456Z');
    assert.deepEqual(manifest.holds, ['database', 'uploads']);
    assert.deepEqual([manifest.rows.account, manifest.rows.pixel], [1, 0]);
    assert.deepEqual(
      manifest.files.map(({ path }) => path),
      [
        'fingerpost-visits.db',
        'fingerpost.db',
        'uploads/ab/cdef.png',
        `uploads/ab/${longName}`,
        'uploads/block.bin',
        'uploads/empty.txt',
      ],
    );
    assert.deepEqual(manifest.files[5], {
      path: 'uploads/empty.txt',
      bytes: 0,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    });
  });

  it('removes abandoned files and keeps those of a running backup', () => {
    assert.deepEqual(readdirSync(join(folder, 'backups')).sort(), [alive, elsewhere, 'b.tar.gz'].sort());
  });

  it('restores to the same contents elsewhere', async () => {
    assert.deepEqual([restored.database, restored.uploads], [there.databaseFile, join(there.dataDir, 'uploads')]);
    assert.deepEqual(allIn(there.dataDir), allIn(here.dataDir));
    for (const [path, content] of Object.entries(uploads)) {
      assert.deepEqual(readFileSync(join(there.dataDir, 'uploads', path)), Buffer.from(content));
    }
    const id = (databaseUrl: string) =>
      withStore(databaseUrl, async ({ read }) => [
        await read.selectFrom('account').select('username').execute(),
        // A backup is noted after it was made.
        await read.selectFrom('installation').selectAll().where('name', '!=', 'backup').execute(),
      ]);
    assert.deepEqual(await id(there.databaseUrl), await id(here.databaseUrl));
    assert.equal((await id(there.databaseUrl))[0]!.length, 1);
  });

  it('contains no visitor addresses and no daily salts', () => {
    const { visit_salt, live_visitor } = made.manifest.rows;
    assert.deepEqual([visit_salt, live_visitor], [0, 0]);
    const bytes = [there.databaseFile, queueFileOf(there.databaseFile)].map((path) => readFileSync(path));
    assert.ok(bytes[0]!.includes('ada'), 'the search finds data that is in the backup');
    for (const secret of Object.values(about)) assert.ok(!bytes.some((each) => each.includes(secret)), secret);
  });

  it('can be opened with standard tar and SQLite, and repacked', async () => {
    const opened = join(folder, 'opened');
    mkdirSync(opened);
    const environment = { env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
    execFileSync('tar', ['-xzf', file, '-C', opened], environment);
    assert.deepEqual(readdirSync(opened).sort(), ['fingerpost-visits.db', 'fingerpost.db', 'manifest.json', 'uploads']);
    assert.equal(readFileSync(join(opened, 'uploads/ab', longName), 'utf8'), 'long');
    const database = new DatabaseSync(join(opened, 'fingerpost.db'), { readOnly: true });
    assert.equal(database.prepare('PRAGMA journal_mode').get()?.journal_mode, 'delete');
    assert.equal(database.prepare('SELECT username FROM account').get()?.username, 'ada');
    database.close();

    const again = join(folder, 'again.tar.gz');
    execFileSync('tar', ['-czf', again, '-C', opened, '.'], environment);
    await restore(again, installationIn(folder, 'from again'));
  });
});

describe('a backup of changing or invalid files', () => {
  it('leaves out an upload that is deleted during the backup, and is complete without it', async (t) => {
    const folder = await temporaryFolder(t);
    writeFileSync(join(folder, 'there'), 'there');
    const source = (name: string) => ({ path: `uploads/${name}`, file: join(folder, name), bytes: 5, mayVanish: true });
    const archive = join(folder, 'a.tar.gz');
    const about = { format: 1 as const, version: '0.1.0', made_at: '2026-11-15T08:30:00.123456Z', engine: 'sqlite' };
    await packArchive(
      archive,
      [source('gone'), source('there')],
      (files) => ({ ...about, installation: 'i', migrations: [], holds: ['uploads'], rows: {}, files }),
      () => {},
    );
    const { files } = await unpackArchive(archive, { progress: () => {} });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['uploads/there'],
    );
  });

  it('is rejected with nothing written if the target or source is invalid', async (t) => {
    const folder = await temporaryFolder(t);
    const here = installationIn(folder, 'here');
    await installed(here, { 'a.png': 'a' });
    const taken = join(folder, 'taken.tar.gz');
    writeFileSync(taken, 'mine');
    await assert.rejects(backup(here, taken), /^ApiError: taken\.tar\.gz already exists in /);
    assert.equal(readFileSync(taken, 'utf8'), 'mine');
    await assert.rejects(backup(here, join(folder, 'none', 'b.tar.gz')), /There is no folder .*none/);
    await assert.rejects(backup(here, join(here.dataDir, 'uploads', 'b.tar.gz')), /is inside the uploads/);
    await assert.rejects(backup(installationIn(folder, 'nowhere'), join(folder, 'b.tar.gz')), /there is no file/);
    symlinkSync('/etc', join(here.dataDir, 'uploads', 'link'));
    await assert.rejects(backup(here, join(folder, 'b.tar.gz')), /uploads\/link is neither a file nor a folder/);
    assert.deepEqual(readdirSync(folder).sort(), ['here', 'taken.tar.gz']);
    assert.ok(!existsSync(join(folder, 'nowhere')));
  });

  it('is not created from a damaged database', async (t) => {
    const folder = await temporaryFolder(t);
    const here = installationIn(folder, 'here');
    await installed(here);
    const bytes = readFileSync(here.databaseFile);
    bytes.fill(0x5a, 4096 * 3, 4096 * 9);
    writeFileSync(here.databaseFile, bytes);
    await assert.rejects(backup(here, join(folder, 'b.tar.gz')), /damaged|malformed|cannot be opened/);
    assert.deepEqual(readdirSync(folder), ['here']);
  });
});

for (const engine of engines.filter(({ dialect }) => dialect === 'postgres')) {
  describe(`a backup on ${engine.name}`, () => {
    it('contains the uploads, says how to save the database, and restores the uploads', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const folder = await temporaryFolder(t);
      const [dataDir, elsewhere] = [join(folder, 'here'), join(folder, 'there')];
      await addUploads(dataDir, uploads);
      const file = join(folder, 'b.tar.gz');
      const { manifest, advice } = await backup({ databaseUrl, dataDir }, file);
      assert.deepEqual(manifest.holds, ['uploads']);
      assert.match(advice!, engine.name === 'citus' ? /fingerpost copy --from/ : /pg_dump .*pg_restore/);
      assert.deepEqual(manifest.migrations, [FIRST_MIGRATION]);
      assert.match(manifest.installation, /^[0-9a-f-]{36}$/);

      const restored = await restore(file, { databaseUrl, dataDir: elsewhere });
      assert.equal(restored.database, undefined);
      assert.deepEqual(allIn(elsewhere), allIn(dataDir));
    });
  });
}

async function addVisitor(store: Store, { salt, ip }: { salt: string; ip: string }): Promise<void> {
  await store.writeInstallation((tx) => tx.insertInto('visit_salt').values({ day: '2026-11-15', salt }).execute());
  const from = { country: 'gb', city: 'London, GB', os: 'iOS', browser: 'Safari' };
  const row = { account_id: 1, visitor: 'v', ip, ...from, last_activity_at: 1, expires_at: 2 };
  await store.enqueue((executor) => executor.insertInto('live_visitor').values(row).execute());
}
