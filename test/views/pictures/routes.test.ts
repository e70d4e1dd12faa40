import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import type { FileStorage } from '../../../server/files/file-storage.ts';
import { picturesRoutes } from '../../../server/http/pages/pictures.ts';
import { untilItDraws } from './drawing-process.ts';

const TOKEN = 'q3Vw8mT0bYkZr5nXc1LsAg';
const OTHER = 'AAAAAAAAAAAAAAAAAAAAAA';
const stored = { avatar: null, customize: '{}', background: '{}', pageOptions: '{}' };
const ada = { accountId: 5, isActive: true, username: 'ada', name: 'Ada Lovelace', bio: 'First programs.', ...stored };
const started: FastifyInstance[] = [];
after(() => Promise.all(started.map((app) => app.close())));

function startApp() {
  const lookups: string[] = [];
  const app = fastify();
  started.push(app);
  app.register(picturesRoutes, {
    publicAccounts: {
      async find(token) {
        lookups.push(token);
        return token === TOKEN ? ada : undefined;
      },
      figures: () => ({ hits: 0, misses: 0, entries: 0, bytes: 0 }),
    },
    caches: new Map(),
    files: {} as FileStorage,
  });
  return { app, lookups };
}

const { app } = startApp();

for (const url of [`/pictures/avatar/${TOKEN}.svg`, '/pictures/thumbnail/99.svg', '/favicon.svg']) {
  test(`${url} answers with a sandboxed SVG`, async () => {
    const answer = await app.inject(url);
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /^image\/svg\+xml\b/);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none';.* sandbox$/);
    assert.match(String(answer.headers['cache-control']), /^public, max-age=\d+$/);
    assert.match(answer.body, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  });
}

for (const url of [
  `/pictures/avatar/${TOKEN}.svg`,
  `/pictures/share/${TOKEN}.jpg`,
  '/pictures/thumbnail/99.svg',
  '/favicon.ico',
]) {
  test(`${url} answers 304 to a matching ETag`, async () => {
    await untilItDraws();
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
    await untilItDraws();
    const answer = await app.inject({ method: 'HEAD', url });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, '');
  });
}

test('serves a share image as a JPEG that is small enough for link previews', async () => {
  await untilItDraws();
  const answer = await app.inject(`/pictures/share/${TOKEN}.jpg`);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'image/jpeg');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin');
  assert.equal(answer.headers['cache-control'], 'public, max-age=300');
  const jpeg = answer.rawPayload;
  assert.equal(jpeg.subarray(0, 3).toString('hex'), 'ffd8ff');
  assert.ok(jpeg.length > 20_000 && jpeg.length < 100_000, `${jpeg.length} bytes`);
  assert.equal((await app.inject(`/pictures/share/${TOKEN}.svg`)).statusCode, 404);
});

test('serves the favicon in three sizes', async () => {
  const answer = await app.inject('/favicon.ico');
  assert.equal(answer.headers['content-type'], 'image/x-icon');
  const icon = answer.rawPayload;
  assert.deepEqual([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)], [0, 1, 3]);
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = icon.subarray(6 + 16 * index);
    const png = icon.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8));
    assert.deepEqual([entry[0], entry[1], png.readUInt32BE(16), png.readUInt32BE(20)], [size, size, size, size]);
  }
});

test('answers 404 for an unknown account, and serves thumbnails without a lookup', async () => {
  const { app, lookups } = startApp();
  for (const url of [`/pictures/avatar/${OTHER}.svg`, `/pictures/share/${OTHER}.jpg`]) {
    const answer = await app.inject(url);
    assert.equal(answer.statusCode, 404, url);
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
  assert.deepEqual(lookups, [OTHER, OTHER]);
  assert.equal((await app.inject('/pictures/thumbnail/9007199254740991.svg')).statusCode, 200);
  assert.deepEqual(lookups, [OTHER, OTHER]);
});

test('answers 404 for malformed tokens and ids without a lookup', async () => {
  const { app, lookups } = startApp();
  const files = ['0.svg', '-1.svg', '01.svg', '1.5.svg', '1e3.svg', 'abc.svg', '5', '5.gif', '5.svg.svg', '.svg'];
  files.push(
    '9007199254740992.svg',
    '99999999999999999999.svg',
    '%00.svg',
    '5%2esvg%00',
    '%D9%A5.svg',
    '__proto__.svg',
    `${TOKEN}A.svg`,
    `${TOKEN}.gif`,
    `${TOKEN.replace('q', '.')}.svg`,
  );
  const check = async (path: string) => assert.equal((await app.inject(path)).statusCode, 404, path);
  for (const file of files) {
    await check(`/pictures/avatar/${file}`);
    await check(`/pictures/share/${file.replace('.svg', '.jpg')}`);
    await check(`/pictures/thumbnail/${file}`);
  }
  // Account ids, which could be enumerated.
  await check('/pictures/avatar/5.svg');
  await check('/pictures/share/5.jpg');
  assert.deepEqual(lookups, []);
});
