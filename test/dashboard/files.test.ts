// The dashboard's files as a browser gets them.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { suiteScope } from '../support/server.ts';
import { builtFolder, SCRIPT, type Served, serveDashboard } from './built.ts';

const html = { accept: 'text/html,application/xhtml+xml' };
const script = 'GET /assets/index-1a2b3c.js';

describe("the dashboard's document", () => {
  const scope = suiteScope();
  let ask: Served['ask'];
  before(async () => {
    ({ ask } = await serveDashboard(scope, builtFolder(scope)));
  });

  it('is the answer to every path that a person opens', async () => {
    for (const path of ['/', '/sign-in', '/account/keys?new=1', '/stats/shop', '/not/a/screen', '/index.html']) {
      const answer = await ask(`GET ${path}`, html);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'no-cache');
      assert.match(answer.text, /<head>\s*<base href="\/" \/>/);
      assert.equal(answer.text.match(/<base /g)?.length, 1);
      assert.match(answer.text, /src="\.\/assets\/index-1a2b3c\.js"/);
    }
    assert.equal((await ask('GET /')).status, 200);
  });

  it('names the texts of the language that the browser prefers, and no others', async () => {
    const cases = [
      ['ar-EG,en;q=0.5', 'lang="ar" dir="rtl"', ['ar-1a2b3c']],
      ['tlh,en-GB;q=0.9', 'lang="en" dir="ltr"', ['en-1a2b3c']],
      ['de', 'lang="de" dir="ltr"', []],
    ] as const;
    for (const [preferred, attributes, texts] of cases) {
      const { text, headers } = await ask('GET /sign-in', { ...html, 'accept-language': preferred });
      assert.match(text, new RegExp(`<html ${attributes}>`));
      const named = [...text.matchAll(/<link rel="modulepreload" crossorigin href="\.\/assets\/([\w-]+)\.js">/g)];
      assert.deepEqual([named.map(([, name]) => name), text.includes('data-language')], [texts, false]);
      assert.equal(headers.vary, 'accept-encoding, accept-language');
    }
    assert.equal((await ask(script)).headers.vary, 'accept-encoding');
  });

  it('is not the answer where a file or data is asked for', async () => {
    for (const path of ['/sign-in', '/assets/gone-7a8b9c.js', '/manifest.json']) {
      const answer = await ask(`GET ${path}`, { accept: '*/*' });
      assert.equal(answer.status, 404, path);
      assert.deepEqual(answer.body.code, 'not_found');
    }
    assert.equal((await ask('GET /assets/gone-7a8b9c.js', html)).status, 404);
  });

  it('may run no script but its own, and is shown in no frame', async () => {
    const { headers } = await ask('GET /sign-in', html);
    assert.deepEqual((headers['content-security-policy'] as string).split('; '), [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob: https://links.example",
      "font-src 'self'",
      "connect-src 'self' https://links.example",
      "frame-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'self'",
    ]);
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['x-robots-tag'], 'noindex');
    assert.equal(headers['strict-transport-security'], 'max-age=31536000');
    assert.match(headers['permissions-policy'] as string, /camera=\(\).*publickey-credentials-get=\(self\)/);
    assert.equal(headers['set-cookie'], undefined);
  });

  it('asks for TLS only where it has it', async (t) => {
    const environment = { DASHBOARD_URL: 'http://localhost:3001' };
    const { ask } = await serveDashboard(t, builtFolder(t), { environment });
    assert.equal((await ask('GET /', html)).headers['strict-transport-security'], undefined);
  });
});

describe("the dashboard's assets", () => {
  const scope = suiteScope();
  let ask: Served['ask'];
  before(async () => {
    ({ ask } = await serveDashboard(scope, builtFolder(scope)));
  });

  it('are kept by browsers for a year', async () => {
    const answer = await ask(script);
    assert.equal(answer.status, 200);
    assert.equal(answer.text, SCRIPT);
    assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  });

  it('come in the smallest form that the browser takes', async () => {
    const brotli = await ask(script, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(brotli.bytes).toString(), SCRIPT);
    const gzip = await ask(script, { 'accept-encoding': 'gzip' });
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(gzip.bytes).toString(), SCRIPT);
    const plain = await ask(script, { 'accept-encoding': 'identity' });
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.text, SCRIPT);
    for (const { headers } of [brotli, gzip, plain]) assert.equal(headers.vary, 'accept-encoding');
    assert.equal(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size, 3);

    const tiny = await ask('GET /assets/tiny-4d5e6f.css', { 'accept-encoding': 'br' });
    assert.equal(tiny.headers['content-encoding'], undefined);
    assert.equal(tiny.text, 'a{}');
    const document = await ask('GET /', { ...html, 'accept-encoding': 'br' });
    assert.equal(document.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(document.bytes).toString(), (await ask('GET /', html)).text);
  });

  it('are not sent again to a browser that has them', async () => {
    for (const request of [script, 'GET /sign-in']) {
      const accepted = { ...html, 'accept-encoding': 'br' };
      const first = await ask(request, accepted);
      const again = await ask(request, { ...accepted, 'if-none-match': first.headers.etag! });
      assert.equal(again.status, 304, request);
      assert.equal(again.bytes.length, 0);
      assert.equal(again.headers['cache-control'], first.headers['cache-control']);
      assert.equal((await ask(request, { ...accepted, 'if-none-match': '"other"' })).status, 200);
    }
  });

  it('answer HEAD with the headers alone', async () => {
    for (const [head, get] of [
      ['HEAD /assets/index-1a2b3c.js', script],
      ['HEAD /sign-in', 'GET /sign-in'],
    ]) {
      const [short, long] = [await ask(head!, html), await ask(get!, html)];
      assert.equal(short.status, 200);
      assert.equal(short.bytes.length, 0);
      assert.equal(short.headers.etag, long.headers.etag);
      assert.equal(short.headers['content-length'], String(long.bytes.length));
    }
  });

  it('are the only files that can be had', async () => {
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%5c..%5csecret.txt',
      '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
      '//secret.txt',
      '/.inputs',
      '/.vite/manifest.json',
      '/assets/index-1a2b3c.js.br',
      '/assets/index-1a2b3c.js%00',
      '/assets/',
      '/assets',
    ]) {
      const answer = await ask(`GET ${path}`);
      assert.equal(answer.status, 404, path);
      assert.doesNotMatch(answer.text, /secret/, path);
    }
  });
});

