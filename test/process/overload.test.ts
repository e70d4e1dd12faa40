import assert from 'node:assert/strict';
import http from 'node:http';
import { before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { holdAccount } from '../support/held-account.ts';
import { type Here, startHere } from '../support/here.ts';
import { type Answer, assertApiError, pixelNamed, startServer, suiteScope, tenantOn } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';
import { openWire, type Wire } from './wire.ts';

const sqlite = engines[0]!;
/** The delay is an average over a while, and other tests delay it too. */
const IDLE_MS = 60_000;
const BURST = 500;
const slowServer = new URL('children/slow-server.ts', import.meta.url);

describe('overload', () => {
  const scope = suiteScope();
  let quick: Awaited<ReturnType<typeof startOn>>;
  before(async () => {
    quick = await startOn(scope, { MAX_EVENT_LOOP_DELAY_MS: '100' });
  });

  it('of the event loop is answered with 503 and Retry-After; /health keeps answering', async () => {
    const { server, user } = quick;
    await eventually('it is idle', IDLE_MS, async () => (await user()).status === 200);

    server.say('block');
    let refused: Answer | undefined;
    await eventually('it refuses', IDLE_MS, async () => {
      const answer = await user();
      if (answer.status !== 200) refused = answer;
      return refused !== undefined;
    });
    assertShed(refused!);
    assert.equal((await server.call('GET /health')).status, 200);
    assert.equal((await server.call('GET /ready')).status, 200);
    assertShed(await user());

    server.say('quick');
    await eventually('it answers again', IDLE_MS, async () => (await user()).status === 200);
  });

  it('by a burst that takes longer than MAX_EVENT_LOOP_DELAY_MS sheds the latest requests', async () => {
    const { server, user } = quick;
    await eventually('it is idle', IDLE_MS, async () => (await user()).status === 200);

    server.say('slow');
    await eventually('some are shed and some are not', 30_000, async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, user));
      for (const answer of answers) if (answer.status !== 200) assertShed(answer);
      return new Set(answers.map(({ status }) => status)).size === 2;
    });

    server.say('quick');
    await eventually('all are answered', IDLE_MS, async () =>
      (await Promise.all(Array.from({ length: 20 }, user))).every(({ status }) => status === 200),
    );
  });

  it('that lasts sheds uncached requests at a tenth of MAX_EVENT_LOOP_DELAY_MS, but no cached ones', async (t) => {
    // A round takes most of a second: far less than the setting, but more than a tenth of it.
    const { server, key, user } = await startOn(t, { MAX_EVENT_LOOP_DELAY_MS: '3000' });
    const agent = new http.Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    assert.equal((await user()).status, 200);

    server.say('slow');
    const uncached = new Set<number>();
    const cached = new Set<number>();
    const end = performance.now() + 60_000;
    async function ask(path: string, seen: Set<number>): Promise<void> {
      while (performance.now() < end && uncached.size < 2) {
        const answer = await server.call(`GET ${path}`, { key, agent });
        if (answer.status !== 200) assertShed(answer);
        seen.add(answer.status);
      }
    }
    const asking = Array.from({ length: 160 }, () => ask('/api/v1/analytics/live', uncached));
    await Promise.all([...asking, ask('/api/v1/user', cached)]);
    assert.deepEqual([...uncached].sort(), [200, 503]);
    assert.deepEqual([...cached], [200]);
  });

  it('by a burst of writes does not delay a page until all of them are answered', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite);
    const { key } = await tenantOn(databaseUrl);
    const patient = { MAX_EVENT_LOOP_DELAY_MS: '60000', RATE_LIMIT: '10000' };
    const server = await startServer(t, { DATABASE_URL: databaseUrl, ...patient });
    const wires = await Promise.all(Array.from({ length: BURST }, () => openWire(t, server.port)));
    const reader = await openWire(t, server.port);
    const page = 'GET /ada HTTP/1.1\r\nHost: x\r\n\r\n';
    await reader.send(page);
    assert.equal((await reader.answer()).status, 200);

    const answered: string[] = [];
    const report = async (wire: Wire, what: string) => {
      const { status } = await wire.answer();
      answered.push(`${what} ${status}`);
    };
    // Refusing it takes a while, and does not wait for the store.
    const { head, body } = pixelRequest(key, {
      blocks: Array.from({ length: 3000 }, (_, number) => `block ${number}`),
    });
    await Promise.all([...wires.map((wire) => wire.send(head + body)), reader.send(page)]);
    await Promise.all([report(reader, 'page'), ...wires.map((wire) => report(wire, 'write'))]);
    const index = answered.indexOf('page 200');
    assert.ok(index >= 0 && index < BURST / 2, `${index} of ${BURST} writes were answered before the page`);
  });

  it('by more requests than MAX_IN_FLIGHT is answered the same way until there are fewer', async (t) => {
    const server = await startHere(scope, sqlite, { MAX_IN_FLIGHT: '2' });
    const { key, accountId, databaseUrl } = server;
    const user = () => server.call('GET /api/v1/user', { key });
    const release = await holdAccount(t, databaseUrl, accountId);
    const { head, body } = pixelRequest(key);
    const wires = [await openWire(t, server.port), await openWire(t, server.port)];
    for (const wire of wires) await wire.send(head + body);

    await eventually('both are in flight', 5000, async () => (await user()).status === 503);
    assertShed(await user());
    assertShed(await server.call('GET /docs'));
    assert.equal((await server.call('GET /health')).status, 200);
    assert.equal((await server.call('GET /health?from=a-probe')).status, 200);

    wires[1]!.socket.destroy();
    await eventually('one has disconnected', 5000, async () => (await user()).status === 200);
    await release();
    assert.equal((await wires[0]!.answer()).status, 200);
    assert.equal((await user()).status, 200);
  });

  for (const engine of engines) {
    it(`by requests that wait for a blocked store sheds later requests, but no cached ones, on ${engine.name}`, async (t) => {
      const server = await startHere(scope, engine);
      const { key, accountId, databaseUrl } = server;
      const add = (name: string) => server.call('POST /api/v1/pixels', { key, json: pixelNamed(name) });
      const first = await add('First');
      assert.equal(first.status, 200);
      const user = () => server.call('GET /api/v1/user', { key });
      assert.equal((await user()).status, 200);

      const release = await holdAccount(t, databaseUrl, accountId);
      const waiting = Array.from({ length: 50 }, (_, number) => add(`Waiting ${number}`));
      let refused: Answer | undefined;
      await eventually('one more is shed', 10_000, async () => {
        const late = await Promise.race([add('Late'), sleep(50)]);
        if (late) refused = late;
        return refused !== undefined;
      });
      assertShed(refused!);
      assert.equal((await server.call('GET /health')).status, 200);
      assert.equal((await user()).status, 200);
      assertShed(await add('Later'));

      await release();
      const statuses = (await Promise.all(waiting)).map(({ status }) => status);
      assert.ok(statuses.includes(200), String(statuses));
      await eventually('it answers again', 10_000, async () => (await add('After')).status === 200);
    });
  }
});

