// The fast lane answers cached pages ahead of the framework. Over real connections, its responses equal those of the
// framework.
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ApiError } from '../../contract/errors.ts';
import { metered } from '../process/metrics/metered.ts';
import { type Account, type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { makePages } from '../support/pages/pages.ts';
import { type Answer, call } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('The fast lane', () => {
  let api: Api;
  let url: string;
  let record: Api['visits']['record'];
  /** For each recorded visit: whether it came through the fast lane, and its address. */
  let recorded: { isInLane: boolean; address: string | undefined }[] = [];
  /** Keeps connections open, as browsers do. */
  const agent = new Agent({ keepAlive: true });

  before(async () => {
    api = await openApi(engines[0]!, { TRUST_PROXY: '1', PUBLIC_URL: '' });
    const items = [
      { slug: 'shop', link: 'https://shop.example/?a=1', settings: { pass_query: true } },
      { slug: 'müsli', link: 'https://oats.example/' },
      { slug: 'adult', link: 'https://adult.example/', settings: { sensitive: true } },
      { slug: 'off', link: 'https://off.example/', settings: { enabled: false } },
    ];
    const page = { username: 'ada', pixels: [{ type: 'quora', id: 'q-1' } as const] };
    await makePages(api.config.databaseUrl, [{ ...page, blocks: [{ block: 'links', items }] }]);
    record = api.visits.record;
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    await ask('/ada');
  });
  beforeEach(() => {
    recorded = [];
    api.visits.record = async (visit) => {
      recorded.push({ isInLane: /fast-lane\.ts/.test(String(new Error().stack)), address: visit.address });
      return record(visit);
    };
  });
  after(async () => {
    agent.destroy();
    await api.close();
  });

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    call(url, `${method} ${path}`, { headers: { 'user-agent': FIREFOX, ...headers }, agent });
  /** The response as sent. */
  async function sentTo(path: string, version: string, ...headers: string[]): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const lines = [`GET ${path} HTTP/${version}`, 'Host: links.example', `User-Agent: ${FIREFOX}`, ...headers, '\r\n'];
    const staysOpen = headers.includes('Connection: keep-alive') || (version === '1.1' && !/close/.test(`${headers}`));
    socket.write(lines.join('\r\n'));
    // The server closes the connection after this one.
    if (staysOpen) socket.write(`GET /health HTTP/1.1\r\nHost: links.example\r\nConnection: close\r\n\r\n`);
    const [first, ...next] = Buffer.concat(await socket.toArray())
      .toString('latin1')
      .split(/(?=HTTP\/1\.1 \d)/);
    assert.equal(next.length, staysOpen ? 1 : 0);
    return first!;
  }
  /** The response without what differs between requests. */
  const comparable = ({ status, headers: { date, 'x-request-id': id, ...headers }, text }: Answer) => {
    assert.match(String(date), /GMT$/);
    assert.match(String(id), /^[\w-]{36}$/);
    return { status, headers, text };
  };

  it('answers like the framework', async () => {
    const etag = String((await ask('/ada')).headers.etag);
    const requests: Record<string, string>[] = [
      {},
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'gzip, br', dnt: '1' },
      { 'if-none-match': etag },
      { 'sec-purpose': 'prefetch' },
      { 'user-agent': 'curl/8.9.0' },
      { host: 'links.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' },
    ];
    for (const headers of requests) {
      const expected = comparable(await ask('/%61da', headers));
      const isCounted = expected.headers['fingerpost-visit'] === 'counted';
      // After a change of the database, such as counted visits, the framework answers once.
      await eventually('the fast lane answers', 10_000, async () => {
        await ask('/ada', { ...headers, 'if-none-match': '' });
        recorded = [];
        assert.deepEqual(comparable(await ask('/ada?from=card', headers)), expected, JSON.stringify(headers));
        return recorded.every(({ isInLane }) => isInLane);
      });
      const address = headers['x-forwarded-for'] ?? '127.0.0.1';
      assert.deepEqual(recorded, isCounted ? [{ isInLane: true, address }] : []);
    }
  });

  it('sends the same bytes as Node, whether the connection stays open or not', async () => {
    const fixed = (bytes: string) =>
      bytes.replaceAll(/(?<=Date: ).+ GMT/g, '(date)').replaceAll(/(?<=X-Request-Id: )[\w-]{36}/g, '(id)');
    for (const path of ['da', 'da?from=card', 'da/shop?b=%0d%0aSet-Cookie:%20a=b&c=%C3%BC']) {
      for (const [version, ...headers] of [
        ['1.1'],
        ['1.1', 'Accept-Encoding: gzip'],
        ['1.1', 'Accept-Encoding: br'],
        ['1.1', 'Connection: close'],
        ['1.0'],
        ['1.0', 'Connection: keep-alive'],
      ] as [string, ...string[]][]) {
        const expected = fixed(await sentTo(`/%61${path}`, version, ...headers));
        assert.match(expected, /^HTTP\/1\.1 (200 OK|302 Found)\r\n/);
        // After a change of the database, such as counted visits, the framework answers once.
        await eventually('the fast lane answers', 10_000, async () => {
          recorded = [];
          const sent = fixed(await sentTo(`/a${path}`, version, ...headers));
          assert.equal(sent, expected, `${path} ${version} ${headers}`);
          return recorded.length > 0 && recorded.every(({ isInLane }) => isInLane);
        });
      }
    }
  });

  it('answers a synchronous error with 500, and the next request normally', async () => {
    api.visits.record = () => {
      throw new Error('secret detail');
    };
    for (const path of ['/ada', '/ada/shop']) {
      const answer = await ask(path);
      assert.equal(answer.status, 500, path);
      assert.doesNotMatch(answer.text, /secret/);
      assert.match(answer.text, /Something went wrong/);
    }
    api.visits.record = record;
    assert.equal((await ask('/ada')).status, 200);
    assert.equal((await ask('/ada/shop')).status, 302);
  });

  it('leaves requests with a key to the framework, as the owner may have sent them', async () => {
    const { accountId } = (await api.store.read
      .selectFrom('username')
      .select('account_id as accountId')
      .executeTakeFirst())!;
    const { key } = await api.keyFor({ id: accountId } as Account);
    for (const path of ['/ada', '/ada/shop']) await ask(path);
    recorded = [];
    for (const path of ['/ada', '/ada/shop']) {
      await ask(path);
      const answer = await ask(path, { authorization: `Bearer ${key}` });
      assert.equal(answer.headers['fingerpost-visit'], 'owner');
    }
    await ask('/ada', { authorization: 'Basic YWRhOmFkYQ==' });
    assert.deepEqual(
      recorded.map(({ isInLane }) => isInLane),
      [true, true, false],
    );
  });

  it('does not record visits of browsers that the account does not count', async () => {
    const { account_id } = (await api.store.read.selectFrom('username').select('account_id').executeTakeFirst())!;
    const { key } = await api.keyFor({ id: account_id } as Account);
    const { body } = await api.call('POST /analytics/exclusion', { key, json: {} });
    const cookie = `a=b; fingerpost_uncounted=AAAAAAAAAAAAAAAAAAAAAA.${body.response.link.split('/').at(-1)}`;
    for (const path of ['/ada', '/ada/shop']) {
      await ask(path);
      recorded = [];
      const expected = comparable(await ask(path.replace('/a', '/%61'), { cookie }));
      assert.equal(expected.headers['fingerpost-visit'], 'excluded');
      assert.deepEqual(comparable(await ask(path, { cookie })), expected);
      assert.deepEqual(recorded, []);
      const other = { cookie: cookie.replace('fingerpost_uncounted', 'uncounted') };
      assert.equal((await ask(path, other)).headers['fingerpost-visit'], 'counted');
      assert.deepEqual(recorded, [{ isInLane: true, address: '127.0.0.1' }]);
    }
  });

  it('redirects links like the framework', async () => {
    await ask('/ada/shop');
    const expected = comparable(await ask('/%61da/shop?b=2'));
    assert.deepEqual(
      [expected.status, expected.headers.location, expected.headers['fingerpost-visit']],
      [302, 'https://shop.example/?a=1&b=2', 'counted'],
    );
    recorded = [];
    assert.deepEqual(comparable(await ask('/ada/shop?b=2')), expected);
    assert.equal((await ask('/ada/shop', { 'sec-purpose': 'prefetch' })).headers['fingerpost-visit'], 'prefetch');
    assert.deepEqual(recorded, [{ isInLane: true, address: '127.0.0.1' }]);
  });

  it('leaves special and closed links to the framework', async () => {
    for (const [path, status] of [
      ['/ada/m%C3%BCsli', 302],
      ['/ada/adult', 200],
      ['/ada/adult/continue', 302],
      ['/ada/off', 404],
      ['/ada/shop/', 301],
      ['/ada/shop/qr.svg', 200],
      ['/ada/__proto__', 404],
      ['/ada//', 404],
    ] as const) {
      // The second request could come from the cache.
      await ask(path);
      assert.equal((await ask(path)).status, status, path);
    }
    assert.ok(recorded.length > 0 && recorded.every(({ isInLane }) => !isInLane));
  });

  it('answers other methods, bodies, encodings and invalid requests correctly', async () => {
    assert.equal((await call(url, 'POST /ada', { json: {} })).status, 405);
    assert.equal((await call(url, 'GET /ada', { json: {} })).status, 200);
    assert.equal((await ask('/ada', {}, 'HEAD')).headers['fingerpost-visit'], 'head');
    assert.equal((await ask('/ada', { 'accept-encoding': 'br' })).headers['content-encoding'], 'br');
    assert.equal((await ask('/ada', { host: 'a"b' })).status, 400);
    assert.equal((await ask(`/ada?${'x'.repeat(9000)}`)).status, 414);
  });

  it('answers 503 if the visit cannot be recorded, without a retry', async () => {
    let tries = 0;
    api.visits.record = async () => {
      tries += 1;
      throw new ApiError('unavailable');
    };
    const answer = await ask('/ada');
    assert.deepEqual([answer.status, answer.headers['retry-after'], tries], [503, '1', 1]);
    assert.match(String(answer.headers['content-type']), /^text\/html/);
  });
});

