// Files that the service and the CLI write are readable by their own user only, whatever the umask.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fingerpost } from '../cli/fingerpost.ts';
import { engines } from '../support/engines.ts';
import { startServer, tenantOn } from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';
import { enqueueBatches, NOON } from '../visits/setting.ts';

const sqlite = engines[0]!;
const databaseFiles = ['fingerpost-visits.db', 'fingerpost.db'].flatMap((name) => [name, `${name}-shm`, `${name}-wal`]);
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-modes-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Entries of the folder, including the folder itself, with a wrong mode. */
function tooOpen(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );
  return [folder, ...below]
    .filter((path) => modeOf(path) !== (statSync(path).isDirectory() ? '700' : '600'))
    .map((path) => `${relative(folder, path)} ${modeOf(path)}`);
}

async function run(environment: Record<string, string>, ...args: string[]) {
  const ending = await fingerpost(args, { environment });
  assert.equal(ending.code, 0, ending.stderr);
  return ending;
}

describe('file modes', () => {
  let umask: number;
  before(() => {
    umask = process.umask(0);
  });
  after(() => {
    process.umask(umask);
  });

  it('restricts database, log, uploads, spool and restored files to their owner', async (t) => {
    const folder = temporaryFolder(t);
    const dataDir = join(folder, 'made', 'data');
    const environment = { DATA_DIR: dataDir };
    await run(environment, 'migrate');
    await run(environment, 'account', 'create', '--username', 'ada', '--email', 'ada@example.com');
    assert.deepEqual(tooOpen(join(folder, 'made')), []);
    const created = await run(environment, 'key', 'create', 'ada', '--name', 'Test', '--scope', 'write', '--json');
    const { key } = JSON.parse(created.stdout).response;

    const server = await startServer(t, environment);
    const form = new FormData();
    form.set('file', new Blob(['%PDF-1.4\n%%EOF\n']), 'a.pdf');
    const headers = { authorization: `Bearer ${key}` };
    const uploaded = await fetch(`${server.url}/api/v1/uploads`, { method: 'POST', headers, body: form });
    assert.equal(uploaded.status, 200, await uploaded.text());

    // While another transaction locks the queue, the visit goes to the spool.
    const holder = new DatabaseSync(join(dataDir, 'fingerpost-visits.db'));
    holder.exec('BEGIN IMMEDIATE');
    assert.equal((await server.call('GET /ada', { headers: firefox })).headers['fingerpost-visit'], 'counted');
    const names = readdirSync(dataDir).sort();
    assert.deepEqual(names, [...databaseFiles, 'spool', 'uploads']);
    assert.equal(readdirSync(join(dataDir, 'spool')).length, 1);
    assert.deepEqual(tooOpen(dataDir), []);
    holder.exec('ROLLBACK');
    holder.close();

    const backup = join(folder, 'backup.tar.gz');
    await run(environment, 'backup', backup);
    assert.equal(modeOf(backup), '600');
    const restored = join(folder, 'restored');
    await run({ DATA_DIR: restored }, 'restore', backup);
    assert.ok(existsSync(join(restored, 'uploads')));
    assert.deepEqual(tooOpen(restored), []);
    const copy = join(folder, 'copies', 'copy.db');
    await run(environment, 'copy', '--from', `sqlite:${join(dataDir, 'fingerpost.db')}`, '--to', `sqlite:${copy}`);
    assert.deepEqual(tooOpen(join(folder, 'copies')), []);
  });

  it('restricts copied files when it opens them', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite);
    const folder = dirname(databaseUrl.slice('sqlite:'.length));
    // Another process that runs keeps the files of its transactions.
    await tenantOn(databaseUrl);
    const running = await storeOn(t, databaseUrl);
    await running.write(1, async () => {});
    await enqueueBatches(running, { at: NOON, writer: 'another', count: 1, events: '[]', seq: 1 });
    assert.deepEqual(readdirSync(folder).sort(), databaseFiles);
    const modes = () => databaseFiles.map((name) => modeOf(join(folder, name)));
    for (const name of databaseFiles) chmodSync(join(folder, name), 0o644);

    await storeOn(t, databaseUrl);
    assert.deepEqual(
      modes(),
      databaseFiles.map(() => '600'),
    );
  });

  it('leaves modes alone in commands that only read', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite);
    const database = databaseUrl.slice('sqlite:'.length);
    chmodSync(database, 0o640);
    await fingerpost(['doctor'], { environment: { DATABASE_URL: databaseUrl, DATA_DIR: dirname(database) } });
    assert.equal(modeOf(database), '640');
  });
});
