// `fingerpost backup` and `restore` as an operator runs them: next to a service under load, interrupted, on a full disk.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { readPublicToken } from '../../server/storage/accounts/account-tokens.ts';
import { createPixelStream } from '../faults/pixel-stream.ts';
import { addUploads, allIn, installationIn, installed, temporaryFolder } from '../operations/backup/folders.ts';
import { type Api, openApi } from '../support/api.ts';
import { openBrowser } from '../support/browser-session.ts';
import { enginesOf } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { launch, processEnvironment, startServer, tenantOn } from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';
import { fingerpost, path, program, spawnFingerpost } from './fingerpost.ts';

const command = new URL('../../server/cli/main.ts', import.meta.url).pathname;
const password = 'correct horse battery staple';
/** At four rows a page, more than the 2000 pages that a backup saves in one step. */
const SEEN = 12_000;

describe('backup next to a service under load on sqlite', () => {
  it('contains every write acknowledged before it began; after a restore, key and password work', async (t) => {
    const folder = await temporaryFolder(t);
    const [here, there] = [installationIn(folder, 'here'), installationIn(folder, 'there')];
    const environment = { DATABASE_URL: here.databaseUrl, DATA_DIR: here.dataDir };
    const { accountId, key } = await tenantOn(here.databaseUrl);
    fill(here.databaseFile);
    const upload = `${'a'.repeat(64)}/${accountId}/64x64.webp`;
    const underWay = '.fingerpost-unfinished-1-abcd-another-machine/half';
    await addUploads(here.dataDir, { [upload]: randomBytes(300_000), [underWay]: 'half' });
    await fingerpost(['account', 'password', 'ada', '--password-stdin'], { environment, input: password });

    const server = await startServer(t, { ...environment, RATE_LIMIT: '0' });
    const pixels = createPixelStream(key);
    const stream = pixels.startOn(server);
    await stream.underWay();
    const before = new Map(pixels.acknowledged);
    const file = join(folder, 'b.tar.gz');
    // A child process, because this one must keep writing.
    const made = await spawnFingerpost(['backup', file, '--json'], { environment });
    assert.deepEqual([made.code, made.stderr], [0, '']);
    const written = pixels.acknowledged.size - before.size;
    await pixels.finish(server);
    await stream.ended;
    assert.ok(written > 0, 'there were writes during the backup');
    const { response } = JSON.parse(made.stdout);
    assert.deepEqual([response.database, response.uploads, response.advice], [true, 1, null]);
    assert.equal(response.rows.visit_seen, SEEN);

    const elsewhere = { DATABASE_URL: there.databaseUrl, DATA_DIR: there.dataDir };
    const restored = await fingerpost(['restore', file], { environment: elsewhere });
    assert.deepEqual([restored.code, restored.stderr], [0, '']);
    assert.match(restored.stdout, /^Restored the database to .* and 1 upload to .*, as of 2\d{3}-.* UTC\.\n$/);
    const uploaded = (dataDir: string) => readFileSync(join(dataDir, 'uploads', upload));
    assert.deepEqual(uploaded(there.dataDir), uploaded(here.dataDir));

    const onCopy = { freshDatabase: async () => ({ databaseUrl: there.databaseUrl, drop: async () => {} }) };
    const copy = await openApi(onCopy, { DATA_DIR: there.dataDir });
    t.after(() => copy.close());
    const { status, body } = await copy.call('GET /user', { key });
    assert.deepEqual([status, body.response?.username], [200, 'ada']);
    const store = await storeOn(t, there.databaseUrl);
    const token = await readPublicToken(store.read, accountId);
    const address = `/uploads/${upload.replace(`/${accountId}/`, `/${token}/`)}`;
    const picture = await copy.app.inject({ method: 'HEAD', url: address });
    assert.deepEqual([picture.statusCode, picture.headers['content-length']], [200, '300000']);
    const rows = await store.read
      .selectFrom('pixel')
      .select(['id', 'name'])
      .where('account_id', '=', accountId)
      .execute();
    const found = new Map(rows.map(({ id, name }) => [name, id]));
    for (const [name, id] of before) assert.equal(found.get(name), id, `${name} was acknowledged before`);
    for (const name of found.keys()) assert.ok(pixels.asked.has(name));
    assert.equal(response.rows.pixel, found.size);
    await assertSignsIn(copy);
    t.diagnostic(`${before.size} pixels before it began, ${written} while it was made, ${found.size} in it`);
  });
});

describe('backup of an installation with a bucket', () => {
  it('says that it does not contain the bucket; a restore says where to copy the uploads', async (t) => {
    const folder = await temporaryFolder(t);
    const [here, there] = [installationIn(folder, 'here'), installationIn(folder, 'there')];
    await installed(here, { [`${'a'.repeat(64)}/1/64x64.webp`]: 'from before there was a bucket' });
    const bucket = { UPLOADS_URL: 's3://my-files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hunter2' };
    const file = join(folder, 'b.tar.gz');
    const made = await fingerpost(['backup', file], { environment: { ...bucket, ...settingsOf(here) } });
    assert.match(
      made.stdout,
      /^Backed up the database and 1 upload .*\nUploads in the bucket my-files are not in it: back up the bucket with its provider's tools\.\n$/,
    );
    const restored = await fingerpost(['restore', file], { environment: { ...bucket, ...settingsOf(there) } });
    const uploads = join(there.dataDir, 'uploads');
    assert.ok(
      restored.stdout.endsWith(
        `\nThe service reads uploads from the bucket my-files: copy the files in ${uploads} there.\n`,
      ),
    );
    assert.doesNotMatch(made.stdout + made.stderr + restored.stdout + restored.stderr, /hunter2/);
  });
});

