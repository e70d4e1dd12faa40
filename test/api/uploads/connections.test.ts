// Uploads over real connections: aborted, endless, too many at once, and with a full disk.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { mountSmallDisk } from '../../faults/small-disk.ts';
import { type Account, type Api, assertError, BOUNDARY, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { openS3 } from '../../support/s3/bucket.ts';
import { drawn, formOf, formType, upload } from '../../support/upload-form.ts';

const [sqlite] = engines;

describe('An upload in flight', () => {
  let api: Api;
  let ada: Account;
  let port: number;
  before(async () => {
    api = await openApi(sqlite!);
    ada = await api.account('ada');
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    port = (api.app.server.address() as AddressInfo).port;
  });
  after(() => api.close());

  const staged = async () => readdir(await api.files.staging());
  const begin = (headers: Record<string, string> = {}) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/uploads',
      headers: { authorization: `Bearer ${ada.key}`, ...formType, ...headers },
      agent: new http.Agent({ keepAlive: true }),
    });
    const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', async (response) => {
        const chunks = await response.toArray();
        resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() });
      });
    });
    return { request, answered };
  };
  const opening = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.txt"\r\n\r\n`;
  const filesInFlight = (count: number) =>
    eventually(`${count} files arrive`, 10_000, async () => (await staged()).length === count);

  it('leaves nothing behind when the client disconnects', async () => {
    const { request, answered } = begin({ 'content-length': '1000000' });
    request.write(opening + 'x'.repeat(100_000));
    await filesInFlight(1);
    request.destroy();
    await assert.rejects(answered);
    await filesInFlight(0);
    assert.deepEqual(await api.files.walk(), []);
  });

  it('gets a 413 if it is too large, with any framing, and is not stored', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const framings: Record<string, string>[] = [
      {},
      { connection: 'close' },
      { 'content-length': String(opening.length + 60 * megabyte.length) },
    ];
    for (const headers of framings) {
      const { request, answered } = begin(headers);
      request.write(opening);
      let isAnswered = false;
      void answered.finally(() => {
        isAnswered = true;
      });
      for (let sent = 0; sent < 60 && !isAnswered; sent += 1) {
        if (!request.write(megabyte)) await Promise.race([once(request, 'drain'), answered]);
      }
      request.end();
      const { status, text } = await answered;
      assert.equal(status, 413, text);
      assert.equal(JSON.parse(text).code, 'too_large');
      request.destroy();
      await filesInFlight(0);
    }
  });

  it('gets a 503 if its account has four in flight', async () => {
    const first = Array.from({ length: 4 }, () => begin());
    for (const { request } of first) request.write(`${opening}hello`);
    await filesInFlight(4);
    const fifth = begin();
    fifth.request.end(formOf(['file', 'hello', 'x.txt']));
    const { status, text } = await fifth.answered;
    assert.equal(status, 503, text);
    for (const { request } of first) request.end(`\r\n--${BOUNDARY}--\r\n`);
    const answers = await Promise.all(first.map(({ answered }) => answered));
    assert.deepEqual(
      answers.map(({ status: each }) => each),
      [200, 200, 200, 200],
    );
    await filesInFlight(0);
  });
});

describe('An upload with a full disk', () => {
  it('fails and leaves nothing, and succeeds once there is space', async (t) => {
    const disk = mountSmallDisk(t, 4);
    if (typeof disk === 'string') return t.skip(disk);
    const api = await openApi(sqlite!, { DATA_DIR: disk.folder });
    try {
      const { key } = await api.account('ada');
      const content = await drawn(1200, 800).png().toBuffer();
      const requests = [upload(key, ['file', content, 'x.png']), upload(key, ['file', 'x'.repeat(1_000_000), 'x.txt'])];
      const nothing = async () => {
        assert.deepEqual(await api.files.walk(), []);
        assert.deepEqual(await readdir(await api.files.staging()), []);
        assert.equal((await api.call('GET /uploads', { key })).body.meta.total, 0);
      };
      await api.files.check();
      disk.fill();
      for (const request of requests) {
        assertError(await api.call('POST /uploads', request), 503, 'unavailable');
        await nothing();
      }
      disk.empty();
      for (const request of requests) assert.equal((await api.call('POST /uploads', request)).status, 200);
    } finally {
      await api.close();
    }
  });
});

describe('An upload into a bucket', () => {
  it('fails while the bucket is unavailable, leaves nothing, and succeeds later', async (t) => {
    const s3 = await openS3(t);
    const api = await openApi(sqlite!, s3.settings);
    try {
      const { key } = await api.account('ada');
      const options = upload(key, ['file', await drawn(300, 200).png().toBuffer(), 'x.png']);
      s3.fault = (request) => (/PUT .*\.avif/.test(request) ? 403 : undefined);
      assertError(await api.call('POST /uploads', options), 503, 'unavailable');
      assert.deepEqual(await api.files.walk(), []);
      s3.fault = () => undefined;
      const { status, body } = await api.call('POST /uploads', options);
      assert.equal(status, 200);
      const names = (await api.files.walk()).map(({ name }) => name.split('/')[2]);
      assert.deepEqual(names, ['192.avif', '192.webp', '300x200.webp', '96.avif', '96.webp', 'share.jpg']);
      assert.equal((await api.call(`POST /uploads/${body.response.id}/delete`, { key })).status, 200);
      assert.deepEqual(await api.files.walk(), []);
      assert.deepEqual(await readdir(await api.files.staging()), []);
    } finally {
      await api.close();
    }
  });
});
