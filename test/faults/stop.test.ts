// On stop, the service finishes requests in flight, and every acknowledged write is stored.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWire } from '../process/wire.ts';
import { openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { pixelNamed, startServer, tenantOn } from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';
import { startLastLoad } from './last-load.ts';
import { compare } from './load.ts';

const PATIENT = { STOP_TIMEOUT_SECONDS: '60' };

for (const engine of engines) {
  describe(`stopping the service on ${engine.name}`, () => {
    it('fails no request under load, waits for one that is still arriving, accepts no more, and loses nothing', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { accountId, key } = await tenantOn(databaseUrl);
      const server = await startServer(t, { DATABASE_URL: databaseUrl, ...PATIENT });
      const idle = await openWire(t, server.port);
      await idle.send('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
      await idle.answer();
      const body = JSON.stringify(pixelNamed('Late'));
      const wire = await openWire(t, server.port);
      await wire.send(post(key, body.length));
      const load = startLastLoad(server, key, { pauseMs: 10 });
      await load.underWay(40);
      load.signalled();
      server.kill('SIGTERM');

      assert.equal((await idle.ended()).rest, '');
      assert.deepEqual(await load.failures(), []);
      await assert.rejects(server.call('GET /health'), { code: 'ECONNREFUSED' });
      await wire.send(body);
      const answer = await wire.answer();
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.connection, 'close');
      assert.deepEqual(await wire.ended(), { rest: '', error: undefined });
      assert.deepEqual(await server.ended, { code: 0, signal: null });
      assert.equal(server.stderr(), '');
      assert.match(server.stdout(), /"Stopped"/);

      assert.ok(load.acknowledged.size > 0);
      // A stored but unacknowledged pixel would be a request that was accepted and not answered.
      const acknowledged = new Map([...load.acknowledged, ['Late', answer.body.response.id]]);
      const { found, lost, unasked } = await compare(await storeOn(t, databaseUrl), accountId, acknowledged);
      assert.deepEqual({ found, lost, unasked }, { found: acknowledged.size, lost: [], unasked: [] });
    });
  });
}

describe('stopping the service', { concurrency: true }, () => {
  const sqlite = engines[0]!;

  it('sends a slow reader its whole answer', async (t) => {
    const api = await openApi(sqlite, { MAX_EVENT_LOOP_DELAY_MS: '60000', ...PATIENT });
    t.after(() => api.close());
    const { id: accountId, key } = await api.account('ada');
    const blocks = 200;
    const content = 'x'.repeat(100_000);
    const { write, dialect } = api.store;
    await write(accountId, async (tx) => {
      for (const id of await dialect.allocateIds(tx, blocks)) {
        const times = { created_at: 0, updated_at: 0 };
        const empty = { name: null, subheading: null, settings: null, position: 0 };
        const row = {
          account_id: accountId,
          id,
          block: 'text',
          content: JSON.stringify(content),
          ...empty,
          ...times,
        } as const;
        await tx.insertInto('block').values(row).execute();
      }
    });
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const wire = await openWire(t, Number(new URL(url).port));
    const head = `Host: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 0\r\n\r\n`;
    await wire.send(`GET /api/v1/blocks?results_per_page=250 HTTP/1.1\r\n${head}`);
    await sleep(500);

    const stopped = api.app.close();
    // Longer than ten seconds, a common default of libraries.
    await sleep(11_000);
    const { status, body } = await wire.answer();
    assert.equal(status, 200);
    assert.equal(body.response.length, blocks);
    await stopped;
  });

  it('ends after STOP_TIMEOUT_SECONDS although a request hangs', async (t) => {
    const server = await serverWithHangingRequest(t, { STOP_TIMEOUT_SECONDS: '1' });
    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 1, signal: null });
    assert.match(server.stdout(), /Stop timeout reached/);
  });

  for (const [first, second] of [
    ['SIGTERM', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
  ] as const) {
    it(`ends at once on ${second} after ${first}`, async (t) => {
      const server = await serverWithHangingRequest(t, PATIENT);
      server.kill(first);
      await server.wrote(/"Stopping/);
      server.kill(second);
      assert.deepEqual(await server.ended, { code: null, signal: second });
    });
  }

  async function serverWithHangingRequest(t: Parameters<typeof startServer>[0], environment: Record<string, string>) {
    const databaseUrl = await freshDatabase(t, sqlite);
    const { key } = await tenantOn(databaseUrl);
    const server = await startServer(t, { DATABASE_URL: databaseUrl, ...environment });
    const wire = await openWire(t, server.port);
    await wire.send(post(key, 100));
    await sleep(100);
    return server;
  }
});

function post(key: string, length: number): string {
  const headers = `Host: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${length}`;
  return `POST /api/v1/pixels HTTP/1.1\r\n${headers}\r\n\r\n`;
}
