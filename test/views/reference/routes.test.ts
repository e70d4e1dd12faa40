import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { type ReferenceOptions, referenceRoutes } from '../../../server/http/site/reference.ts';
import { elements, readMarkup, textOf } from '../markup.ts';
import { smallDocument } from './reference-document.ts';

function startApp(options: Partial<ReferenceOptions> = {}) {
  const calls: string[] = [];
  const app = fastify();
  app.register(referenceRoutes, {
    document: () => {
      calls.push('document');
      return smallDocument;
    },
    origin: () => 'http://localhost',
    ...options,
  });
  return { app, calls };
}

const quickStart = (body: string) => textOf(elements(readMarkup(body), 'pre')[0]!);

test('sends a Content-Security-Policy that allows only its own style', async () => {
  const { app } = startApp();
  const answer = await app.inject('/docs');
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(answer.headers['content-language'], 'en');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.equal(answer.headers['referrer-policy'], 'no-referrer');
  assert.match(
    String(answer.headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /,
  );
  assert.ok(answer.body.includes('href="/api/v1/openapi.json"'));
});

test('has a page for every resource, and answers an unknown one with 404 and a link back', async () => {
  const { app, calls } = startApp();
  const places = await app.inject('/docs/places');
  assert.equal(places.statusCode, 200);
  assert.equal(textOf(elements(readMarkup(places.body), 'h1')[0]!), 'Places');
  assert.ok(places.headers['content-security-policy']);
  for (const path of ['/docs/nothing', '/docs/', '/docs/__proto__', '/docs/Places']) {
    const unknown = await app.inject(path);
    assert.equal(unknown.statusCode, 404, path);
    assert.match(String(unknown.headers['content-type']), /^text\/html/);
    assert.ok(unknown.body.includes('href="/docs"'), path);
  }
  assert.deepEqual(calls, ['document']);
});

test('renders once, and answers 304 to a matching ETag', async () => {
  const { app, calls } = startApp();
  const first = await app.inject('/docs');
  const again = await app.inject({ url: '/docs', headers: { 'if-none-match': String(first.headers.etag) } });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
  assert.equal(again.headers.etag, first.headers.etag);
  assert.ok(again.headers['content-security-policy']);
  assert.deepEqual(calls, ['document']);
});

test('compresses the page if accepted, with its own ETag', async () => {
  const { app } = startApp();
  const plain = await app.inject('/docs');
  for (const [header, encoding] of [
    ['gzip, deflate, br', 'gzip'],
    ['br;q=1, gzip;q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0.0, br', undefined],
    ['identity', undefined],
    ['', undefined],
  ]) {
    const answer = await app.inject({ url: '/docs', headers: { 'accept-encoding': header } });
    assert.equal(answer.headers['content-encoding'], encoding, header);
    assert.equal(answer.headers.vary, 'accept-encoding');
    const body = encoding ? gunzipSync(answer.rawPayload).toString() : answer.body;
    assert.equal(body, plain.body);
    assert.equal(answer.headers.etag === plain.headers.etag, encoding === undefined);
  }
});

test('uses the URL of the service in examples', async () => {
  const { app } = startApp({ origin: (request) => `https://${request.host}` });
  for (const host of ['links.example', 'other.example:8080']) {
    const answer = await app.inject({ url: '/docs', headers: { host } });
    assert.ok(quickStart(answer.body).includes(`curl 'https://${host}/v1/places'`));
    const places = await app.inject({ url: '/docs/places', headers: { host } });
    assert.ok(places.body.includes(`https://${host}/v1/places/42/delete`));
    assert.ok(!places.body.includes('links.example') || host === 'links.example');
  }
});
