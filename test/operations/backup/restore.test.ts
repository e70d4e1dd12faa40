import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { ApiError } from '../../../contract/errors.ts';
import { ConfigError } from '../../../server/config.ts';
import type { Manifest } from '../../../server/operations/backup/manifest.ts';
import { targetOf } from '../../../server/operations/backup/target.ts';
import { suiteScope } from '../../support/server.ts';
import {
  allIn,
  backup,
  type Installation,
  installationIn,
  installed,
  restore,
  temporaryFolder,
  withStore,
} from './folders.ts';
import { type Entry, manifestOf, tarOf, writeArchive } from './forgery.ts';

/** Rejects with one sentence and restores nothing. */
async function assertApiError(work: Promise<unknown>, sentence: RegExp, untouched: string): Promise<void> {
  await assert.rejects(work, (error: ApiError) => {
    assert.match(error.message, sentence);
    assert.doesNotMatch(error.message, /\n/);
    assert.ok(error.code === 'invalid' || error.code === 'not_found', error.code);
    return true;
  });
  assert.deepEqual(allIn(untouched), []);
}

/** Padding has at most 1 MiB. */
const MORE_THAN_PADDING = 2_000_000;
const upload: Entry = { path: 'uploads/a.png', body: 'picture' };
const invalidDatabase = ['fingerpost-visits.db', 'fingerpost.db'].map((path) => ({
  path,
  body: 'SQLite format 3\0 and nothing else',
}));

const forged: Record<string, { entries: Entry[]; sentence: RegExp }> = {
  'a path out of the folder': {
    entries: [{ path: 'uploads/../../escaped', body: 'x' }],
    sentence: /it contains "uploads\/\.\.\/\.\.\/escaped"/,
  },
  'an absolute path': { entries: [{ path: '/etc/escaped', body: 'x' }], sentence: /it contains "\/etc\/escaped"/ },
  'an unexpected file': {
    entries: [{ path: 'fingerpost.db-wal', body: 'x' }],
    sentence: /"fingerpost\.db-wal", which is not part of a backup/,
  },
  'a backslash, a path separator on Windows': {
    entries: [{ path: 'uploads/..\\..\\escaped', body: 'x' }],
    sentence: /which is not part of a backup/,
  },
  'a symbolic link': {
    entries: [{ path: 'uploads/link', type: 'SymbolicLink', linkpath: '/etc' }],
    sentence: /"uploads\/link" is a SymbolicLink, not a file/,
  },
  'a hard link': {
    entries: [{ path: 'uploads/link', type: 'Link', linkpath: '/etc/passwd' }],
    sentence: /"uploads\/link" is a Link, not a file/,
  },
  'a device': {
    entries: [{ path: 'uploads/tty', type: 'CharacterDevice' }],
    sentence: /"uploads\/tty" is a CharacterDevice, not a file/,
  },
  'a file twice': { entries: [upload, upload, manifestOf([upload])], sentence: /contains "uploads\/a\.png" twice/ },
  'no manifest': { entries: [upload], sentence: /it has no manifest/ },
  'an invalid manifest': {
    entries: [upload, { path: 'manifest.json', body: '{"format":1}' }],
    sentence: /its manifest cannot be read/,
  },
  'a manifest of a newer format': {
    entries: [upload, manifestOf([upload], { format: 2 })],
    sentence: /its format is 2; this version of Fingerpost supports formats up to 1/,
  },
  'a file missing from the manifest': {
    entries: [upload, { path: 'uploads/b.png', body: 'x' }, manifestOf([upload])],
    sentence: /its manifest does not list "uploads\/b\.png"/,
  },
  'a file less': { entries: [manifestOf([upload])], sentence: /"uploads\/a\.png" is missing/ },
  'a file with another content': {
    entries: [{ ...upload, body: 'Picture' }, manifestOf([upload])],
    sentence: /"uploads\/a\.png" is damaged/,
  },
  'a file of another length': {
    entries: [{ ...upload, body: 'picture!' }, manifestOf([upload])],
    sentence: /"uploads\/a\.png" is damaged/,
  },
  'an invalid database': {
    entries: [...invalidDatabase, manifestOf(invalidDatabase, { holds: ['database'] })],
    sentence: /the database in it is damaged/,
  },
  'a database without its visit queue': {
    entries: [invalidDatabase[1]!, manifestOf([invalidDatabase[1]!], { holds: ['database'] })],
    sentence: /its manifest contradicts itself/,
  },
};

