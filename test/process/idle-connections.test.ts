// Connections that wait for a next request are closed after the keep-alive timeout, and not before. While the service
// stops, a next request is still answered.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { makePages } from '../support/pages/pages.ts';

const CHECK_MS = 5000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function opened(t: TestContext): Promise<{ api: Api; port: number }> {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const api = await openApi(engines[0]!);
  t.after(() => api.close());
  const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
  return { api, port: Number(port) };
}

function connected(t: TestContext, port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  return socket.on('error', () => {});
}

/** A wait that ends. */
const soon = () => ({ signal: AbortSignal.timeout(10_000) });

async function ask(socket: Socket, path = '/health'): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: links.example\r\nUser-Agent: ${FIREFOX}\r\n\r\n`);
  const [chunk] = await once(socket, 'data', soon());
  return String(chunk);
}

describe('An idle connection', () => {
  it('is closed after the keep-alive timeout', async (t) => {
    const { api, port } = await opened(t);
    Object.assign(api.app.server, { keepAliveTimeout: 1000, keepAliveTimeoutBuffer: 0 });
    const socket = connected(t, port);
    assert.match(await ask(socket), /^HTTP\/1\.1 200 OK\r\n.*\r\nKeep-Alive: timeout=1\r\n/s);
    await sleep(1100);
    assert.equal(socket.closed, false);
    t.mock.timers.tick(CHECK_MS);
    await once(socket, 'close', soon());
  });

  it('stays open before the timeout, and while a request is in progress', async (t) => {
    const { api, port } = await opened(t);
    await makePages(api.config.databaseUrl, [{ username: 'ada' }]);
    const [idle, busy] = [connected(t, port), connected(t, port)];
    await ask(idle);
    Object.assign(api.app.server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
    await ask(busy);
    const recording = Promise.withResolvers<boolean>();
    api.visits.record = () => recording.promise;
    const answer = ask(busy, '/ada');
    await sleep(50);
    t.mock.timers.tick(CHECK_MS);
    recording.resolve(true);
    assert.match(await answer, /^HTTP\/1\.1 200 OK/);
    assert.match(await ask(idle), /^HTTP\/1\.1 200 OK/);
  });
});

describe('A stop', () => {
  /** Each on a connection of its own. */
  const requests = {
    'a cached page': ['/ada', 200],
    'a cached link': ['/ada/maps', 302],
    'a route of the API': ['/api/v1/user', 401],
    'an unknown path': ['/api/v1/nothing', 404],
  } as const;

  it('answers the next request of a kept connection and closes it then, and others two seconds later', async (t) => {
    const api = await openApi(engines[0]!, { MAX_EVENT_LOOP_DELAY_MS: '60000' });
    t.after(() => api.close());
    const items = [{ link: 'https://example.com/', slug: 'maps', caption: 'Maps' }];
    await makePages(api.config.databaseUrl, [{ username: 'ada', blocks: [{ block: 'links', items }] }]);
    const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
    const asked = Object.values(requests).map(([path, status]) => ({
      path,
      status,
      socket: connected(t, Number(port)),
    }));
    for (const { path, status, socket } of [...asked, ...asked]) {
      assert.match(await ask(socket, path), new RegExp(`^HTTP/1\\.1 ${status} .*\r\nConnection: keep-alive\r\n`, 's'));
    }
    const silent = connected(t, Number(port));
    await ask(silent);

    const began = performance.now();
    const stopped = api.app.close();
    await sleep(300);
    for (const { path, status, socket } of asked) {
      const isClosed = once(socket, 'close', soon());
      assert.match(await ask(socket, path), new RegExp(`^HTTP/1\\.1 ${status} .*\r\nConnection: close\r\n`, 'si'));
      await isClosed;
    }
    assert.equal(silent.closed, false);
    await once(silent, 'close', soon());
    await stopped;
    const tookMs = performance.now() - began;
    assert.ok(tookMs >= 1900 && tookMs < 6000, `it took ${tookMs} ms`);
  });

  it('takes no time if no connection is kept', async (t) => {
    const api = await openApi(engines[0]!, { MAX_EVENT_LOOP_DELAY_MS: '60000' });
    t.after(() => api.close());
    const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connected(t, Number(port));
    await ask(socket);
    const began = performance.now();
    const stopped = api.app.close();
    socket.end();
    await stopped;
    assert.ok(performance.now() - began < 1500);
  });
});
