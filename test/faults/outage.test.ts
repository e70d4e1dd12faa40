// The database becomes unavailable under a running service and comes back: requests get 503 in between, and nothing needs
// a restart.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { endKey } from '../../server/domain/accounts/keys.ts';
import { createClock } from '../../server/system/clock.ts';
import { createVisits } from '../../server/visits/index.ts';
import { clicksReport, viewsReport } from '../../server/visits/read/report.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { startHere } from '../support/here.ts';
import { makePages, type PageMade } from '../support/pages/pages.ts';
import { NoPostgres, type PostgresServer, startPostgres } from '../support/postgres/server.ts';
import { startProxy } from '../support/proxy.ts';
import {
  type Answer,
  assertApiError,
  pixelNamed,
  type Server,
  startServer,
  suiteScope,
  tenantOn,
} from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';
import { compare, startLoad } from './load.ts';

const postgres = engines.find(({ name }) => name === 'postgres')!;
/** Twice the time to detect an unresponsive server, and far less than the statement timeout. */
const NOTICED_MS = 15_000;
const NOTHING_TO_STOP = 'no PostgreSQL server that this test may stop';

describe('a service whose postgres becomes unavailable', { concurrency: true }, () => {
  it('answers 503 while the network is cut, serves pages, counts each visit once, and recovers by itself', async (t) => {
    const databaseUrl = await freshDatabase(t, postgres);
    const { accountId, key, keyId } = await tenantOn(databaseUrl);
    const other = await tenantOn(databaseUrl, 'bo');
    const items = [{ slug: 'shop', link: 'https://shop.example/' }];
    const [visited] = (await makePages(databaseUrl, [{ username: 'cy', blocks: [{ block: 'links', items }] }])) as [
      PageMade,
    ];
    const proxy = await startProxy(t, databaseUrl);
    const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-outage-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const server = await startServer(t, { DATABASE_URL: proxy.url, DATA_DIR: dataDir, TRUST_PROXY: '1' });
    const answered = { page: 0, link: 0 };
    let isOver = false;
    let visitor = 0;
    const visiting = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        for (const what of ['page', 'link'] as const) {
          visitor += 1;
          const from = `10.0.${visitor >> 8}.${visitor & 255}`;
          const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-forwarded-for': from };
          const { status, headers: answer } = await server.call(`GET /cy${what === 'link' ? '/shop' : ''}`, {
            headers,
          });
          assert.deepEqual([status, answer['fingerpost-visit']], [what === 'link' ? 302 : 200, 'counted']);
          answered[what] += 1;
        }
        await sleep(20);
      }
    });
    assert.equal((await server.call('GET /api/v1/user', { key })).status, 200);
    await eventually('it is ready', 15_000, async () => (await server.call('GET /ready')).status === 200);
    await eventually('some came', 20_000, () => answered.link > 20);

    proxy.cut();
    const whenCut = answered.link;
    for (let round = 0; round < 5; round += 1) {
      await assertAway(server, key);
      await sleep(400);
    }
    await eventually('some came during the outage', 20_000, () => answered.link > whenCut + 20);
    assert.equal(readdirSync(join(dataDir, 'spool')).length, 1);
    // A key revoked during the outage.
    const store = await storeOn(t, databaseUrl);
    await endKey(store, accountId, keyId, commandLine, Date.now() * 1000);

    proxy.restore();
    const whenBack = answered.link;
    await assertBack(server, other.key);
    await eventually('the key is rejected', 1000, async () => {
      return (await server.call('GET /api/v1/user', { key })).status === 401;
    });
    await eventually('some came after', 20_000, () => answered.link > whenBack + 20);
    isOver = true;
    await Promise.all(visiting);
    await eventually('nothing waits', 20_000, () => readdirSync(join(dataDir, 'spool')).length === 0);
    await assertUnharmed(server);

    const logger = pino({ level: 'silent' });
    const geography = { locate: async () => ({ country: 'xx', city: 'Unknown, XX' }) };
    await createVisits({ store, clock: createClock(), geography, logger }).aggregateAll();
    const { getviews } = await viewsReport(store.read, visited.accountId);
    const { insight } = await clicksReport(store.read, visited.accountId);
    assert.deepEqual(
      [getviews, insight],
      [
        { visits: answered.page, unique: answered.page },
        { visits: answered.link, unique: answered.link },
      ],
    );
  });

  it('answers 503 when the network hangs during a commit; the retry finds it committed', async (t) => {
    const databaseUrl = await freshDatabase(t, postgres);
    const proxy = await startProxy(t, databaseUrl);
    const server = await startHere(t, {
      freshDatabase: async () => ({ databaseUrl: proxy.url, drop: async () => {} }),
    });
    const { accountId, key } = server;
    const once = { key, headers: { 'idempotency-key': 'once' }, json: pixelNamed('Once') };
    assert.equal((await server.call('GET /api/v1/pixels', { key })).status, 200);

    proxy.silenceAfter('Once', 'commit');
    const lost = server.call('POST /api/v1/pixels', once);
    const { read } = await storeOn(t, databaseUrl);
    const pixels = () => read.selectFrom('pixel').select(['id', 'name']).where('account_id', '=', accountId).execute();
    await eventually('it is committed', NOTICED_MS, async () => (await pixels()).length === 1);
    // More than the pool has connections: some wait for the server, the others for a connection.
    const reads = Array.from({ length: 15 }, () => server.call('GET /api/v1/user', { key }));
    const answers = await withTimeout(NOTICED_MS, Promise.all([lost, ...reads]));
    for (const answer of answers) assertUnavailable(answer);
    await withTimeout(NOTICED_MS, assertAway(server, key));

    proxy.restore();
    await assertBack(server, key);
    const again = await server.call('POST /api/v1/pixels', once);
    assert.equal(again.status, 200, again.text);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(
      (await pixels()).filter(({ name }) => name === 'Once').map(({ id }) => id),
      [again.body.response.id],
    );
  });
});