describe('restore', () => {
  const scope = suiteScope();
  let here: Installation;
  let backedUp: string;
  before(async () => {
    const folder = await temporaryFolder(scope);
    here = installationIn(folder, 'here');
    await installed(here, { 'a/b.png': 'picture', 'noise.bin': randomBytes(100_000) });
    backedUp = join(folder, 'b.tar.gz');
    await backup(here, backedUp);
  });

  for (const [what, { entries, sentence }] of Object.entries(forged)) {
    it(`rejects ${what}`, async (t) => {
      const folder = await temporaryFolder(t);
      const file = join(folder, 'forged.tar.gz');
      writeArchive(file, entries);
      const there = installationIn(folder, 'there');
      await assertApiError(restore(file, there), sentence, join(there.dataDir, 'uploads'));
      assert.deepEqual(
        allIn(folder).filter((name) => name.includes('escaped') || name.includes('fingerpost')),
        [],
      );
    });
  }

  it('rejects more data after the end than padding', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'bomb.tar.gz');
    writeFileSync(
      file,
      gzipSync(Buffer.concat([tarOf([upload, manifestOf([upload])]), Buffer.alloc(MORE_THAN_PADDING)])),
    );
    const there = installationIn(folder, 'there');
    await assertApiError(restore(file, there), /there is data after its end/, there.dataDir);
  });

  it('rejects a backup that is corrupt, truncated or not an archive', async (t) => {
    const folder = await temporaryFolder(t);
    const there = installationIn(folder, 'there');
    const good = readFileSync(backedUp);
    const damaged = join(folder, 'damaged.tar.gz');
    // In incompressible data, so that every byte of the file is content.
    for (let at = good.length - 10_000; at > 10_000; at -= 15_000) {
      const bytes = Buffer.from(good);
      bytes[at]! ^= 0x10;
      writeFileSync(damaged, bytes);
      await assertApiError(restore(damaged, there), /damaged/, there.dataDir);
    }
    for (const length of [0, 10, good.length - 4, Math.floor(good.length / 2)]) {
      writeFileSync(damaged, good.subarray(0, length));
      await assertApiError(restore(damaged, there), /damaged|truncated/, there.dataDir);
    }
    // Cut between two files and repacked: all remaining checksums are correct.
    writeFileSync(damaged, gzipSync(gunzipSync(good).subarray(0, 512)));
    await assertApiError(restore(damaged, there), /damaged|truncated/, there.dataDir);
    writeFileSync(damaged, 'a letter to a friend');
    await assertApiError(restore(damaged, there), /damaged, truncated, or not a backup/, there.dataDir);
    await assertApiError(restore(join(folder, 'none'), there), /^There is no file .*none\.$/, there.dataDir);
  });

  it('overwrites nothing', async (t) => {
    const there = installationIn(await temporaryFolder(t), 'there');
    mkdirSync(there.dataDir);
    for (const name of ['fingerpost.db', 'fingerpost.db-wal', 'fingerpost.db-shm', 'uploads/b.png']) {
      const path = join(there.dataDir, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'somebody’s');
      const before = allIn(there.dataDir);
      const sentence = name.startsWith('uploads')
        ? /There are uploads in .*; move them away/
        : /The database .* exists;/;
      await assert.rejects(restore(backedUp, there), sentence);
      assert.deepEqual(allIn(there.dataDir), before);
      assert.equal(readFileSync(path, 'utf8'), 'somebody’s');
      rmSync(path);
    }
    // An empty folder, such as a mounted disk, is allowed.
    mkdirSync(join(there.dataDir, 'uploads'), { recursive: true });
    await restore(backedUp, there);
    assert.equal(readFileSync(join(there.dataDir, 'uploads/a/b.png'), 'utf8'), 'picture');
    await assert.rejects(restore(backedUp, here), /The database .* exists;/);
  });

  it('checks the free space first', async (t) => {
    const folder = await temporaryFolder(t);
    const there = installationIn(folder, 'there');
    const target = targetOf('b.tar.gz', there.databaseUrl, there.dataDir);
    const needing = (bytes: number) =>
      ({ files: [{ path: 'fingerpost.db', bytes, sha256: '' }] }) as unknown as Manifest;
    target.assertRoomFor(needing(1000));
    assert.throws(() => target.assertRoomFor(needing(2 ** 52)), /There is not enough space in .*: free \d+ MB more/);
  });

  it('rejects a database backup for PostgreSQL and says how to move it', async (t) => {
    const there = installationIn(await temporaryFolder(t), 'there');
    const databaseUrl = 'postgres://ada:secret@127.0.0.1:1/fingerpost';
    await assert.rejects(restore(backedUp, { ...there, databaseUrl }), ({ message }: Error) => {
      assert.match(message, /fingerpost restore .*b\.tar\.gz && fingerpost copy --from sqlite:/);
      assert.doesNotMatch(message, /secret/);
      return true;
    });
    assert.deepEqual(allIn(there.dataDir), []);
  });

  it('rejects a backup of a newer version', async (t) => {
    const folder = await temporaryFolder(t);
    const [here, there] = [installationIn(folder, 'here'), installationIn(folder, 'there')];
    await installed(here);
    await withStore(here.databaseUrl, (store) =>
      store.writeInstallation((tx) =>
        sql`INSERT INTO schema_migration (name, timestamp) VALUES ('9999-from-the-future', '')`.execute(tx),
      ),
    );
    const file = join(folder, 'b.tar.gz');
    await backup(here, file);
    await assert.rejects(restore(file, there), (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(
        error.message,
        /made by a newer Fingerpost.*"9999-from-the-future".*Restore it with that version\.$/,
      );
      return true;
    });
    assert.ok(!existsSync(there.dataDir));
  });
});
