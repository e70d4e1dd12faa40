// The disk under SQLite fills up: reads keep working, writes are rejected completely, and freeing space is enough to
// recover.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../server/storage/store.ts';
import { fingerpost } from '../cli/fingerpost.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, anotherKeyOn, assertApiError, pixelNamed, startServer, tenantOn } from '../support/server.ts';
import { storeOn } from '../support/store.ts';
import { compare, startLoad } from './load.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { countAll, countedVisits, integrityOf } from './whole.ts';

const MEGABYTES = 8;

interface KeyRecord {
  name: string;
  last_used_at: string | null;
}

describe('a service on a full disk', () => {
  it('rejects writes, keeps reading and serving pages, and writes and counts again once there is space', async (t) => {
    const disk = mountSmallDisk(t, MEGABYTES);
    if (typeof disk === 'string') return t.skip(disk);
    const databaseUrl = `sqlite:${join(disk.folder, 'fingerpost.db')}`;
    const { accountId, key } = await tenantOn(databaseUrl);
    // Its last use is not recorded yet.
    const unused = await anotherKeyOn(databaseUrl, accountId);
    const server = await startServer(t, { DATABASE_URL: databaseUrl, DATA_DIR: disk.folder, RATE_LIMIT: '0' });
    const load = startLoad(server, key, { writers: 2, readers: 2, pauseMs: 20 });
    await load.underWay(20);
    const id = [...load.acknowledged.values()][0]!;
    let counted = 0;
    const visit = async () => {
      const { status, headers } = await server.call('GET /ada', {
        headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
      });
      assert.equal(status, 200);
      if (headers['fingerpost-visit'] === 'counted') counted += 1;
      return headers['fingerpost-visit'];
    };
    assert.equal(await visit(), 'counted');

    disk.fill();
    const filledAt = performance.now();
    // SQLite's WAL may have room for a few more writes after each checkpoint.
    const refused = async () => {
      await eventually('a write is rejected', 60_000, async () => {
        disk.fill();
        const answer = await server.call('POST /api/v1/pixels', { key, json: pixelNamed('Full') });
        if (answer.status === 200) return false;
        assertUnavailable(answer);
        return true;
      });
    };
    await refused();
    const fullAt = load.replies.length;
    for (let round = 0; round < 3; round += 1) {
      await refused();
      for (const path of ['/api/v1/user', `/api/v1/pixels/${id}`, '/health', '/ready']) {
        for (const reader of [key, unused]) {
          const { status, text } = await server.call(`GET ${path}`, { key: reader });
          assert.equal(status, 200, text);
        }
      }
      await sleep(200);
    }
    const writable = async () => (await server.call('GET /ready')).body.writable;
    await eventually('/ready says so', 20_000, async () => {
      disk.fill();
      return (await writable()) === false;
    });
    await eventually('a visit is not counted', 60_000, async () => {
      disk.fill();
      return (await visit()) === 'uncounted';
    });
    const uncounted = /Could not record visits: database and spool both failed/;
    await eventually('it is logged', 20_000, () => uncounted.test(server.stdout()));
    const logged = server.stdout().match(/Database unavailable: answering.*\n/g) ?? [];
    const often = 2 + (performance.now() - filledAt) / 5000;
    assert.ok(logged.length >= 1 && logged.length <= often, `it is logged ${logged.length} times`);
    assert.match(server.stdout(), /database or disk is full/);
    // A write this small may find room in the WAL. If not, it is logged once, not with every request.
    const unstored = server.stdout().match(/Could not store the last use of an API key/g) ?? [];
    const keys = (await server.call('GET /api/v1/keys', { key })).body.response as KeyRecord[];
    const isStored = keys.find(({ name }) => name === 'Another')!.last_used_at !== null;
    assert.equal(unstored.length, isStored ? 0 : 1);

    disk.empty();
    await eventually('visits are counted again', 60_000, async () => (await visit()) === 'counted');
    await eventually('/ready says so', 20_000, writable);
    await load.underWay(20);
    await load.stop();
    await load.finish();
    const meanwhile = load.replies.slice(fullAt);
    assert.deepEqual(
      meanwhile.filter(({ writes, status }) => status !== 200 && !(writes && status === 503)),
      [],
    );
    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    assert.equal(server.stderr(), '');

    assert.equal(integrityOf(databaseUrl), 'ok');
    const store = await storeOn(t, databaseUrl);
    const { lost } = await compare(store, accountId, load.acknowledged);
    assert.deepEqual(lost, []);
    await countAll(store, disk.folder);
    assert.equal(await countedVisits(store, accountId), counted);
  });

  it('reports a full disk in one sentence on start, for a new and an existing database', async (t) => {
    const disk = mountSmallDisk(t, MEGABYTES);
    if (typeof disk === 'string') return t.skip(disk);
    const databaseUrl = `sqlite:${join(disk.folder, 'fingerpost.db')}`;
    await tenantOn(databaseUrl);
    disk.fill();
    for (const url of [databaseUrl, `sqlite:${join(disk.folder, 'new', 'fingerpost.db')}`]) {
      const environment = { DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' };
      const stderr = `The database ${url} cannot be opened: its disk is full; free some space.\n`;
      assert.deepEqual(await fingerpost(['serve'], { environment }), { code: 69, stdout: '', stderr });
    }
    disk.empty();
    await storeOn(t, databaseUrl);
  });

  it('starts if it can read but not write, and writes once there is space', async (t) => {
    const disk = mountSmallDisk(t, MEGABYTES);
    if (typeof disk === 'string') return t.skip(disk);
    const databaseUrl = `sqlite:${join(disk.folder, 'fingerpost.db')}`;
    const { key } = await tenantOn(databaseUrl);
    const release = fillLogs(t, disk);
    const server = await startServer(t, { DATABASE_URL: databaseUrl, DATA_DIR: disk.folder });
    assert.equal((await server.call('GET /api/v1/user', { key })).status, 200);
    assertUnavailable(await server.call('POST /api/v1/pixels', { key, json: pixelNamed('Full') }));
    assert.equal((await server.call('GET /ada')).status, 200);

    release();
    disk.empty();
    const created = await server.call('POST /api/v1/pixels', { key, json: pixelNamed('Free') });
    assert.equal(created.status, 200, created.text);
    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 0, signal: null });
  });

  it('reports a disk that is full before the first account exists', async (t) => {
    const disk = mountSmallDisk(t, MEGABYTES);
    if (typeof disk === 'string') return t.skip(disk);
    const databaseUrl = `sqlite:${join(disk.folder, 'fingerpost.db')}`;
    const store = await openStore(databaseUrl, { watch: false });
    await store.close();
    fillLogs(t, disk);
    const environment = { DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'silent', DEMO: 'on' };
    const sentence =
      'The database is not reachable, too busy or out of disk space (database or disk is full); try again shortly.';
    assert.deepEqual(await fingerpost(['serve'], { environment }), { code: 69, stdout: '', stderr: `${sentence}\n` });
  });
});

/** Fills the disk and the logs of both databases, which readers keep from being reset. Returns what ends those. */
function fillLogs(t: TestContext, disk: SmallDisk): () => void {
  const databases = ['fingerpost.db', 'fingerpost-visits.db'].map((name) => {
    const [reader, writer] = [new DatabaseSync(join(disk.folder, name)), new DatabaseSync(join(disk.folder, name))];
    writer.exec('CREATE TABLE filler (bytes BLOB)');
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM filler').all();
    return { reader, writer };
  });
  const release = () => {
    for (const connection of databases.flatMap(Object.values)) if (connection.isOpen) connection.close();
  };
  t.after(release);
  disk.fill();
  for (const { writer } of databases) {
    assert.throws(() => {
      for (;;) writer.exec('INSERT INTO filler VALUES (zeroblob(100))');
    }, /database or disk is full/);
  }
  return release;
}

function assertUnavailable(answer: Answer): void {
  assertApiError(answer, 503, 'unavailable');
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
  assert.doesNotMatch(answer.text, /sqlite|database|disk/i);
}
