// Clients that send or read slowly, or not at all, do not keep others from being served.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { holdAccount } from '../support/held-account.ts';
import { type Here, startHere } from '../support/here.ts';
import { assertApiError, pixelNamed, suiteScope, tenantOn } from '../support/server.ts';
import { openWire } from './wire.ts';

const sqlite = engines[0]!;
/** More than MAX_IN_FLIGHT. */
const CLIENTS = 3;
const MIB = 1024 * 1024;
/** The largest answer without a key. */
const LARGE = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n';
const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

describe('with MAX_IN_FLIGHT=2', () => {
  const t = suiteScope();
  let server: Here;
  let key: string;
  before(async () => {
    server = await startHere(t, sqlite, { MAX_IN_FLIGHT: '2' });
    ({ key } = server);
  });

  async function assertServed(): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      assert.equal((await server.call('GET /api/v1/user', { key })).status, 200);
      assert.equal((await server.call('GET /docs')).status, 200);
      assert.equal((await server.call('POST /api/v1/pixels', { key, json: pixelNamed('Meanwhile') })).status, 200);
    }
  }

  const body = JSON.stringify(pixelNamed('Late'));
  const senders: Record<string, (key: string) => { head: string; status: number }> = {
    'a body that is read': (key) => ({ head: `Authorization: Bearer ${key}\r\n`, status: 200 }),
    'an unread body': () => ({ head: '', status: 401 }),
    'an unread body with Connection: close': () => ({ head: 'Connection: close\r\n', status: 401 }),
  };
  for (const [what, of] of Object.entries(senders)) {
    it(`serves others while three clients send ${what} slowly`, async (t) => {
      const { head, status } = of(key);
      const type = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
      const wires = await Promise.all(Array.from({ length: CLIENTS }, () => openWire(t, server.port)));
      for (const wire of wires) await wire.send(`POST /api/v1/pixels HTTP/1.1\r\nHost: x\r\n${head}${type}\r\n\r\n{`);
      await assertServed();
      for (const wire of wires) {
        await wire.send(body.slice(1));
        assert.equal((await wire.answer()).status, status);
      }
    });
  }

  it('serves others while three clients upload slowly', async (t) => {
    const upload = `POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
    const type = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b';
    const wires = await Promise.all(Array.from({ length: CLIENTS }, () => openWire(t, server.port)));
    for (const wire of wires) await wire.send(upload + type);
    await assertServed();
  });

  it('serves others while three clients do not read their twelve answers each', async (t) => {
    const wires = await Promise.all(Array.from({ length: CLIENTS }, () => openWire(t, server.port)));
    for (const { socket } of wires) socket.pause();
    for (const wire of wires) await wire.send(LARGE.repeat(12));
    await assertServed();
    for (const wire of wires) {
      wire.socket.resume();
      for (let count = 0; count < 12; count += 1) assert.equal((await wire.answer()).status, 200);
    }
  });

  it('answers pipelined requests of one connection in turn, beyond MAX_IN_FLIGHT', async (t) => {
    const wire = await openWire(t, server.port);
    const user = `GET /api/v1/user HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    await wire.send(user.repeat(10) + HEALTH);
    for (let count = 0; count < 11; count += 1) assert.equal((await wire.answer()).status, 200);
  });
});

