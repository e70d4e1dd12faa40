// A mistyped DATA_DIR or DATABASE_URL: only serve and migrate create a database; other commands report it as missing.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openDialect } from '../../server/storage/dialects/open.ts';
import { schemaState } from '../../server/storage/migrations/index.ts';
import { FIRST_MIGRATION } from '../../server/storage/unusable-schema.ts';
import { engines } from '../support/engines.ts';
import { addLaterMigration } from '../support/later-migration.ts';
import { emptyDatabase, freshDatabase } from '../support/store.ts';
import { fingerpost, installation, root } from './fingerpost.ts';

const folder = mkdtempSync(join(tmpdir(), 'fingerpost-test-'));
after(() => rmSync(folder, { recursive: true }));
const dataDir = join(folder, 'mistyped');
const file = join(dataDir, 'fingerpost.db');

const commands = [
  ['account', 'create', '--username', 'ada', '--email', 'ada@links.example'],
  ['account', 'list'],
  ['account', 'rename', 'ada', 'grace'],
  ['account', 'suspend', 'ada'],
  ['account', 'restore', 'ada'],
  ['account', 'consent-bar', 'ada', 'on'],
  ['account', 'delete', 'ada', '--yes'],
  ['account', 'password', 'ada', '--password-stdin'],
  ['key', 'create', 'ada'],
  ['key', 'list', 'ada'],
  ['key', 'revoke', 'ada', '1'],
  ['page', 'export', 'ada'],
  ['page', 'import', 'ada', '-'],
  ['page', 'import', 'ada', '-', '--dry-run'],
  ['plan', 'grant', 'ada', '--plan', 'pro'],
  ['backup', join(folder, 'b.tar.gz')],
  ['copy', '--to', `sqlite:${join(folder, 'copy.db')}`],
];
const input = '{"version":1}';

describe('a missing database', () => {
  it('exits every command except serve and migrate with 66, names the missing file, and creates nothing', async () => {
    for (const args of commands) {
      const ending = await fingerpost(args, { environment: { DATA_DIR: dataDir }, input });
      assert.deepEqual(ending, {
        code: 66,
        stdout: '',
        stderr: `There is no Fingerpost database here: there is no file ${file}. DATA_DIR is set to ${dataDir}. Correct the setting, or create a new database with "fingerpost serve" or "fingerpost migrate".\n`,
      });
    }
    assert.deepEqual(readdirSync(folder), []);

    const { code, stderr } = await fingerpost(['account', 'list', '--json'], { environment: { DATA_DIR: dataDir } });
    const { response, ...rest } = JSON.parse(stderr);
    assert.deepEqual([code, rest], [66, { status: false, code: 'not_found' }]);
    assert.match(response, /^There is no Fingerpost database here: /);
  });

  it('names the setting it comes from', async () => {
    const byUrl = await fingerpost(['account', 'list'], { environment: { DATABASE_URL: `sqlite:${file}` } });
    assert.deepEqual([byUrl.code, byUrl.stdout], [66, '']);
    assert.ok(
      byUrl.stderr.includes(`: there is no file ${file}. DATABASE_URL is set to sqlite:${file}. `),
      byUrl.stderr,
    );
    const byDefault = join(root, 'data');
    if (existsSync(join(byDefault, 'fingerpost.db'))) return;
    const { stderr } = await fingerpost(['account', 'list'], {});
    assert.ok(stderr.includes(` DATA_DIR is not set, so it is ${byDefault}. `), stderr);
  });

  it('gives a warning in doctor that names DATA_DIR', async () => {
    const environment = { DATA_DIR: dataDir, PORT: '0' };
    const { stdout } = await fingerpost(['doctor', '--json'], { environment });
    const { findings } = JSON.parse(stdout).response;
    const { state, finding, remedy } = findings.find(({ check }: { check: string }) => check === 'store');
    assert.deepEqual([state, finding], ['warning', `There is no database yet: there is no file ${file}.`]);
    assert.ok(remedy.endsWith(`check DATABASE_URL and DATA_DIR, which is ${dataDir}.`), remedy);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is created by migrate', async () => {
    const environment = { DATA_DIR: join(folder, 'new') };
    assert.equal((await fingerpost(['migrate'], { environment })).code, 0);
    assert.equal((await fingerpost(['account', 'list'], { environment })).code, 0);
  });
});

for (const engine of engines) {
  describe(`a database that is not ready on ${engine.name}`, () => {
    it('stays empty and exits commands with 66', async (t) => {
      const databaseUrl = await emptyDatabase(t, engine);
      const dialect = openDialect(databaseUrl, { mayCreate: true });
      t.after(() => dialect.close());
      const { code, stderr } = await fingerpost(commands[0]!, { environment: { DATABASE_URL: databaseUrl } });
      assert.equal(code, 66, stderr);
      assert.match(stderr, /^There is no Fingerpost database here: the database is empty\. DATABASE_URL is set to /);
      assert.deepEqual(await dialect.read.introspection.getTables(), []);
    });

    it('keeps an older schema and exits commands with 78', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      addLaterMigration(t);
      for (const args of [['account', 'list'], commands[0]!]) {
        const { code, stdout, stderr } = await fingerpost(args, { environment: { DATABASE_URL: databaseUrl } });
        assert.deepEqual([code, stdout], [78, '']);
        assert.match(
          stderr,
          /^The database schema is older than this version \(0002-later not applied\)\. Restart the service, or run "fingerpost migrate"\.\n$/,
        );
      }
      const dialect = openDialect(databaseUrl, { mayCreate: false });
      t.after(() => dialect.close());
      assert.deepEqual((await schemaState(dialect)).applied, [FIRST_MIGRATION]);
    });
  });
}

describe('commands that only read', () => {
  it('leave the SQLite file unchanged, byte for byte', async (t) => {
    const { databaseUrl, run } = await installation(t, engines[0]!, 'ada');
    const database = databaseUrl.replace('sqlite:', '');
    const before = readFileSync(database);
    for (const args of [
      ['account', 'list'],
      ['key', 'list', 'ada'],
      ['page', 'export', 'ada'],
    ]) {
      assert.equal((await run(args)).code, 0);
    }
    assert.equal((await run(['page', 'import', 'ada', '-', '--dry-run'], input)).code, 0);
    assert.ok(before.equals(readFileSync(database)));
  });
});