describe('the answer to a shed request', () => {
  const t = suiteScope();
  let server: Here;
  before(async () => {
    server = await startHere(t, sqlite, { MAX_IN_FLIGHT: '1' });
  });

  const differing = ['date', 'content-length', 'x-request-id', 'retry-after', 'www-authenticate'];
  const headersOf = ({ headers }: Answer) =>
    Object.entries(headers)
      .filter(([name]) => !differing.includes(name))
      .sort();
  for (const request of [
    'GET /api/v1/user',
    'GET /%61pi/v1/user',
    'OPTIONS /api/v1/nowhere',
    'GET /nowhere/to/be/found',
  ]) {
    it(`has the headers of other errors of ${request}`, async (t) => {
      const usual = await server.call(request);
      assert.ok(usual.status >= 400 && usual.status < 500, String(usual.status));
      const release = await occupy(t, server);
      const shed = await server.call(request, { headers: { 'x-request-id': 'mine-1' } });
      assertShed(shed);
      assert.deepEqual(headersOf(shed), headersOf(usual));
      assert.equal(shed.headers['x-request-id'], 'mine-1');
      const other = await server.call(request, { headers: { 'x-request-id': 'not harmless' } });
      assert.match(String(other.headers['x-request-id']), /^[0-9a-f-]{36}$/);
      await release();
    });
  }

  it('has no body for HEAD', async (t) => {
    const release = await occupy(t, server);
    const answer = await fetch(`${server.url}/api/v1/user`, { method: 'HEAD' });
    assert.equal(answer.status, 503);
    assert.match(answer.headers.get('content-length') ?? '', /^[1-9]\d*$/);
    assert.equal(await answer.text(), '');
    await release();
  });

  it('keeps the connection usable for the next request', async (t) => {
    const release = await occupy(t, server);
    const wire = await openWire(t, server.port);
    const body = 'x'.repeat(300_000);
    const head = `POST /api/v1/pixels HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (let count = 0; count < 2; count += 1) {
      await wire.send(head + body);
      assertShed(await wire.answer());
    }
    await release();
    await wire.send(`GET /api/v1/user HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n\r\n`);
    assert.equal((await wire.answer()).status, 200);
  });

  it('arrives before the connection closes, also with Connection: close and a client that is still sending', async (t) => {
    const release = await occupy(t, server);
    const wire = await openWire(t, server.port);
    const size = 3_000_000;
    await wire.send(`POST /api/v1/pixels HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`);
    await wire.send('x'.repeat(size));
    const answer = await wire.answer();
    assertShed(answer);
    assert.equal(answer.headers.connection, 'close');
    assert.deepEqual(await wire.ended(), { rest: '', error: undefined });
    await release();
  });
});

async function startOn(t: TestContext, environment: Record<string, string>) {
  const databaseUrl = await freshDatabase(t, sqlite);
  const { key } = await tenantOn(databaseUrl);
  const server = await startServer(t, { DATABASE_URL: databaseUrl, ...environment }, slowServer);
  const user = () => server.call('GET /api/v1/user', { key });
  return { server, key, user };
}

function pixelRequest(key: string, sent: object = pixelNamed('Late')): { head: string; body: string } {
  const body = JSON.stringify(sent);
  const headers = `Host: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}`;
  return { head: `POST /api/v1/pixels HTTP/1.1\r\n${headers}\r\n\r\n`, body };
}

/** Takes the only in-flight slot until released. */
async function occupy(t: TestContext, server: Here): Promise<() => Promise<void>> {
  const { key } = server;
  const letGo = await holdAccount(t, server.databaseUrl, server.accountId);
  const { head, body } = pixelRequest(key);
  const wire = await openWire(t, server.port);
  await wire.send(head + body);
  const user = () => server.call('GET /api/v1/user', { key });
  await eventually('the slot is taken', 5000, async () => (await user()).status === 503);
  return async () => {
    await letGo();
    assert.equal((await wire.answer()).status, 200);
  };
}

function assertShed(answer: Pick<Answer, 'status' | 'body' | 'text' | 'headers'>): void {
  assertApiError(answer, 503, 'unavailable');
  assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
}