describe('a connection whose first request waits', () => {
  const scope = suiteScope();
  const large = HEALTH.replace('\r\n\r\n', `\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
  const surplus = {
    'hundreds of requests': HEALTH.repeat(500),
    'requests with 20 kB of headers each': large.repeat(6),
  };
  for (const [what, bytes] of Object.entries(surplus)) {
    it(`is closed when it sends ${what} more`, { timeout: 60_000 }, async (t) => {
      const server = await startHere(scope, sqlite);
      const { key, accountId, databaseUrl } = server;
      const release = await holdAccount(t, databaseUrl, accountId);
      const pixel = JSON.stringify(pixelNamed('Waits'));
      const head = `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${pixel.length}`;
      const wire = await openWire(t, server.port);
      await wire.send(`POST /api/v1/pixels HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${pixel}${bytes}`).catch(() => {});
      assert.equal((await wire.ended()).rest, '');
      assert.equal((await server.call('GET /health')).status, 200);
      await release();
    });
  }
});

describe('memory for incoming bodies', () => {
  it('is limited per account; only that account’s requests are rejected', { timeout: 120_000 }, async (t) => {
    const server = await startHere(t, sqlite);
    const ada = server;
    const bob = await tenantOn(server.databaseUrl, 'bob');
    const head = `POST /api/v1/pixels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.key}\r\nContent-Length: ${MIB}\r\n\r\n`;
    const wires = [];
    for (let count = 0; count < 65; count += 1) {
      const wire = await openWire(t, server.port);
      await wire.send(head + 'x'.repeat(MIB - 1));
      wires.push(wire);
    }
    const post = ({ key }: { key: string }) =>
      server.call('POST /api/v1/pixels', { key, json: { ...pixelNamed('More'), ignored: 'x'.repeat(MIB / 2) } });
    const refused = await Promise.any(wires.map((wire) => wire.answer()));
    assertApiError(refused, 503, 'unavailable');
    assert.equal((await post(bob)).status, 200);
    for (const { socket } of wires) socket.destroy();
    await eventually('Ada has room again', 30_000, async () => (await post(ada)).status === 200);
  });
});

describe('a body with too many parts', () => {
  const bodies = { 'application/json': ',', 'application/x-www-form-urlencoded': '&' };
  for (const [type, part] of Object.entries(bodies)) {
    it(`takes no more memory as soon as that is known (${type})`, { timeout: 120_000 }, async (t) => {
      const server = await startHere(t, sqlite);
      const { key } = server;
      const head = `POST /api/v1/pixels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${type}`;
      const wires = [];
      // Together, they would take all the memory that an account may use.
      for (let count = 0; count < 65; count += 1) {
        const wire = await openWire(t, server.port);
        await wire.send(`${head}\r\nContent-Length: ${MIB}\r\n\r\n${part.repeat(MIB - 1)}`);
        wires.push(wire);
      }
      assert.equal((await server.call('POST /api/v1/pixels', { key, json: pixelNamed('Meanwhile') })).status, 200);
      await wires[0]!.send(part);
      assertApiError(await wires[0]!.answer(), 413, 'too_large');
    });
  }
});

describe('requests that time out in the same moment', () => {
  it('are all answered with 408, and what arrives after that is ignored', { timeout: 60_000 }, async (t) => {
    const server = await startHere(t, sqlite, { REQUEST_TIMEOUT_SECONDS: '1' });
    const { key } = server;
    const pixel = JSON.stringify(pixelNamed('Late'));
    const head = `POST /api/v1/pixels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
    const wires = await Promise.all(Array.from({ length: 100 }, () => openWire(t, server.port)));
    for (const wire of wires) await wire.send(`${head}\r\nContent-Length: ${pixel.length}\r\n\r\n{`);
    for (const wire of wires) {
      assertApiError(await wire.answer(), 408, 'timeout');
      await wire.send(pixel.slice(1)).catch(() => {});
      assert.equal((await wire.ended()).rest, '');
    }
    const { body } = await server.call('GET /api/v1/pixels', { key });
    assert.deepEqual(body.response, []);
  });
});

describe('a client that does not read its answer', () => {
  it('is disconnected after four checks; one that is idle and one that reads are not', {
    timeout: 60_000,
  }, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { open } = await listening(t);
    const [stalled, idle, reading] = [await open(), await open(), await open()];
    for (const { client } of [stalled, reading]) client.pause().write(LARGE.repeat(32));
    idle.client.write(HEALTH);
    await once(idle.client, 'data');

    for (let check = 0; check < 4; check += 1) {
      for (const { server } of [stalled, reading]) await settled(server);
      assert.equal(stalled.server.destroyed, false);
      t.mock.timers.tick(5000);
      await readSome(reading.client, 1.5 * MIB);
    }
    assert.deepEqual(
      [stalled, idle, reading].map(({ server }) => server.destroyed),
      [true, false, false],
    );
  });
});

describe('stopping', () => {
  const clients = {
    'has sent nothing': '',
    'has sent part of its headers': 'GET /health HTTP/1.1\r\nHost:',
    'does not read its answers': LARGE.repeat(12),
  };
  for (const [what, bytes] of Object.entries(clients)) {
    it(`does not wait for a client that ${what}`, { timeout: 60_000 }, async (t) => {
      t.mock.timers.enable({ apis: ['setInterval'] });
      const { close, open } = await listening(t, { STOP_TIMEOUT_SECONDS: '1' });
      const { client, server } = await open();
      client.pause().write(bytes);
      await eventually('all bytes have arrived', 5000, () => server.bytesRead === bytes.length);
      if (bytes.startsWith(LARGE)) await settled(server);
      await close();
      assert.equal(server.destroyed, true);
    });
  }
});

/** The service in this process, and connections to it with both ends. */
async function listening(t: TestContext, environment: Record<string, string> = {}) {
  // Load from other tests must not count as overload.
  const api = await openApi(sqlite, { MAX_EVENT_LOOP_DELAY_MS: '60000', ...environment });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as { port: number };
  async function open(): Promise<{ client: Socket; server: Socket }> {
    const accepted = once(api.app.server, 'connection');
    const client = connect({ port, host: '127.0.0.1' }).on('error', () => {});
    t.after(() => client.destroy());
    const [server] = await accepted;
    return { client, server };
  }
  let isOpen = true;
  async function close(): Promise<void> {
    if (isOpen) await api.close();
    isOpen = false;
  }
  t.after(close);
  return { open, close };
}

function readSome(socket: Socket, bytes: number): Promise<void> {
  let left = bytes;
  return new Promise((resolve) => {
    socket.on('data', function take(chunk: Buffer) {
      left -= chunk.length;
      if (left > 0) return;
      socket.pause().off('data', take);
      resolve();
    });
    socket.resume();
  });
}

/** Resolves when the server's send buffer is full. */
async function settled(server: Socket): Promise<void> {
  let before = -1;
  await eventually('the server cannot send more', 10_000, async () => {
    const isSame = server.writableLength > 0 && before === server.bytesWritten;
    before = server.bytesWritten;
    await sleep(100);
    return isSame;
  });
}
