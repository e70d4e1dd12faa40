// The encodings of a large page: each is made once, on another thread, and all responses share one Buffer.
import assert from 'node:assert/strict';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, describe, it, type TestContext } from 'node:test';
import zlib from 'node:zlib';
import { type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { makePages } from '../support/pages/pages.ts';
import { type Answer, call } from '../support/server.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** About 200 KiB of HTML that hardly compresses: a page is large from 64 KiB, and 16 KiB compressed. */
const blocks = Array.from({ length: 8 }, (_, block) => ({
  block: 'faq' as const,
  items: Array.from({ length: 15 }, (_, item) => ({
    caption: `Question ${block}-${item}`,
    element: {
      answer: Array.from({ length: 250 }, (_, word) => (word * 7919 * (block + 1) + item * 104729).toString(36)).join(
        ' ',
      ),
    },
  })),
}));

/** Replaces functions of zlib for a test, in every module that has imported them. */
function replace(
  t: TestContext,
  name: 'gunzip' | 'gunzipSync' | 'brotliCompress',
  work: (...args: unknown[]) => unknown,
) {
  const { mock } = t.mock.method(zlib, name, work as never);
  syncBuiltinESMExports();
  t.after(() => {
    mock.restore();
    syncBuiltinESMExports();
  });
  return mock;
}

describe('A large page', () => {
  let api: Api;
  let url: string;
  before(async () => {
    api = await openApi(engines[0]!);
    await makePages(
      api.config.databaseUrl,
      ['ada', 'bea', 'cem', 'dan'].map((username) => ({ username, blocks })),
    );
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => api.close());

  const ask = (path: string, encoding: string): Promise<Answer> =>
    call(url, `GET ${path}`, { headers: { 'user-agent': FIREFOX, 'accept-encoding': encoding } });

  it('is decompressed once for clients without gzip, off the event loop', async (t) => {
    const { gunzip, gunzipSync } = zlib;
    const async = replace(t, 'gunzip', gunzip as never);
    const sync = replace(t, 'gunzipSync', gunzipSync as never);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/bea', 'identity')));
    answers.push(await ask('/bea', 'identity'), await ask('/bea', 'identity'));
    const { length } = answers[0]!.text;
    assert.ok(length > 100_000);
    for (const { status, headers, text } of answers) {
      assert.deepEqual(
        [status, headers['content-encoding'], headers['content-length']],
        [200, undefined, String(length)],
      );
      assert.ok(text === answers[0]!.text);
    }
    assert.equal(async.callCount(), 1);
    assert.equal(sync.callCount(), 0);
  });

  for (const encoding of ['gzip', 'identity']) {
    it(`is sent from one shared Buffer as ${encoding}`, async (t) => {
      await ask('/ada', encoding);
      const sent = new Set<unknown>();
      const { end } = ServerResponse.prototype;
      t.mock.method(ServerResponse.prototype, 'end', function (this: ServerResponse, ...args: unknown[]) {
        sent.add(args[0]);
        return Reflect.apply(end, this, args);
      });
      // The page may be rendered once more when the service notices that another process has made it.
      await eventually('all answers share a body', 10_000, async () => {
        sent.clear();
        const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/ada', encoding)));
        assert.ok(answers.every(({ status }) => status === 200));
        return sent.size === 1;
      });
      assert.ok([...sent][0] instanceof Buffer);
    });
  }

  it('is sent as gzip if brotli fails, and the log is throttled', async (t) => {
    const failing = replace(t, 'brotliCompress', (_data, _options, done) => {
      setImmediate(done as never, new Error('no memory'));
    });
    const log = t.mock.method(api.app.log, 'error', () => {});
    // On a busy machine, the requests could take longer than the log is throttled.
    const now = performance.now();
    t.mock.method(performance, 'now', () => now);
    for (let time = 0; time < 250; time += 1) {
      const { status, headers } = await ask('/cem', 'gzip, br');
      assert.deepEqual([status, headers['content-encoding']], [200, 'gzip']);
    }
    assert.equal(failing.callCount(), 2);
    const answer = await ask('/cem', 'br, gzip;q=0');
    assert.deepEqual([answer.status, answer.headers['content-encoding']], [200, undefined]);
    assert.match(answer.text, /<\/html>\s*$/);
    assert.deepEqual(
      log.mock.calls.map(({ arguments: [, sentence] }) => sentence as unknown),
      ['Could not compress a page with brotli; sending gzip instead'],
    );
  });

  it('is compressed with brotli once for clients that accept nothing else', async (t) => {
    const { brotliCompress } = zlib;
    const compressing = replace(t, 'brotliCompress', brotliCompress as never);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('/dan', 'br, gzip;q=0')));
    for (const { status, headers } of answers) assert.deepEqual([status, headers['content-encoding']], [200, 'br']);
    assert.equal(compressing.callCount(), 1);
  });
});