describe('a service with its own postgres server', () => {
  const scope = suiteScope();
  let own: PostgresServer | undefined;
  let server: Server;
  before(async () => {
    try {
      own = await startPostgres();
      server = await startServer(scope, { DATABASE_URL: own.url });
    } catch (error) {
      if (!(error instanceof NoPostgres)) throw error;
    }
  });
  after(() => own?.stop());

  for (const { what, away } of [
    { what: 'survives a crash of postgres and recovers', away: crash },
    { what: 'survives a restart of postgres', away: shutDown },
  ]) {
    it(`${what} without losing or duplicating writes`, async (t) => {
      if (!own) return t.skip(NOTHING_TO_STOP);
      const { accountId, key } = await tenantOn(own.url, away.name.toLowerCase());
      const load = startLoad(server, key, { writers: 3, readers: 2, pauseMs: 20 });
      await load.underWay(20);
      await away(own, server, key);
      await load.underWay(20);
      await load.stop();
      await load.finish();
      assert.deepEqual(
        load.replies.filter(({ status }) => status !== 200 && status !== 503),
        [],
      );
      const { lost, unasked } = await compare(await storeOn(t, own.url), accountId, load.acknowledged);
      assert.deepEqual({ lost, unasked }, { lost: [], unasked: [] });
      assert.equal(server.stderr(), '');
    });
  }

  it('still runs and stops normally after both', async (t) => {
    if (!own) return t.skip(NOTHING_TO_STOP);
    await assertUnharmed(server);
  });
});

async function assertAway(server: Pick<Server, 'call'>, key: string): Promise<void> {
  const headers = { 'idempotency-key': 'while-away' };
  const answers = await Promise.all([
    server.call('GET /api/v1/user', { key }),
    server.call('GET /api/v1/pixels', { key }),
    server.call('POST /api/v1/pixels', { key, headers, json: pixelNamed('While away') }),
    server.call('GET /ready'),
  ]);
  for (const answer of answers) assertUnavailable(answer);
  assert.equal((await server.call('GET /health')).status, 200);
}

function assertUnavailable(answer: Answer): void {
  assertApiError(answer, 503, 'unavailable');
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
  assert.doesNotMatch(answer.text, /ECONN|terminat|timeout|postgres/i);
}

async function assertBack(server: Pick<Server, 'call'>, key: string): Promise<void> {
  await eventually('it is ready', 15_000, async () => (await server.call('GET /ready')).status === 200);
  await eventually('it answers', 15_000, async () => (await server.call('GET /api/v1/user', { key })).status === 200);
  const saved = await server.call('POST /api/v1/pixels', { key, json: pixelNamed('Back') });
  assert.equal(saved.status, 200, saved.text);
  const { status, body } = await server.call(`GET /api/v1/pixels/${saved.body.response.id}`, { key });
  assert.deepEqual([status, body.response?.name], [200, 'Back']);
}

/** Still runs, wrote nothing to standard error, and stops normally. */
async function assertUnharmed(server: Server): Promise<void> {
  server.kill('SIGTERM');
  assert.deepEqual(await server.ended, { code: 0, signal: null });
  assert.equal(server.stderr(), '');
}

async function withTimeout<T>(ms: number, answer: Promise<T>): Promise<T> {
  const tooLong = new AbortController();
  const limit = sleep(ms, undefined, { signal: tooLong.signal }).then(
    () => assert.fail(`No answer within ${ms} ms.`),
    () => undefined as never,
  );
  try {
    return await Promise.race([answer, limit]);
  } finally {
    tooLong.abort();
  }
}

/** When a backend is killed, PostgreSQL ends all others and restarts. */
async function crash({ url }: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await new Promise((resolve) => client.once('end', resolve));
}

async function shutDown(own: PostgresServer, server: Server, key: string): Promise<void> {
  await own.halt('fast');
  for (let round = 0; round < 3; round += 1) {
    await assertAway(server, key);
    await sleep(300);
  }
  await own.resume();
}
