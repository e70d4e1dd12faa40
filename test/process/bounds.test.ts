import assert from 'node:assert/strict';
import http from 'node:http';
import { before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { engines } from '../support/engines.ts';
import { type Here, startHere } from '../support/here.ts';
import {
  type Answer,
  answerOf,
  assertApiError,
  type Server,
  startServer,
  suiteScope,
  tenantOn,
} from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';
import { openWire, type WireAnswer } from './wire.ts';

const sqlite = engines[0]!;
const MIB = 1024 * 1024;

describe('request limits', () => {
  const t = suiteScope();
  let server: Server;
  let key: string;
  before(async () => {
    const databaseUrl = await freshDatabase(t, sqlite);
    ({ key } = await tenantOn(databaseUrl));
    server = await startServer(t, { DATABASE_URL: databaseUrl });
  });

  const framings = {
    'content-length': (body: Buffer) => ({ header: `Content-Length: ${body.length}`, bytes: body }),
    chunked: (body: Buffer) => ({ header: 'Transfer-Encoding: chunked', bytes: chunked(body) }),
  };
  const paces = { 'at once': { pieces: 1, pauseMs: 0 }, slowly: { pieces: 30, pauseMs: 10 } };

  for (const [framing, pace, connection] of [
    ['content-length', 'at once', 'keep-alive'],
    ['content-length', 'slowly', 'close'],
    ['chunked', 'at once', 'close'],
    ['chunked', 'slowly', 'keep-alive'],
  ] as const) {
    it(`answers 413 to a body of several MiB, ${framing}, sent ${pace}, connection ${connection}`, async (t) => {
      const wire = await openWire(t, server.port);
      const { header, bytes } = framings[framing](Buffer.alloc(3 * MIB, 'x'));
      await wire.send(post([header, `Connection: ${connection}`, `Authorization: Bearer ${key}`]));
      await wire.send(bytes, paces[pace]);
      assertApiError(await wire.answer(), 413, 'too_large');
      if (connection === 'close') {
        assert.deepEqual(await wire.ended(), { rest: '', error: undefined });
      } else {
        await wire.send('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
        assert.equal((await wire.answer()).status, 200);
      }
    });
  }

  for (const framing of Object.keys(framings)) {
    it(`answers 413 to a Node client that is still writing, ${framing}`, async (t) => {
      const { answer, error } = await writeOn(t, server, key, framing === 'chunked');
      assertApiError(answer, 413, 'too_large');
      assert.equal(error, undefined);
    });
  }

  it('accepts a body of exactly 1 MiB and rejects one more byte', async (t) => {
    for (const [size, status] of [
      [MIB, 200],
      [MIB + 1, 413],
    ] as const) {
      const wire = await openWire(t, server.port);
      const start = '{"name":"Big","type":"quora","pixel_id":"q","ignored":"';
      const body = `${start}${'x'.repeat(size - start.length - 2)}"}`;
      const headers = [`Content-Length: ${body.length}`, `Authorization: Bearer ${key}`];
      await wire.send(post(headers) + body);
      assert.equal((await wire.answer()).status, status);
    }
  });

  it('answers a request whose body it does not read before it closes the connection', async (t) => {
    const wanted = { 'POST /api/v1/pixels': 401, 'POST /api/nowhere': 404, 'POST /health': 405 };
    for (const [request, status] of Object.entries(wanted)) {
      const wire = await openWire(t, server.port);
      const head = `${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${3 * MIB}\r\n\r\n`;
      await wire.send(head);
      await wire.send(Buffer.alloc(3 * MIB, 'x'));
      assert.equal((await wire.answer()).status, status);
      assert.equal((await wire.ended()).error, undefined);
    }
  });

  const urls = {
    'a path of 9,000 characters': `/api/v1/analytics/clicks/${'a'.repeat(9000)}`,
    'an unknown path of 9,000 characters': `/${'a/'.repeat(4500)}`,
    'a query of 9,000 characters': `/api/v1/pixels?${'a'.repeat(9000)}`,
  };
  for (const [what, url] of Object.entries(urls)) {
    it(`answers ${what} with 414`, async (t) => {
      const wire = await openWire(t, server.port);
      await wire.send(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      assertApiError(await wire.answer(), 414, 'too_large');
      assert.equal((await wire.ended()).error, undefined);
    });
  }

  // Node reports only the packet that passed the limit: 431 where the URL began in an earlier packet.
  for (const length of [40_000, 100_000]) {
    it(`answers a URL of ${length} characters with 414 or 431`, async (t) => {
      const wire = await openWire(t, server.port);
      await wire.send(`GET /${'a'.repeat(length)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      const answer = await wire.answer();
      assertApiError(answer, answer.status === 414 ? 414 : 431, 'too_large');
      assert.equal((await wire.ended()).error, undefined);
    });
  }

  it('accepts a URL of 8,000 characters', async (t) => {
    const wire = await openWire(t, server.port);
    await wire.send(
      `GET /api/v1/pixels?${'a'.repeat(8000)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
    assert.equal((await wire.answer()).status, 200);
  });

  const headers = {
    'one header of 40 kB': `X-Long: ${'a'.repeat(40_000)}\r\n`,
    'headers of 300 kB together': `X-Some: ${'a'.repeat(1000)}\r\n`.repeat(300),
  };
  for (const [what, lines] of Object.entries(headers)) {
    for (const [pace, options] of Object.entries(paces)) {
      it(`answers ${what}, sent ${pace}, with 431`, async (t) => {
        const wire = await openWire(t, server.port);
        await wire.send(`GET /health HTTP/1.1\r\nHost: x\r\n${lines}\r\n`, options);
        assertApiError(await wire.answer(), 431, 'too_large');
        assert.deepEqual(await wire.ended(), { rest: '', error: undefined });
      });
    }
  }

  it('accepts headers of 30 kB', async (t) => {
    const wire = await openWire(t, server.port);
    await wire.send(`GET /health HTTP/1.1\r\nHost: x\r\n${`X-Some: ${'a'.repeat(990)}\r\n`.repeat(30)}\r\n`);
    assert.equal((await wire.answer()).status, 200);
  });

  const broken = {
    'bytes that are not HTTP': 'Hello, is anybody there?\r\n\r\n',
    'a TLS handshake': Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    'an unknown HTTP version': 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
    'an unknown method': 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n',
    'a header without a name': 'GET / HTTP/1.1\r\nHost: x\r\n: nothing\r\n\r\n',
    'a length that is not a number': 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n',
    'two lengths': 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'a length and chunks':
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'a NUL in a header': 'GET / HTTP/1.1\r\nHost: x\r\nX-Nul: a\0b\r\n\r\n',
  };
  for (const [what, bytes] of Object.entries(broken)) {
    it(`answers ${what} with 400`, async (t) => {
      const wire = await openWire(t, server.port);
      await wire.send(bytes);
      const answer = await wire.answer();
      assertApiError(answer, 400, 'malformed');
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.deepEqual(await wire.ended(), { rest: '', error: undefined });
    });
  }

  it('answers malformed chunks with 400', async (t) => {
    const wire = await openWire(t, server.port);
    const head = ['Transfer-Encoding: chunked', 'Content-Type: application/json', `Authorization: Bearer ${key}`];
    await wire.send(`${post(head)}what\r\n`);
    assertApiError(await wire.answer(), 400, 'malformed');
    assert.equal((await wire.ended()).error, undefined);
  });

  it('answers CONNECT with 405', async (t) => {
    const wire = await openWire(t, server.port);
    await wire.send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
    assertApiError(await wire.answer(), 405, 'method_not_allowed');
  });

  it('answers pipelined requests in order', async (t) => {
    const wire = await openWire(t, server.port);
    const user = `GET /api/v1/user HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    await wire.send(`${user}GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n`);
    const answers = [await wire.answer(), await wire.answer(), await wire.answer()];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 404, 200],
    );
  });

  const spellings = {
    'percent-encoded': '/%61pi/v1/user',
    'in absolute form': 'http://x/api/v1/user',
    'in absolute form, percent-encoded': 'HTTP://x/%61p%69/v1/user',
  };
  for (const [what, target] of Object.entries(spellings)) {
    for (const method of ['GET', 'OPTIONS']) {
      it(`sends the same headers for ${method} on an API path ${what}`, async (t) => {
        const wire = await openWire(t, server.port);
        const head = `HTTP/1.1\r\nHost: x\r\nX-Request-Id: one\r\nAuthorization: Bearer ${key}\r\n\r\n`;
        await wire.send(`${method} /api/v1/user ${head}`);
        const usual = await wire.answer();
        await wire.send(`${method} ${target} ${head}`);
        const answer = await wire.answer();
        assert.equal(answer.status, usual.status);
        assert.equal(answer.text, usual.text);
        for (const { headers } of [usual, answer]) {
          delete headers.date;
          assert.equal(headers['cache-control'], 'private, no-cache');
          for (const name of ['ratelimit-remaining', 'ratelimit-reset']) {
            headers[name] = headers[name] === undefined ? 'missing' : 'given';
          }
        }
        assert.deepEqual(answer.headers, usual.headers);
      });
    }
  }

  it('uses the host of a target in absolute form', async (t) => {
    const wire = await openWire(t, server.port);
    const pixels = (target: string) =>
      `GET ${target} HTTP/1.1\r\nHost: other.example\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    await wire.send(pixels('http://links.example:8080/api/v1/pixels?page=1'));
    assert.equal((await wire.answer()).body.meta.path, 'http://links.example:8080/api/v1/pixels');
    await wire.send(pixels('/api/v1/pixels'));
    assert.equal((await wire.answer()).body.meta.path, 'http://other.example/api/v1/pixels');
  });

  it('serves pages for targets in absolute form, also without a path', async (t) => {
    const wire = await openWire(t, server.port);
    const wanted = {
      'http://x/docs': 200,
      'http://x': 200,
      'http://x?a': 200,
      'http://x/ada': 200,
      'http://x/bob': 404,
    };
    for (const [target, status] of Object.entries(wanted)) {
      await wire.send(`GET ${target} HTTP/1.1\r\nHost: y\r\n\r\n`);
      assert.equal((await wire.answer()).status, status, target);
    }
  });

  it('sends the API headers for a URL under /api that cannot be decoded', async (t) => {
    const wire = await openWire(t, server.port);
    await wire.send('GET /api/v1/pixels/%zz HTTP/1.1\r\nHost: x\r\n\r\n');
    const answer = await wire.answer();
    assertApiError(answer, 400, 'malformed');
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.equal(answer.headers['cache-control'], 'private, no-cache');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  });

  it('writes nothing to standard error for any of these', () => assert.equal(server.stderr(), ''));
});

describe('REQUEST_TIMEOUT_SECONDS', { concurrency: true }, () => {
  const seconds = 1;
  const t = suiteScope();
  let server: Here;
  let key: string;
  before(async () => {
    server = await startHere(t, sqlite, { REQUEST_TIMEOUT_SECONDS: String(seconds) });
    ({ key } = server);
  });
  const stall = {
    'headers that stall': () => 'GET /health HTTP/1.1\r\nHost: x\r\nX-More:',
    'a body that stalls': () => `${post(['Content-Length: 100', `Authorization: Bearer ${key}`])}{"name":`,
    'chunks that stall': () => `${post(['Transfer-Encoding: chunked', `Authorization: Bearer ${key}`])}fff\r\n{"name":`,
    'an unread body that stalls': () => post(['Content-Length: 100', 'Connection: close']),
  };
  for (const [what, start] of Object.entries(stall)) {
    for (const drips of [false, true]) {
      it(`ends ${what}${drips ? ', with a byte now and then' : ''} with 408`, async (t) => {
        const wire = await openWire(t, server.port);
        await wire.send(start());
        const answer = drips ? await dripUntil(wire.answer(), () => wire.socket.write('a')) : await wire.answer();
        assertApiError(answer, 408, 'timeout');
        assert.equal(answer.headers.connection, 'close');
        await wire.ended();
      });
    }
  }

  it('keeps an idle connection open', async (t) => {
    const wire = await openWire(t, server.port);
    await wire.send('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await wire.answer();
    await sleep((seconds + 2) * 1000);
    await wire.send('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.equal((await wire.answer()).status, 200);
  });
});

describe('MAX_CONNECTIONS', () => {
  it('closes connections above the limit and accepts new ones once there is room', async (t) => {
    const server = await startHere(t, sqlite, { MAX_CONNECTIONS: '3' });
    const health = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
    const wires = [];
    for (let count = 0; count < 3; count += 1) {
      const wire = await openWire(t, server.port);
      await wire.send(health);
      assert.equal((await wire.answer()).status, 200);
      wires.push(wire);
    }
    const surplus = await openWire(t, server.port);
    assert.equal((await surplus.ended()).rest, '');

    await wires[0]!.send(health);
    assert.equal((await wires[0]!.answer()).status, 200);
    wires[1]!.socket.destroy();
    await sleep(100);
    assert.equal((await server.call('GET /health')).status, 200);
  });
});

function post(headers: string[]): string {
  return `POST /api/v1/pixels HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers.join('\r\n')}\r\n\r\n`;
}

function chunked(body: Buffer): Buffer {
  const size = 64 * 1024;
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += size) {
    const piece = body.subarray(start, start + size);
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

async function dripUntil(answer: Promise<WireAnswer>, drip: () => void): Promise<WireAnswer> {
  const timer = setInterval(drip, 100);
  try {
    return await answer;
  } finally {
    clearInterval(timer);
  }
}

/** Sends 4 MiB in pieces, continues after the answer, and returns any error. */
async function writeOn(t: TestContext, { url }: Server, key: string, isChunked: boolean) {
  const agent = new http.Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const pieces = 40;
  const piece = Buffer.alloc((4 * MIB) / pieces, 'x');
  const length = isChunked ? {} : { 'content-length': piece.length * pieces };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...length };
  const request = http.request(`${url}/api/v1/pixels`, { method: 'POST', headers, agent });
  let error: Error | undefined;
  const answered = new Promise<Answer>((resolve, reject) => {
    request.on('response', (response) => answerOf(response).then(resolve, reject));
    request.on('error', (problem) => {
      error = problem;
      reject(problem);
    });
  });
  answered.catch(() => {});
  for (let count = 0; count < pieces && !error; count += 1) {
    request.write(piece);
    await sleep(5);
  }
  request.end();
  const answer = await answered;
  return { answer, error };
}
