import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { picturesRoutes } from '../../server/http/public/pictures.ts';

const accounts = new Map([[5, { username: 'ada', name: 'Ada Lovelace', bio: 'First programs.' }]]);
const started: FastifyInstance[] = [];
after(() => Promise.all(started.map((app) => app.close())));

function startApp() {
  const asked: number[] = [];
  const app = fastify();
  started.push(app);
  app.register(picturesRoutes, {
    findName: async (id) => {
      asked.push(id);
      return accounts.get(id);
    },
    caches: new Map(),
  });
  return { app, asked };
}

const { app } = startApp();

for (const url of ['/pictures/avatar/5.svg', '/pictures/thumbnail/99.svg', '/favicon.svg']) {
  test(`${url} answers with a picture that can do nothing but be looked at`, async () => {
    const answer = await app.inject(url);
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /^image\/svg\+xml\b/);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none';.* sandbox$/);
    assert.match(String(answer.headers['cache-control']), /^public, max-age=\d+$/);
    assert.match(answer.body, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  });
}

for (const url of ['/pictures/avatar/5.svg', '/pictures/share/5.jpg', '/pictures/thumbnail/99.svg', '/favicon.ico']) {
  test(`${url} is not sent again to whoever has it`, async () => {
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
    const answer = await app.inject({ method: 'HEAD', url });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, '');
  });
}

test('a share image is a JPEG, small enough for the apps that show it beside a link', async () => {
  const answer = await app.inject('/pictures/share/5.jpg');
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'image/jpeg');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin');
  assert.equal(answer.headers['cache-control'], 'public, max-age=300');
  const jpeg = answer.rawPayload;
  assert.equal(jpeg.subarray(0, 3).toString('hex'), 'ffd8ff');
  assert.ok(jpeg.length > 20_000 && jpeg.length < 100_000, `${jpeg.length} bytes`);
  assert.equal((await app.inject('/pictures/share/5.svg')).statusCode, 404);
});

test('the sign of the service comes as an icon of three sizes', async () => {
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

test('an unknown account has no picture; a thumbnail needs no look-up', async () => {
  const { app, asked } = startApp();
  for (const url of ['/pictures/avatar/6.svg', '/pictures/share/6.jpg']) {
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
  const files = ['0.svg', '-1.svg', '01.svg', '1.5.svg', '1e3.svg', 'abc.svg', '5', '5.gif', '5.svg.svg', '.svg'];
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
      const name = kind === 'share' ? file.replace('.svg', '.jpg') : file;
      const answer = await app.inject(`/pictures/${kind}/${name}`);
      assert.equal(answer.statusCode, 404, `${kind}/${name}`);
    }
  }
  assert.deepEqual(asked, []);
});
