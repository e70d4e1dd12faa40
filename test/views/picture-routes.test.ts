import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { picturesRoutes } from '../../server/http/public/pictures.ts';

const accounts = new Map([[5, { name: 'Ada Lovelace', bio: 'First programs.' }]]);

function startApp() {
  const asked: number[] = [];
  const app = fastify();
  app.register(picturesRoutes, {
    findName: async (id) => {
      asked.push(id);
      return accounts.get(id);
    },
  });
  return { app, asked };
}

for (const url of ['/pictures/avatar/5.svg', '/pictures/share/5.svg', '/pictures/thumbnail/99.svg']) {
  test(`${url} answers with a picture that can do nothing but be looked at`, async () => {
    const { app } = startApp();
    const answer = await app.inject(url);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'image/svg+xml; charset=utf-8');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['content-security-policy'], "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin');
    assert.match(String(answer.headers['cache-control']), /^public, max-age=\d+$/);
    assert.match(answer.body, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  });

  test(`${url} is not sent again to whoever has it`, async () => {
    const { app } = startApp();
    const { etag } = (await app.inject(url)).headers;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await app.inject({ url, headers: { 'if-none-match': String(known) } });
      assert.equal(again.statusCode, 304, String(known));
      assert.equal(again.body, '');
      assert.equal(again.headers.etag, etag);
    }
    const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } });
    assert.equal(other.statusCode, 200);
  });

  test(`${url} answers HEAD without a body`, async () => {
    const { app } = startApp();
    const answer = await app.inject({ method: 'HEAD', url });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, '');
  });
}

test('a picture changes its ETag with the name', async () => {
  const names = ['Ada', 'Bea'];
  const app = fastify();
  app.register(picturesRoutes, { findName: async () => ({ name: names.shift()!, bio: '' }) });
  const before = await app.inject('/pictures/avatar/5.svg');
  const after = await app.inject('/pictures/avatar/5.svg');
  assert.notEqual(before.headers.etag, after.headers.etag);
});

test('an unknown account has no picture; a thumbnail needs no look-up', async () => {
  const { app, asked } = startApp();
  for (const url of ['/pictures/avatar/6.svg', '/pictures/share/6.svg']) {
    const answer = await app.inject(url);
    assert.equal(answer.statusCode, 404, url);
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
  assert.deepEqual(asked, [6, 6]);
  assert.equal((await app.inject('/pictures/thumbnail/9007199254740991.svg')).statusCode, 200);
  assert.deepEqual(asked, [6, 6]);
});

test('what is no positive integer below 2^53 is 404 and is never looked up', async () => {
  const { app, asked } = startApp();
  const files = ['0.svg', '-1.svg', '01.svg', '1.5.svg', '1e3.svg', 'abc.svg', '5', '5.png', '5.svg.svg', '.svg'];
  files.push(
    '9007199254740992.svg',
    '99999999999999999999.svg',
    '%00.svg',
    '5%2esvg%00',
    '%D9%A5.svg',
    '__proto__.svg',
  );
  for (const kind of ['avatar', 'share', 'thumbnail']) {
    for (const file of files) {
      const answer = await app.inject(`/pictures/${kind}/${file}`);
      assert.equal(answer.statusCode, 404, `${kind}/${file}`);
    }
  }
  assert.deepEqual(asked, []);
});