describe('the API at the origin of the dashboard', () => {
  it('answers in JSON, for unknown paths and methods too, and takes keys', async (t) => {
    const { ask, api } = await serveDashboard(t, builtFolder(t));
    const { key } = await api.account('ada');
    const authorization = `Bearer ${key}`;
    const user = await ask('GET /api/v1/user', { authorization });
    assert.equal(user.status, 200);
    assert.equal((await ask('GET /api/v1/user')).status, 401);
    for (const path of ['/api', '/api/', '/api/v1/nothing', '/api/v2/user']) {
      const answer = await ask(`GET ${path}`, html);
      assert.equal(answer.status, 404, path);
      assert.equal(answer.body.code, 'not_found');
    }
    const other = await ask('GET /api/v1/page/import', { ...html, authorization });
    assert.equal(other.status, 405);
    assert.equal(other.headers.allow, 'POST, OPTIONS');
    assert.equal((await ask('GET /api/v1/openapi.json')).body.openapi, '3.1.0');
    assert.deepEqual((await ask('GET /health')).body, { status: 'ok' });
  });

  it("names the pages' origin in the addresses of pages, whichever host was asked", async (t) => {
    const { ask, api } = await serveDashboard(t, builtFolder(t), { environment: { PUBLIC_URL: '', PORT: '8080' } });
    const { key } = await api.account('ada');
    const { text } = await ask('GET /api/v1/links', { authorization: `Bearer ${key}`, host: 'my.links.example' });
    assert.match(text, /http:\/\/localhost:8080\//);
    assert.doesNotMatch(text, /my\.links\.example/);
  });

  it('counts the requests of a key to both origins together', async (t) => {
    const { ask, api } = await serveDashboard(t, builtFolder(t), { environment: { RATE_LIMIT: '2' } });
    const { key } = await api.account('ada');
    assert.equal((await api.call('GET /user', { key })).status, 200);
    assert.equal((await ask('GET /api/v1/user', { authorization: `Bearer ${key}` })).status, 200);
    assert.equal((await ask('GET /api/v1/user', { authorization: `Bearer ${key}` })).status, 429);
    assert.equal((await api.call('GET /user', { key })).status, 429);
  });

  it('serves no page', async (t) => {
    const { ask, api } = await serveDashboard(t, builtFolder(t));
    await api.account('ada');
    for (const path of ['/ada', '/docs', '/sitemap.xml', '/ada/qr.svg']) {
      assert.equal((await ask(`GET ${path}`)).status, 404, path);
    }
    assert.equal((await ask('GET /robots.txt')).text, 'User-agent: *\nDisallow: /\n');
  });
});

describe('a dashboard that is not built', () => {
  it('says so in one sentence, while the API works', async (t) => {
    const folder = emptyFolder(t);
    const { ask, api } = await serveDashboard(t, folder);
    const { key } = await api.account('ada');
    const answer = await ask('GET /sign-in', html);
    assert.equal(answer.status, 503);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(answer.text, /Run <code dir="ltr">npm run build<\/code>/);
    assert.equal((await ask('GET /api/v1/user', { authorization: `Bearer ${key}` })).status, 200);
    assert.equal((await api.app.inject('/ada')).statusCode, 200);
  });

  it('is served as soon as it is built', async (t) => {
    const folder = emptyFolder(t);
    const { ask } = await serveDashboard(t, folder);
    assert.equal((await ask('GET /', html)).status, 503);
    cpSync(builtFolder(t), folder, { recursive: true });
    assert.equal((await ask('GET /', html)).status, 200);
    assert.equal((await ask(script)).text, SCRIPT);
  });

  it('whose files are gone since it was opened answers 404', async (t) => {
    const folder = builtFolder(t);
    const { ask } = await serveDashboard(t, folder);
    rmSync(join(folder, 'assets'), { recursive: true });
    assert.equal((await ask(script)).status, 404);
  });
});

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-web-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
