// Checks behind a proxy. Each returns its finding, and throws if it misses its target.
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { type Answer, assertApiError, pixelNamed } from '../../test/support/server.ts';
import { type Front, SITE } from './fronts.ts';
import { type Ask, VISITOR, type Visitor } from './visitor.ts';

export interface Behind {
  readonly front: Front;
  readonly visitor: Visitor;
  /** Calls the service directly, without the proxy. */
  direct(request: string, headers: Record<string, string>): Promise<Answer>;
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

const urls: Check = {
  what: 'URLs in the answers',
  target: `all begin with ${ORIGIN}, and resolve`,
  async run({ visitor }) {
    const found = new Set<string>();
    const toFollow = new Set<string>();
    const pages = await everyRead(visitor);
    for (const [path, { status, text, body }] of pages) {
      assert.equal(status, 200, `${path}: ${text.slice(0, 200)}`);
      for (const url of ourUrls(text)) {
        assert.ok(url === ORIGIN || url.startsWith(`${ORIGIN}/`), `${path} contains ${url}`);
        found.add(url);
        // Example URLs in the API reference do not resolve.
        if (body?.response && /\/pictures\/|page=\d/.test(url)) toFollow.add(url);
      }
    }
    for (const kind of ['/pictures/avatar/', '/pictures/share/', 'page=2']) {
      const isContained = [...toFollow].some((url) => url.includes(kind));
      assert.ok(isContained, `no answer contains ${kind}`);
    }
    for (const url of toFollow) assert.equal((await visitor.ask(`GET ${url.slice(ORIGIN.length)}`)).status, 200, url);
    return `${found.size} in ${pages.size} answers, ${toFollow.size} followed: all ${ORIGIN}`;
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
  what: 'a GET with a body: with length, chunked, over HTTP/2',
  target: 'always read',
  async run({ visitor }) {
    const body = JSON.stringify({ results_per_page: 25 });
    const answers = [
      await visitor.ask('GET /api/v1/pixels', { body }),
      await visitor.ask('GET /api/v1/pixels', { body, chunked: true }),
      await visitor.askByHttp2('GET /api/v1/pixels', { body }),
    ];
    assert.deepEqual(
      answers.map((answer) => [answer.body.meta.per_page, new URL(answer.body.meta.path).origin]),
      answers.map(() => [25, ORIGIN]),
    );
    return 'always read';
  },
};

const largeAnswer: Check = {
  what: 'a large answer',
  target: 'byte for byte as the service sent it',
  async run({ visitor, direct }) {
    const through = await visitor.ask('GET /docs/blocks');
    const past = await direct('GET /docs/blocks', { host: SITE, 'x-forwarded-proto': 'https' });
    assert.equal(through.text, past.text);
    const compressed = await visitor.ask('GET /docs/blocks', { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(compressed.headers['content-encoding'], 'gzip');
    const size = Buffer.byteLength(through.text);
    assert.ok(size > 100_000, `${size} bytes are not large`);
    return `${Math.round(size / 1000)} kB, byte for byte as the service sent it`;
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

/** Client address and own URL, which TRUST_PROXY and PUBLIC_URL decide. */
export const identity: readonly Check[] = [address, spoofing, urls];

/** What a proxy might change, truncate or reject itself. */
export const passage: readonly Check[] = [
  redirect,
  largestAllowed,
  rejections,
  conditional,
  bodyOfGet,
  largeAnswer,
  liveStream,
];

/** Runs last, when there is something in the log. */
export const discretion: readonly Check[] = [log];

/** Shows that the other checks would detect a wrong setting. */
export const withoutTrust: Check = {
  what: 'effect of the wrong setting',
  target: 'every client is 127.0.0.1, and URLs have no TLS',
  async run(behind) {
    assert.equal(await recordedAddress(behind.visitor), '127.0.0.1');
    await assert.rejects(urls.run(behind), / contains http:\/\/links\.example/);
    return 'every client is 127.0.0.1, and URLs have no TLS';
  },
};

async function recordedAddress(visitor: Visitor, headers: Record<string, string> = {}): Promise<string> {
  const name = `Seen ${performance.now()}`;
  const added = await visitor.ask('POST /api/v1/pixels', { headers, body: JSON.stringify(pixelNamed(name)) });
  assert.equal(added.status, 200, added.text);
  const { body } = await visitor.ask('GET /api/v1/activities', { headers });
  assert.equal(body.response[0].message, `The pixel "${name}" was added.`);
  return body.response[0].ip;
}

/** URLs with our host name or of this machine. */
function ourUrls(text: string): string[] {
  const all = text.replaceAll('&quot;', '"').match(/https?:\/\/[^\s"'<>\\)`]+/gi) ?? [];
  return all.filter((url) => /^https?:\/\/(links\.example|localhost|127\.|\[)/i.test(url));
}

interface Operation {
  security?: unknown;
  parameters?: { required?: boolean }[];
}

async function everyRead(visitor: Visitor): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const read = async (path: string): Promise<Answer> => {
    const answer = await visitor.ask(`GET ${path}`);
    answers.set(path, answer);
    return answer;
  };
  const { body: document } = await read('/api/v1/openapi.json');
  const blocks: { id: number; items?: { id: number }[] }[] = (await read('/api/v1/blocks')).body.response;
  const { id, items } = blocks.find((each) => each.items?.length)!;
  for (const path of ['', `/items/${items![0]!.id}`]) await read(`/api/v1/blocks/${id}${path}`);
  const clicks = (await read('/api/v1/analytics/clicks')).body.response.links;
  await read(`/api/v1/analytics/clicks/${Object.keys(clicks)[0]}`);
  const pixels: { id: number }[] = (await read('/api/v1/pixels')).body.response;
  await read(`/api/v1/pixels/${pixels[0]!.id}`);
  for (const [path, { get }] of Object.entries<{ get?: Operation }>(document.paths)) {
    // A stream has no end, and what has its own security is not for keys.
    const isForKeys = get && !get.security && !path.endsWith('/stream');
    if (isForKeys && !path.includes('{') && !get.parameters?.some(({ required }) => required)) await read(path);
  }
  await read('/docs');
  return answers;
}