function settingsOf({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }) {
  return { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
}

for (const engine of enginesOf(import.meta.url).filter(({ dialect }) => dialect === 'postgres')) {
  describe(`backup on ${engine.name}`, () => {
    it('saves the uploads and prints how to save the database', async (t) => {
      const dataDir = await temporaryFolder(t);
      const databaseUrl = await freshDatabase(t, engine);
      await tenantOn(databaseUrl);
      await addUploads(dataDir, { 'a.png': 'a', 'b.png': 'b' });
      const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
      const text = await fingerpost(['backup', join(dataDir, 'b.tar.gz')], { environment });
      assert.deepEqual([text.code, text.stderr], [0, '']);
      assert.match(text.stdout, /^Backed up 2 uploads to .*\nThe database is not in it\. .*pg_dump/);
      const json = await fingerpost(['backup', join(dataDir, 'c.tar.gz'), '--json'], { environment });
      const { response } = JSON.parse(json.stdout);
      assert.deepEqual([response.database, response.uploads], [false, 2]);
      assert.match(response.advice, /pg_dump/);

      rmSync(join(dataDir, 'uploads'), { recursive: true });
      const restored = await fingerpost(['restore', join(dataDir, 'b.tar.gz')], { environment });
      assert.deepEqual([restored.code, restored.stderr], [0, '']);
      assert.match(restored.stdout, /^Restored 2 uploads to .*\nThere is no database in /);
    });
  });
}

describe('a backup that fails', () => {
  it('leaves nothing when interrupted; the next one removes what a kill leaves', async (t) => {
    const folder = await temporaryFolder(t);
    const backups = await temporaryFolder(t);
    const here = installationIn(folder, 'here');
    await installed(here, { 'large.bin': '' });
    const large = join(here.dataDir, 'uploads/large.bin');
    truncateSync(large, 8_000_000_000);
    const environment = { DATABASE_URL: here.databaseUrl, DATA_DIR: here.dataDir };
    const file = join(backups, 'b.tar.gz');
    async function stopped(signal: NodeJS.Signals) {
      const running = launch(t, environment, command, 'backup', file);
      await eventually('it is writing the archive', 120_000, () => allIn(backups).some((name) => /archive/.test(name)));
      running.kill(signal);
      return running.ended;
    }

    assert.deepEqual(await stopped('SIGINT'), { code: null, signal: 'SIGINT' });
    assert.deepEqual(readdirSync(backups), []);
    await stopped('SIGKILL');
    const left = readdirSync(backups);
    assert.equal(left.length, 1);
    assert.match(left[0]!, /^\.fingerpost-unfinished-/);

    truncateSync(large, 1000);
    const { code, stderr } = await fingerpost(['backup', file], { environment });
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(readdirSync(backups), ['b.tar.gz']);
  });

  it('reports a full disk and leaves nothing', async (t) => {
    const folder = await temporaryFolder(t);
    const backups = await temporaryFolder(t);
    const here = installationIn(folder, 'here');
    await installed(here, { 'noise.bin': randomBytes(4_000_000) });
    // A file size limit fails in the same place as a full disk.
    const shell = `trap '' XFSZ; ulimit -f 2000; exec "$0" backup "$1"`;
    const { code, stderr } = await sh(t, shell, [program, join(backups, 'b.tar.gz')], here);
    assert.equal(code, 1, stderr);
    assert.match(
      stderr,
      /^The backup .*b\.tar\.gz was not created: the file would exceed the size limit of the file system.*\.\n$/,
    );
    assert.deepEqual(readdirSync(backups), []);
  });

  it('overwrites nothing and reports it with its exit code', async (t) => {
    const folder = await temporaryFolder(t);
    const here = installationIn(folder, 'here');
    await installed(here);
    const environment = { DATABASE_URL: here.databaseUrl, DATA_DIR: here.dataDir };
    const file = join(folder, 'b.tar.gz');
    writeFileSync(file, 'mine');
    const codes = [
      (await fingerpost(['backup', file], { environment })).code,
      (await fingerpost(['restore', join(folder, 'none')], { environment })).code,
      (await fingerpost(['restore', file], { environment })).code,
    ];
    assert.deepEqual(codes, [4, 3, 4]);
    assert.equal(readFileSync(file, 'utf8'), 'mine');
    assert.ok(existsSync(here.databaseFile));
  });
});

/** Enough that saving takes several steps, with writes in between. */
function fill(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile);
  database.exec(`
    INSERT INTO visit_seen (account_id, day, target_id, visitor, source)
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${SEEN})
    SELECT 1, '2026-11-15', 0, printf('%0900d', n), '' FROM number`);
  database.close();
}

async function assertSignsIn(api: Api): Promise<void> {
  const signIn = (given: string) =>
    openBrowser(api).call('POST /auth/sign-in', { json: { email: 'ada@example.com', password: given } });
  assert.equal((await signIn(password)).status, 200);
  assert.equal((await signIn('a guess')).status, 401);
}

async function sh(
  t: TestContext,
  script: string,
  args: string[],
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
) {
  const child = spawn('sh', ['-c', script, ...args], {
    env: { PATH: path, ...processEnvironment, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}
