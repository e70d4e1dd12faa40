// A database or a backup of a version before the first release: every command refuses it, and nothing changes.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { manifestOf, writeArchive } from '../operations/backup/forgery.ts';
import { type Engine, engines } from '../support/engines.ts';
import { emptyDatabase, freshDatabase } from '../support/store.ts';
import { makeUnreleasedDatabase, unreleased } from '../support/unreleased-database.ts';
import { fingerpost } from './fingerpost.ts';

const [sqlite] = engines as [Engine];
const remedy =
  'was made by an unreleased version of Fingerpost, which cannot be upgraded: start with an empty database, or go on with that version.\n';

interface Found {
  check: string;
  state: string;
  finding: string;
  remedy: string;
}

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Everything in the database, read without our code. */
async function contentsOf(databaseUrl: string): Promise<unknown> {
  if (databaseUrl.startsWith('sqlite:')) {
    const folder = dirname(databaseUrl.slice('sqlite:'.length));
    return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = async (query: string) => (await client.query(query)).rows;
  const contents = [
    await rows(`SELECT oid, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY oid`),
    await rows('SELECT xmin, * FROM schema_migration ORDER BY name'),
    await rows('SELECT xmin, * FROM account'),
  ];
  await client.end();
  return contents;
}

for (const engine of engines.filter(({ name }) => name !== 'citus')) {
  describe(`a database of an unreleased version on ${engine.name}`, () => {
    it('is refused with 78 by every command, and not changed', async (t) => {
      const databaseUrl = await emptyDatabase(t, engine);
      await makeUnreleasedDatabase(databaseUrl);
      const folder = folderFor(t);
      const before = await contentsOf(databaseUrl);
      const environment = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') };
      const fresh = await freshDatabase(t, sqlite);
      for (const [args, what] of [
        [['serve'], 'The database'],
        [['migrate'], 'The database'],
        [['account', 'list'], 'The database'],
        [['account', 'suspend', 'ada'], 'The database'],
        [['page', 'import', 'ada', '-', '--dry-run'], 'The database'],
        [['backup', join(folder, 'b.tar.gz')], 'The database'],
        [['distribute'], 'The database'],
        [['copy', '--to', `sqlite:${join(folder, 'copy.db')}`], 'The source'],
        [['copy', '--from', fresh, '--to', databaseUrl], 'The target'],
      ] as const) {
        const ending = await fingerpost([...args], { environment, input: '{"version":1}' });
        assert.deepEqual(ending, { code: 78, stdout: '', stderr: `${what} ${remedy}` }, args.join(' '));
      }
      assert.deepEqual(await contentsOf(databaseUrl), before);
      assert.deepEqual(readdirSync(folder), []);
    });

    it('is a problem for doctor, with a remedy', async (t) => {
      const databaseUrl = await emptyDatabase(t, engine);
      await makeUnreleasedDatabase(databaseUrl);
      const before = await contentsOf(databaseUrl);
      const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folderFor(t), PORT: '0' };
      const { stdout } = await fingerpost(['doctor', '--json'], { environment });
      const { findings } = JSON.parse(stdout).response;
      const amiss = findings.filter((one: Found) => one.check === 'store' && one.state === 'problem');
      assert.deepEqual(
        amiss.map((one: Found) => [`${one.finding}\n`, one.remedy]),
        [[`The database ${remedy}`, 'Set DATABASE_URL or DATA_DIR to another place, or move the files away.']],
      );
      assert.deepEqual(await contentsOf(databaseUrl), before);
    });
  });
}

describe('a database file of an unreleased version', () => {
  it('keeps a write-ahead log that a killed process left', async (t) => {
    const databaseUrl = await emptyDatabase(t, sqlite);
    await makeUnreleasedDatabase(databaseUrl);
    const file = databaseUrl.slice('sqlite:'.length);
    const folder = join(dirname(file), 'killed');
    mkdirSync(folder);
    const database = new DatabaseSync(file);
    database.exec("INSERT INTO account VALUES (2, 'bob')");
    const copied = (name: string) => readFileSync(join(dirname(file), name));
    const killed = join(folder, 'fingerpost.db');
    writeFileSync(killed, copied('fingerpost.db'));
    writeFileSync(`${killed}-wal`, copied('fingerpost.db-wal'));
    database.close();
    const before = [readFileSync(killed), readFileSync(`${killed}-wal`)];
    const { code } = await fingerpost(['migrate'], { environment: { DATABASE_URL: `sqlite:${killed}` } });
    assert.equal(code, 78);
    assert.deepEqual([readFileSync(killed), readFileSync(`${killed}-wal`)], before);
  });
});

describe('a backup of an unreleased version', () => {
  for (const [name, holds, path] of [
    ['with a database', ['database'], 'fingerpost.db'],
    ['of uploads', ['uploads'], 'uploads/a.png'],
  ] as const) {
    it(`${name} is refused with 78, and nothing is restored`, async (t) => {
      const folder = folderFor(t);
      const file = join(folder, 'b.tar.gz');
      const entry = { path, body: 'content' };
      writeArchive(file, [entry, manifestOf([entry], { engine: 'sqlite', migrations: unreleased, holds })]);
      const environment = { DATA_DIR: join(folder, 'data') };
      assert.deepEqual(await fingerpost(['restore', file], { environment }), {
        code: 78,
        stdout: '',
        stderr: `The backup ${file} ${remedy}`,
      });
      assert.deepEqual(readdirSync(folder), ['b.tar.gz']);
    });
  }
});
