// The public page over HTTP, on both stores: canonical URL, content encodings, caching and counting.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { renameAccount, suspendAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { updateAccount } from '../../server/storage/accounts/accounts.ts';
import { openStore } from '../../server/storage/store.ts';
import { type Api, NOON, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { makePages, type PageGiven } from '../support/pages/pages.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

for (const engine of engines) {
  describe(`The public page on ${engine.name}`, () => {
    let api: Api;
    const ids = new Map<string, number>();
    before(async () => {
      api = await openApi(engine);
      const sale = { caption: 'Ticket sale', link: 'https://example.com/', slug: 'sale' };
      const hour = { from: '2026-11-15T13:00:00Z', to: '2026-11-15T14:00:00Z' };
      const pages: PageGiven[] = [
        { username: 'ada', name: 'Ada Fenwick', blocks: [{ block: 'text', content: 'Which way?' }] },
        { username: 'bo', name: 'Bo', pixels: [{ type: 'facebook', id: '4711' }] },
        { username: 'fair', blocks: [{ block: 'links', items: [{ ...sale, settings: hour }] }] },
        ...['grace', 'gone', 'busy', 'seen', 'rush'].map((username) => ({ username })),
      ];
      const made = await makePages(api.config.databaseUrl, pages);
      for (const [index, { accountId }] of made.entries()) ids.set(pages[index]!.username, accountId);
    });
    after(() => api.close());

    const ask = (url: string, options: InjectOptions = {}) =>
      api.app.inject({ url, ...options, headers: { 'user-agent': FIREFOX, ...options.headers } });

    it('is sent complete, with its Content-Security-Policy and Cache-Control: no-cache', async () => {
      const page = await ask('/ada?from=card');
      assert.equal(page.statusCode, 200);
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(page.headers['cache-control'], 'no-cache');
      assert.equal(page.headers.vary, 'Accept-Encoding, Sec-Fetch-Dest');
      assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/);
      // The home page shows an example; other origins, the dashboard included, cannot frame it.
      assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'self';/);
      assert.equal(page.headers['x-content-type-options'], 'nosniff');
      assert.match(String(page.headers['x-request-id']), /^[\w-]{36}$/);
      assert.equal(page.headers['set-cookie'], undefined);
      assert.match(page.payload, /^<!doctype html>.*Ada Fenwick.*Which way\?.*<\/html>\n$/s);
      const head = await ask('/ada', { method: 'HEAD' });
      assert.deepEqual([head.statusCode, head.payload], [200, '']);
      assert.equal(head.headers['content-length'], String(Buffer.byteLength(page.payload)));
    });

    it('redirects from upper case, a trailing slash and a former username, with the query', async () => {
      const grace = ids.get('grace')!;
      await renameAccount(api.store, grace, 'hopper', commandLine, NOON);
      for (const [url, location] of [
        ['/ADA?a=1&a=2', '/ada?a=1&a=2'],
        ['/ada/', '/ada'],
        ['/Ada/?q=%20', '/ada?q=%20'],
        ['/grace?x', '/hopper?x'],
        ['/GRACE/', '/hopper'],
      ] as const) {
        const answer = await ask(url);
        assert.deepEqual([answer.statusCode, answer.headers.location], [301, location], url);
        assert.equal(answer.headers['fingerpost-visit'], undefined);
      }
      assert.equal((await ask('/%61da')).statusCode, 200);
      await renameAccount(api.store, grace, 'grace', commandLine, NOON);
      assert.equal((await ask('/grace')).statusCode, 200);
      assert.equal((await ask('/hopper')).headers.location, '/grace');
    });

    it('answers unknown pages with 404 and suspended ones with 410, as HTML', async () => {
      assert.equal((await ask('/gone')).statusCode, 200);
      await suspendAccount(api.store, ids.get('gone')!, commandLine, NOON);
      for (const [url, status] of [
        ['/nobody', 404],
        ['/nobody/', 404],
        ['/.env', 404],
        ['/%00', 404],
        ['/docs/', 404],
        ['/gone', 410],
        ['/GONE/', 410],
        ['/gone/shop', 410],
      ] as const) {
        const answer = await ask(url, { headers: { accept: 'text/html' } });
        assert.equal(answer.statusCode, status, url);
        assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8', url);
        assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
        assert.match(answer.payload, /<h1/);
        const head = await ask(url, { method: 'HEAD', headers: { accept: 'text/html' } });
        assert.deepEqual([head.statusCode, head.payload], [status, '']);
      }
    });

    it('answers 405 to other methods, and leaves errors under /api to the API', async () => {
      const post = await ask('/ada', { method: 'POST', payload: { a: 1 } });
      assert.deepEqual([post.statusCode, post.headers.allow], [405, 'GET, HEAD, OPTIONS']);
      assert.equal((await ask('/ada', { payload: { a: 1 } })).statusCode, 200, 'a GET with a body is a GET');
      for (const [method, url] of [
        ['GET', '/api'],
        ['GET', '/api/'],
        ['GET', '/api/nope'],
        ['POST', '/api/nope'],
        ['GET', '/api/v1/continue'],
        ['GET', '/%61pi/nope'],
        ['DELETE', '/api/v1'],
      ] as const) {
        const answer = await ask(url, { method, headers: { accept: 'text/html' } });
        assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], `${method} ${url}`);
      }
      const long = await ask(`/ada?${'x'.repeat(9000)}`);
      assert.equal(long.statusCode, 414);
      assert.match(String(long.headers['content-type']), /^text\/html/);
      const bad = await ask('/%zz', { headers: { accept: 'text/html' } });
      assert.equal(bad.statusCode, 400);
    });

    it('negotiates the content encoding, each with its own ETag', async () => {
      const plain = await ask('/ada');
      const encodings: [string, string | undefined, (body: Buffer) => Buffer][] = [
        ['gzip', 'gzip', gunzipSync],
        ['x-gzip', 'gzip', gunzipSync],
        ['br', 'br', brotliDecompressSync],
        ['gzip;q=0, *', 'br', brotliDecompressSync],
        ['br;q=0.1, gzip;q=0.5', 'gzip', gunzipSync],
        ['br;q=0, *;q=0.2', 'gzip', gunzipSync],
        ['identity, gzip;q=0.5', undefined, (body) => body],
        ['gzip;q=0', undefined, (body) => body],
        ['*;q=0', undefined, (body) => body],
        ['zstd', undefined, (body) => body],
        ['', undefined, (body) => body],
      ];
      const tags = new Set([plain.headers.etag]);
      for (const [accepted, encoding, decode] of encodings) {
        const answer = await ask('/ada', { headers: { 'accept-encoding': accepted } });
        assert.equal(answer.headers['content-encoding'], encoding, accepted);
        assert.equal(decode(answer.rawPayload).toString(), plain.payload, accepted);
        assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length);
        tags.add(answer.headers.etag);
      }
      assert.equal(tags.size, 3);
      assert.ok([...tags].every((tag) => /^"[\w-]{22}(-gz|-br)?"$/.test(String(tag))));
    });

    it('compresses a popular page with brotli in the background', async () => {
      const encodingOf = async () =>
        (await ask('/busy', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })).headers['content-encoding'];
      assert.equal(await encodingOf(), 'gzip');
      for (let count = 0; count < 120; count += 1) await encodingOf();
      await eventually('the page is sent as brotli', 5000, async () => (await encodingOf()) === 'br');
    });

    it('answers 304 to a matching ETag of an accepted encoding, and counts a view', async () => {
      const headers = { 'accept-encoding': 'gzip, br' };
      const zipped = await ask('/ada', { headers: { 'accept-encoding': 'gzip' } });
      const tag = String(zipped.headers.etag);
      for (const known of [tag, `"other", W/${tag}`, '*']) {
        const again = await ask('/ada', { headers: { ...headers, 'if-none-match': known } });
        assert.deepEqual([again.statusCode, again.payload], [304, ''], known);
        assert.equal(again.headers['fingerpost-visit'], 'counted');
        assert.equal(again.headers['content-encoding'], undefined);
      }
      const plain = { 'accept-encoding': 'identity', 'if-none-match': tag };
      assert.equal((await ask('/ada', { headers: plain })).statusCode, 200);
    });

    it('leaves out pixels for Sec-GPC and DNT, and names both in Vary', async () => {
      const tracked = await ask('/bo');
      assert.match(tracked.payload, /4711/);
      assert.equal(tracked.headers.vary, 'Accept-Encoding, Sec-GPC, DNT, Sec-Fetch-Dest');
      for (const headers of [{ 'sec-gpc': '1' }, { dnt: '1' }]) {
        const untracked = await ask('/bo', { headers });
        assert.doesNotMatch(untracked.payload, /4711|facebook/);
        assert.doesNotMatch(String(untracked.headers['content-security-policy']), /facebook/);
        assert.equal(untracked.headers.vary, 'Accept-Encoding, Sec-GPC, DNT, Sec-Fetch-Dest');
        assert.notEqual(untracked.headers.etag, tracked.headers.etag);
      }
      assert.match((await ask('/bo', { headers: { dnt: '0', 'sec-gpc': '?0' } })).payload, /4711/);
    });

    it('counts only browsers, and reports the kind of visit in a header', async () => {
      const { key } = await api.keyFor({ id: ids.get('seen')! });
      const counts: [string, InjectOptions][] = [
        ['counted', {}],
        ['counted', { remoteAddress: '203.0.113.9' }],
        ['head', { method: 'HEAD' }],
        ['bot', { headers: { 'user-agent': 'curl/8.9.0' } }],
        ['bot', { headers: { 'user-agent': '' } }],
        ['prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
        ['prefetch', { headers: { purpose: 'prefetch' } }],
        ['prefetch', { headers: { 'x-moz': 'prefetch' } }],
      ];
      for (const [kind, options] of counts) {
        const answer = await ask('/seen', options);
        assert.deepEqual([answer.statusCode, answer.headers['fingerpost-visit']], [200, kind], JSON.stringify(options));
      }
      await api.visits.aggregateAll();
      const { response } = (await api.call('GET /analytics/views', { key })).body;
      assert.deepEqual(response.getviews, { visits: 2, unique: 2 });
    });

    it('shows a change at the next request, and one by another process within a second', async () => {
      const ada = ids.get('ada')!;
      const before = await ask('/ada');
      await api.store.write(ada, (tx) => updateAccount(tx, ada, { bio: 'Mended signs' }));
      const after = await ask('/ada');
      assert.match(after.payload, /Mended signs/);
      assert.notEqual(after.headers.etag, before.headers.etag);

      const elsewhere = await openStore(api.config.databaseUrl, { watch: false });
      try {
        await elsewhere.write(ada, (tx) => updateAccount(tx, ada, { bio: 'Painted elsewhere' }));
      } finally {
        await elsewhere.close();
      }
      await eventually('the change is on the page', 1000, async () =>
        /Painted elsewhere/.test((await ask('/ada')).payload),
      );
    });

    it('expires a cached page when a link on it starts or ends', async () => {
      const isOn = async () => /Ticket sale/.test((await ask('/fair')).payload);
      try {
        assert.equal(await isOn(), false);
        api.clock.now = NOON + 3600_000_000;
        assert.equal(await isOn(), true);
        api.clock.now = NOON + 2 * 3600_000_000;
        assert.equal(await isOn(), false);
      } finally {
        api.clock.now = NOON;
      }
    });

    it('renders a page once for concurrent requests', async () => {
      let reads = 0;
      const { selectFrom } = api.store.read;
      Object.defineProperty(api.store.read, 'selectFrom', {
        configurable: true,
        value(table: never) {
          if (table === 'block') reads += 1;
          return selectFrom.call(this, table);
        },
      });
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/rush')));
      Reflect.deleteProperty(api.store.read, 'selectFrom');
      assert.ok(answers.every(({ statusCode }) => statusCode === 200));
      assert.equal(reads, 1);
    });
  });
}

describe('The public page without a PUBLIC_URL', () => {
  it('builds URLs from the request host', async () => {
    const api = await openApi(engines[0]!, { PUBLIC_URL: '' });
    try {
      await makePages(api.config.databaseUrl, [{ username: 'ada' }]);
      const at = async (host: string) => (await api.app.inject({ url: '/ada', headers: { host } })).payload;
      assert.match(await at('near.example'), /http:\/\/near\.example\/ada/);
      assert.doesNotMatch(await at('far.example'), /near\.example/);
      const bad = await api.app.inject({ url: '/ada', headers: { host: 'a b"c' } });
      assert.equal(bad.statusCode, 400);
    } finally {
      await api.close();
    }
  });
});