/** The result of each setting for these headers, over a connection from 127.0.0.1. */
const proxied: { setting: string; headers: Record<string, string>; address: string; origin: string }[] = [
  {
    setting: 'off',
    headers: { host: 'a.example', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'b.example' },
    address: '127.0.0.1',
    origin: 'http://a.example',
  },
  {
    setting: '1',
    headers: { host: 'a.example', 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-forwarded-proto': 'http, https' },
    address: '203.0.113.9',
    origin: 'https://a.example',
  },
  {
    setting: '2',
    headers: { host: 'a.example', 'x-forwarded-for': '198.51.100.1,, 203.0.113.9 , 10.0.0.2' },
    address: '203.0.113.9',
    origin: 'http://a.example',
  },
  {
    setting: '2',
    headers: { host: 'a.example', 'x-forwarded-for': ' ', 'x-forwarded-host': 'b.example, c.example' },
    address: '127.0.0.1',
    origin: 'http://c.example',
  },
  {
    setting: 'loopback, 2001:db8::/32',
    headers: { host: 'a.example', 'x-forwarded-for': '203.0.113.9, unknown, 2001:db8::1, ::ffff:127.0.0.2' },
    address: 'unknown',
    origin: 'http://a.example',
  },
  {
    setting: '10.0.0.0/8',
    headers: { host: 'a.example', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
    address: '127.0.0.1',
    origin: 'http://a.example',
  },
];

describe('The fast lane and the framework agree behind proxies', () => {
  for (const { setting, headers, address, origin } of proxied) {
    it(`with TRUST_PROXY=${setting} on ${JSON.stringify(headers)}`, async (t) => {
      const api = await openApi(engines[0]!, { TRUST_PROXY: setting, PUBLIC_URL: '' });
      t.after(() => api.close());
      await makePages(api.config.databaseUrl, [{ username: 'ada' }]);
      const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
      const { record } = api.visits;
      const recorded: [isInLane: boolean, address: string | undefined][] = [];
      api.visits.record = async (visit) => {
        recorded.push([/fast-lane\.ts/.test(String(new Error().stack)), visit.address]);
        return record(visit);
      };
      const get = async (path: string) => {
        const { status, text } = await call(url, `GET ${path}`, { headers: { 'user-agent': FIREFOX, ...headers } });
        assert.equal(status, 200);
        assert.ok(text.includes(`<link rel="canonical" href="${origin}/ada">`), text.slice(0, 300));
      };
      await get('/ada');
      await get('/%61da');
      assert.deepEqual(recorded, [
        [false, address],
        [false, address],
      ]);
      // On a busy machine, what is cached may have to be checked again first.
      await eventually('the page is served by the fast lane', 10_000, async () => {
        await get('/ada');
        return recorded.at(-1)![0];
      });
      assert.equal(recorded.at(-1)![1], address);
    });
  }
});

describe('Metrics of the fast lane', () => {
  it('count every page by its route', async (t) => {
    const databaseUrl = await freshDatabase(t, engines[0]!);
    await makePages(databaseUrl, [{ username: 'ada' }]);
    const { app, scrape } = await metered(t, databaseUrl);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    for (let time = 0; time < 3; time += 1) await call(url, 'GET /ada', { headers: { 'user-agent': FIREFOX } });
    const labels = '{method="GET",route="/:username",status="200"}';
    assert.equal((await scrape()).value(`fingerpost_request_duration_seconds_count${labels}`), 3);
    assert.equal((await scrape()).value('fingerpost_cache_hits_total{cache="pages"}'), 2);
  });
});
