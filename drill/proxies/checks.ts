// Checks behind a proxy. Each returns its finding, and throws if it misses its target.
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { assertApiError, pixelNamed } from '../../test/support/server.ts';
import { type Front, SITE } from './fronts.ts';
import { type Ask, VISITOR, type Visitor } from './visitor.ts';

export interface Behind {
  readonly front: Front;
  readonly visitor: Visitor;
}

export interface Check {
  readonly what: string;
  readonly target: string;
  run(behind: Behind): Promise<string>;
}

const ORIGIN = `https://${SITE}`;
const lies = {
  'x-forwarded-for': '198.51.100.66',
  'x-forwarded-host': 'elsewhere.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '81',
  'x-real-ip': '198.51.100.66',
  forwarded: 'for=198.51.100.66;host=elsewhere.example;proto=http',
};

const address: Check = {
  what: 'the address that an activity records',
  target: VISITOR,
  async run({ visitor }) {
    const recorded = await recordedAddress(visitor);
    assert.equal(recorded, VISITOR, `it records ${recorded}`);
    return recorded;
  },
};

const spoofing: Check = {
  what: 'the same with forged X-Forwarded-* headers',
  target: `${VISITOR}, ${ORIGIN}`,
  async run({ visitor }) {
    const { body } = await visitor.ask('GET /api/v1/pixels', { headers: lies });
    const trusted = `${await recordedAddress(visitor, lies)}, ${new URL(body.meta.path).origin}`;
    assert.equal(trusted, `${VISITOR}, ${ORIGIN}`, `it trusts ${trusted}`);
    return trusted;
  },
};

const redirect: Check = {
  what: 'a request without TLS',
  target: '308 to the same address with TLS',
  async run({ visitor }) {
    const { status, headers } = await visitor.askInTheOpen('GET /api/v1/pixels?page=2&results_per_page=25');
    assert.equal(headers.location, `${ORIGIN}/api/v1/pixels?page=2&results_per_page=25`);
    assert.equal(status, 308, `it is answered with ${status}`);
    return '308 to the same address with TLS';
  },
};

const long = (length: number) => 'a'.repeat(length);
const tooLong: [what: string, status: number, request: string, ask?: Ask][] = [
  ['a body of 1 MiB and a byte', 413, 'POST /api/v1/pixels', { body: long(limits.bodyBytes + 1) }],
  ['a body of 1.5 MiB in chunks', 413, 'POST /api/v1/pixels', { body: long(1.5 * limits.bodyBytes), chunked: true }],
  ['a body of 8 MiB', 413, 'POST /api/v1/pixels', { body: long(8 * limits.bodyBytes) }],
  ['a URL of 8,300 characters', 414, `GET /api/v1/pixels?${long(8300)}`],
  ['a URL of 100,000 characters', 414, `GET /api/v1/pixels?${long(100_000)}`],
  ['headers of 40,000 bytes', 431, 'GET /api/v1/pixels', { headers: { 'x-long': long(40_000) } }],
  ['headers of 100,000 bytes', 431, 'GET /api/v1/pixels', { headers: { 'x-long': long(100_000) } }],
];

const rejections: Check = {
  what: 'bodies, URLs and headers that are too long',
  target: '413, 414 and 431, in JSON',
  async run({ visitor }) {
    for (const [what, status, request, ask] of tooLong) {
      const answer = await visitor.ask(request, ask).catch((error: Error) => assert.fail(`${what}: ${error.message}`));
      assert.equal(answer.status, status, `${what}: ${answer.status} ${answer.text.slice(0, 100)}`);
      assertApiError(answer, status, 'too_large');
    }
    return '413, 414 and 431, in JSON';
  },
};

