// A page with more than a thousand items is rendered in a thread, and is otherwise a page like any other.
import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, describe, it, type TestContext } from 'node:test';
import zlib from 'node:zlib';
import { type Account, type Api, openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ITEMS_PER_BLOCK = 100;

function documentOf(links: number, caption = 'Link') {
  const blocks = Array.from({ length: links / ITEMS_PER_BLOCK }, (_, block) => ({
    block: 'links',
    items: Array.from({ length: ITEMS_PER_BLOCK }, (_, item) => {
      const number = block * ITEMS_PER_BLOCK + item;
      return { caption: `${caption} ${number}`, link: `https://example.com/${number}`, slug: `to-${number}` };
    }),
  }));
  return { version: 1, blocks };
}

function captionsIn(html: string): string[] {
  return [...html.matchAll(/>((?:Link|Way) \d+)</g)].map(([, caption]) => caption!);
}

function captions(links: number, caption = 'Link'): string[] {
  return Array.from({ length: links }, (_, number) => `${caption} ${number}`);
}

/** How often this thread compresses a page. */
function compressions(t: TestContext): () => number {
  const { deflateRaw, deflateRawSync } = zlib;
  const mocks = [t.mock.method(zlib, 'deflateRaw', deflateRaw), t.mock.method(zlib, 'deflateRawSync', deflateRawSync)];
  syncBuiltinESMExports();
  t.after(() => {
    for (const { mock } of mocks) mock.restore();
    syncBuiltinESMExports();
  });
  return () => mocks.reduce((sum, { mock }) => sum + mock.callCount(), 0);
}

for (const engine of enginesOf(import.meta.url)) {
  describe(`A page with very many links on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let bea: Account;
    before(async () => {
      api = await openApi(engine);
      [ada, bea] = [await api.account('ada'), await api.account('bea')];
      await fill(ada, 1100);
      await fill(bea, 1000);
    });
    after(() => api.close());

    async function fill({ key }: Account, links: number, caption?: string): Promise<void> {
      const { status } = await api.call('POST /page/import', { key, json: { document: documentOf(links, caption) } });
      assert.equal(status, 200);
    }

    const view = (path: string, encoding = 'identity') =>
      api.app.inject({ path, headers: { 'user-agent': FIREFOX, 'accept-encoding': encoding } });

    it('is rendered in a thread above a thousand items, and here up to them', async (t) => {
      const count = compressions(t);
      assert.deepEqual(captionsIn((await view('/ada')).body), captions(1100));
      assert.equal(count(), 0);
      assert.deepEqual(captionsIn((await view('/bea')).body), captions(1000));
      assert.ok(count() > 0);
    });

    it('is the same in every encoding, and 304 if it has not changed', async () => {
      const plain = await view('/ada');
      const gzip = await view('/ada', 'gzip');
      const brotli = await view('/ada', 'br, gzip;q=0');
      assert.deepEqual([gzip.headers['content-encoding'], brotli.headers['content-encoding']], ['gzip', 'br']);
      assert.equal(zlib.gunzipSync(gzip.rawPayload).toString(), plain.body);
      assert.equal(zlib.brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
      const etag = String(gzip.headers.etag);
      const headers = { 'user-agent': FIREFOX, 'accept-encoding': 'gzip', 'if-none-match': etag };
      assert.equal((await api.app.inject({ path: '/ada', headers })).statusCode, 304);
    });

    it('shows a change at once', async () => {
      await fill(ada, 1200, 'Way');
      assert.deepEqual(captionsIn((await view('/ada')).body), captions(1200, 'Way'));
      await fill(ada, 100);
      assert.deepEqual(captionsIn((await view('/ada')).body), captions(100));
      await fill(ada, 1100);
      assert.deepEqual(captionsIn((await view('/ada')).body), captions(1100));
    });

    it('counts views, and impressions of its links', async () => {
      const cem = await api.account('cem');
      await fill(cem, 1100);
      for (const _ of [1, 2]) assert.equal((await view('/cem')).headers['fingerpost-visit'], 'counted');
      await api.visits.aggregateAll();
      const { body } = await api.call('GET /analytics/links', { key: cem.key });
      assert.equal(body.meta.total, 1100);
      const impressions = body.response.map((row: { impressions: number }) => row.impressions);
      assert.deepEqual(new Set(impressions), new Set([2]));
    });
  });
}
