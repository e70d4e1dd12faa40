// The store goes away under a running service, and comes back: what is asked meanwhile is told so, and nobody has to
// start anything again.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { commandLine } from '../../server/domain/actor.ts';
import { endKey } from '../../server/domain/keys.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { NoPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { startProxy } from '../support/proxy.ts';
import { type Answer, assertRefused, pixelNamed, type Server, startServer, tenantOn } from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';

const postgres = engines.find(({ name }) => name === 'postgres')!;

describe('a service whose postgres goes away', () => {
  it('says so while the network is cut, and goes on by itself; a key revoked meanwhile is refused', async (t) => {
    const databaseUrl = await freshDatabase(t, postgres);
    const { accountId, key, keyId } = await tenantOn(databaseUrl);
    const other = await tenantOn(databaseUrl, 'bo');
    const proxy = await startProxy(t, databaseUrl);
    const server = await startServer(t, { DATABASE_URL: proxy.url });
    assert.equal((await server.call('GET /api/v1/user', { key })).status, 200);
    assert.equal((await server.call('GET /ready')).status, 200);

    proxy.cut();
    for (let round = 0; round < 3; round += 1) {
      await assertAway(server, key);
      await sleep(300);
    }
    await endKey(await storeOn(t, databaseUrl), accountId, keyId, commandLine, Date.now() * 1000);
    proxy.restore();
    await assertBack(server, other.key);
    await eventually('the key is refused', 1000, async () => {
      return (await server.call('GET /api/v1/user', { key })).status === 401;
    });
    await assertUnharmed(server);
  });

  it('says so too when the network falls silent, and goes on when it speaks', { timeout: 120_000 }, async (t) => {
    const databaseUrl = await freshDatabase(t, postgres);
    const { key } = await tenantOn(databaseUrl);
    const proxy = await startProxy(t, databaseUrl);
    const server = await startServer(t, { DATABASE_URL: proxy.url });
    proxy.cut();
    await assertAway(server, key);
    proxy.silence();
    await assertAway(server, key);
    proxy.restore();
    await assertBack(server, key);
    await assertUnharmed(server);
  });
});

describe('a service with a postgres of its own', () => {
  let own: PostgresServer | undefined;
  before(async () => {
    try {
      own = await startPostgres();
    } catch (error) {
      if (!(error instanceof NoPostgres)) throw error;
    }
  });
  after(() => own?.stop());

  it('outlives its crash, and goes on as soon as it has recovered', async (t) => {
    if (!own) return t.skip('there is no PostgreSQL here that could be killed');
    const { key } = await tenantOn(own.url);
    const server = await startServer(t, { DATABASE_URL: own.url });
    const writing = writeUntilStopped(server, key);
    await writing.underWay();
    await crash(own.url);
    await assertBack(server, key);
    const { acknowledged, unexpected } = await writing.stop();
    assert.deepEqual(unexpected, []);

    const listed = await listing(server, key);
    for (const [name, id] of acknowledged) assert.equal(listed.get(name), id, name);
    await assertUnharmed(server);
  });

  it('outlives it even where it is stopped for good', async (t) => {
    if (!own) return t.skip('there is no PostgreSQL here that could be stopped');
    const { key } = await tenantOn(own.url, 'bo');
    const server = await startServer(t, { DATABASE_URL: own.url });
    assert.equal((await server.call('GET /api/v1/user', { key })).status, 200);
    await own.stop();
    own = undefined;
    for (let round = 0; round < 3; round += 1) {
      await assertAway(server, key);
      await sleep(300);
    }
    await assertUnharmed(server);
  });
});

async function assertAway(server: Server, key: string): Promise<void> {
  const headers = { 'idempotency-key': 'while-away' };
  const answers = await Promise.all([
    server.call('GET /api/v1/user', { key }),
    server.call('GET /api/v1/pixels', { key }),
    server.call('POST /api/v1/pixels', { key, headers, json: pixelNamed('While away') }),
    server.call('GET /ready'),
  ]);
  for (const answer of answers) {
    assertRefused(answer, 503, 'unavailable');
    assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    assert.doesNotMatch(answer.text, /ECONN|terminat|timeout|postgres/i);
  }
  assert.equal((await server.call('GET /health')).status, 200);
}

async function assertBack(server: Server, key: string): Promise<void> {
  await eventually('it is ready', 15_000, async () => (await server.call('GET /ready')).status === 200);
  await eventually('it answers', 15_000, async () => (await server.call('GET /api/v1/user', { key })).status === 200);
  const saved = await server.call('POST /api/v1/pixels', { key, json: pixelNamed('Back') });
  assert.equal(saved.status, 200, saved.text);
  assert.equal((await listing(server, key)).get('Back'), saved.body.response.id);
}

/** Neither an exit nor a word on standard error, and a stop like any other. */
async function assertUnharmed(server: Server): Promise<void> {
  server.kill('SIGTERM');
  assert.deepEqual(await server.ended, { code: 0, signal: null });
  assert.equal(server.stderr(), '');
}

async function listing(server: Server, key: string): Promise<Map<string, number>> {
  const listed = new Map<string, number>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await server.call(`GET /api/v1/pixels?results_per_page=250&page=${page}`, { key });
    assert.equal(answer.status, 200, answer.text);
    for (const { id, name } of answer.body.response) listed.set(name, id);
    last = answer.body.meta.last_page;
  }
  return listed;
}

function writeUntilStopped(server: Server, key: string) {
  const acknowledged = new Map<string, number>();
  const unexpected: string[] = [];
  let stopped = false;
  let count = 0;
  async function writer(): Promise<void> {
    while (!stopped) {
      const name = `pixel-${++count}`;
      const answer: Answer = await server.call('POST /api/v1/pixels', { key, json: pixelNamed(name) });
      if (answer.status === 200) acknowledged.set(name, answer.body.response.id);
      else if (answer.status !== 503) unexpected.push(answer.text);
    }
  }
  const writers = [writer(), writer(), writer()];
  return {
    async underWay() {
      while (acknowledged.size < 20 && unexpected.length === 0) await sleep(5);
    },
    async stop() {
      stopped = true;
      await Promise.all(writers);
      return { acknowledged, unexpected };
    },
  };
}

/** A backend that is killed takes all others with it: PostgreSQL trusts none of them any more, and starts anew. */
async function crash(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await new Promise((resolve) => client.once('end', resolve));
}