const largestAllowed: Check = {
  what: 'the longest allowed body, URL and headers',
  target: 'all accepted',
  async run({ visitor }) {
    const start = JSON.stringify(pixelNamed('Longest')).replace(/}$/, ',"ignored":"');
    const body = `${start}${long(limits.bodyBytes - start.length - 2)}"}`;
    const path = '/api/v1/pixels?ignored=';
    const answers = [
      await visitor.ask('POST /api/v1/pixels', { body }),
      await visitor.ask(`GET ${path}${long(limits.urlLength - path.length)}`),
      await visitor.ask('GET /api/v1/pixels', { headers: { 'x-long': long(limits.headerBytes - 2000) } }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    return 'all accepted';
  },
};

const conditional: Check = {
  what: 'If-None-Match and HEAD',
  target: '304; the same headers, no body',
  async run({ visitor }) {
    for (const path of ['/api/v1/user', '/docs']) {
      const { headers, text } = await visitor.ask(`GET ${path}`);
      const etag = headers.etag!;
      assert.match(etag, /^"/, `the ETag of ${path} is a weak one`);
      const again = await visitor.ask(`GET ${path}`, { headers: { 'if-none-match': etag } });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag], path);
      const head = await visitor.ask(`HEAD ${path}`);
      assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', etag], path);
      assert.equal(head.headers['content-length'], String(Buffer.byteLength(text)), path);
    }
    return '304; the same headers, no body';
  },
};

const bodyOfGet: Check = {
  what: 'a GET with a body: with length, chunked',
  target: 'always read',
  async run({ visitor }) {
    const body = JSON.stringify({ results_per_page: 25 });
    for (const chunked of [false, true]) {
      const answer = await visitor.ask('GET /api/v1/pixels', { body, chunked });
      assert.deepEqual([answer.body.meta.per_page, new URL(answer.body.meta.path).origin], [25, ORIGIN]);
    }
    return 'always read';
  },
};

const MAX_MESSAGE_MS = 2000;
/** More than the interval of heartbeats. */
const MAX_HEARTBEAT_MS = 20_000;

const liveStream: Check = {
  what: 'the live stream: a visit, a click and a heartbeat',
  target: `each message at once (${MAX_MESSAGE_MS} ms)`,
  async run({ visitor }) {
    const stream = await visitor.listen('/api/v1/analytics/live/stream');
    try {
      assert.equal(stream.status, 200, `it is answered with ${stream.status}`);
      assert.equal(stream.headers['content-encoding'], undefined);
      await stream.hears('event: snapshot', MAX_MESSAGE_MS);
      const { body } = await visitor.ask('GET /api/v1/user');
      const { body: clicks } = await visitor.ask('GET /api/v1/analytics/clicks');
      const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      const stranger = { isStranger: true, headers: { 'user-agent': agent } };
      const visit = `/${body.response.username}`;
      assert.equal((await visitor.ask(`GET ${visit}`, stranger)).status, 200);
      const arrival = await stream.hears('event: arrival', MAX_MESSAGE_MS);
      await visitor.ask(`GET ${visit}/${Object.keys(clicks.response.links)[0]}`, stranger);
      const click = await stream.hears('event: click', MAX_MESSAGE_MS);
      await stream.hears('\n:\n', MAX_HEARTBEAT_MS);
      return `visit ${Math.round(arrival)} ms, click ${Math.round(click)} ms after its answer, and a heartbeat`;
    } finally {
      stream.stop();
    }
  },
};

const log: Check = {
  what: "visitors' addresses in the proxy's log",
  target: 'none',
  async run({ front }) {
    const lines = front
      .log()
      .split('\n')
      .filter((line) => line.includes(VISITOR));
    assert.equal(lines.length, 0, `${lines.length}: ${lines[0]}`);
    return 'none';
  },
};

/** The log is read last, when there is something in it. */
export const checks: readonly Check[] = [
  address,
  spoofing,
  redirect,
  largestAllowed,
  rejections,
  conditional,
  bodyOfGet,
  liveStream,
  log,
];

async function recordedAddress(visitor: Visitor, headers: Record<string, string> = {}): Promise<string> {
  const name = `Seen ${performance.now()}`;
  const added = await visitor.ask('POST /api/v1/pixels', { headers, body: JSON.stringify(pixelNamed(name)) });
  assert.equal(added.status, 200, added.text);
  const { body } = await visitor.ask('GET /api/v1/activities', { headers });
  assert.equal(body.response[0].message, `The pixel "${name}" was added.`);
  return body.response[0].ip;
}
