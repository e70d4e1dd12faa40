// Uploads as a browser receives them, from both kinds of storage.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertAccountToken } from '../../server/storage/accounts/account-tokens.ts';
import { type Api, assertError, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { type LocalS3, openS3 } from '../support/s3/bucket.ts';
import { suiteScope } from '../support/server.ts';

const digest = 'd'.repeat(64);
const token = 'q3Vw8mT0bYkZr5nXc1LsAg';
const picture = `/uploads/${digest}/${token}/640x480.webp`;
const large = Buffer.alloc(16_000_000, 'film');

/** An account with the same token in every run. Returns where its files are. */
async function addOwner({ account, store }: Api): Promise<string> {
  const { id } = await account('owner');
  await store.write(id, (tx) => insertAccountToken(tx, id, token));
  return `${digest}/${id}`;
}

for (const storage of ['a folder', 'a bucket'] as const) {
  describe(`uploads served from ${storage}`, () => {
    const scope = suiteScope();
    let api: Api;
    let s3: LocalS3 | undefined;
    let address: string;

    before(async () => {
      if (storage === 'a bucket') s3 = await openS3(scope);
      api = await openApi(engines[0]!, s3?.settings);
      const folder = await addOwner(api);
      address = await api.app.listen({ host: '127.0.0.1', port: 0 });
      await api.files.put(`${folder}/640x480.webp`, Buffer.from('0123456789'), 'image/webp');
      await api.files.put(`${folder}/film.mp4`, large, 'video/mp4');
      for (const name of ['paper.pdf', 'page.html', 'noending']) {
        await api.files.put(`${folder}/${name}`, Buffer.from('<script>'), 'text/html');
      }
    });
    after(() => api.close());

    async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
      const { statusCode, headers: given, payload } = await api.app.inject({ method, url, headers });
      return { status: statusCode, headers: given as Record<string, string | undefined>, text: payload };
    }

    it('are sent with the type of their name, immutable and without scripts', async () => {
      const answer = await get(picture);
      assert.equal(answer.status, 200);
      assert.equal(answer.text, '0123456789');
      const { headers } = answer;
      assert.equal(headers['content-type'], 'image/webp');
      assert.equal(headers['content-length'], '10');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['accept-ranges'], 'bytes');
      assert.equal(headers['content-disposition'], undefined);
      assert.equal(headers['set-cookie'], undefined);
      assert.equal(headers['fingerpost-visit'], undefined);
      for (const [name, type] of [
        ['paper.pdf', 'application/pdf'],
        ['page.html', 'application/octet-stream'],
        ['noending', 'application/octet-stream'],
      ] as const) {
        const file = await get(`/uploads/${digest}/${token}/${name}`);
        assert.equal(file.headers['content-type'], type);
        assert.equal(file.headers['content-disposition'], 'attachment');
      }
    });

    it('have the same headers for HEAD, and answer 304 if the client has them', async () => {
      const [got, head] = [await get(picture), await get(picture, {}, 'HEAD')];
      for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
        assert.equal(head.headers[name], got.headers[name], name);
      }
      assert.equal(head.text, '');
      for (const known of [got.headers.etag!, `"x", W/${got.headers.etag}`, '*']) {
        const again = await get(picture, { 'if-none-match': known });
        assert.equal(again.status, 304);
        assert.equal(again.text, '');
        assert.equal(again.headers['cache-control'], 'public, max-age=31536000, immutable');
      }
      assert.equal((await get(picture, { 'if-none-match': '"x"' })).status, 200);
    });

    it('support range requests', async () => {
      const { etag } = (await get(picture)).headers;
      for (const [range, part, text] of [
        ['bytes=2-4', '2-4', '234'],
        ['bytes=7-', '7-9', '789'],
        ['bytes=7-99', '7-9', '789'],
        ['bytes=-3', '7-9', '789'],
        ['bytes=-99', '0-9', '0123456789'],
      ] as const) {
        const answer = await get(picture, { range, 'if-range': etag! });
        assert.equal(answer.status, 206, range);
        assert.equal(answer.text, text);
        assert.equal(answer.headers['content-range'], `bytes ${part}/10`);
        assert.equal(answer.headers['content-length'], String(text.length));
      }
      for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
        const answer = await get(picture, { range });
        assert.equal(answer.status, 416, range);
        assert.equal(answer.headers['content-range'], 'bytes */10');
        assert.equal(answer.headers['cache-control'], 'no-store');
      }
      for (const range of ['bytes=4-2', 'bytes=0-1,4-5', 'bytes=', 'bytes=a-b', 'lines=1-2', 'bytes=--1', '0-1']) {
        const answer = await get(picture, { range });
        assert.equal(answer.status, 200, range);
        assert.equal(answer.text, '0123456789');
      }
      assert.equal((await get(picture, { range: 'bytes=0-1', 'if-range': '"another"' })).status, 200);
      assert.equal((await get(picture, { range: 'bytes=0-1' }, 'HEAD')).status, 200);
    });

    it('answer 404 for every other path', async () => {
      for (const url of [
        '/uploads',
        `/uploads/${digest}`,
        `/uploads/${digest}/${token}/`,
        `/uploads/${digest}/${token}/missing.webp`,
        `/uploads/${digest}/1/640x480.webp`,
        `/uploads/${digest}/2/640x480.webp`,
        `/uploads/${digest}/${token.replace('q', 'Q')}/640x480.webp`,
        `/uploads/${'e'.repeat(64)}/${token}/640x480.webp`,
        `/uploads/${digest.toUpperCase()}/${token}/640x480.webp`,
        `/uploads/${digest}/${token}/640x480.webp/`,
        `/uploads/${digest}/${token}/%2e%2e%2f640x480.webp`,
        `/uploads/${digest}/${token}/..%2f..%2fmissing`,
        `/uploads/..%2f..%2f/1/fingerpost.db`,
        `/uploads/${digest}/01/640x480.webp`,
        `/uploads/${digest}/${token}/640x480%2ewebp`,
      ]) {
        assert.equal((await get(url)).status, 404, url);
      }
      const missing = await get(`/uploads/${digest}/${token}/missing.webp`);
      assertError({ ...missing, body: JSON.parse(missing.text) }, 404, 'not_found');
      assert.equal(missing.headers['cache-control'], 'no-store');
      const forPeople = await get(`/uploads/${digest}/${token}/missing.webp`, { accept: 'text/html' });
      assert.equal(forPeople.status, 404);
      assert.match(forPeople.headers['content-type']!, /^text\/html/);
      assert.equal((await get(picture, {}, 'POST')).status, 405);
      await assert.rejects(api.account('uploads'), /is reserved/);
      assert.equal((await get(`${picture}?from=somewhere`)).text, '0123456789');
    });

    it('leave no file open when readers disconnect', async () => {
      for (let reader = 0; reader < 5; reader += 1) {
        await new Promise<void>((resolve, reject) => {
          const request = http.get(`${address}/uploads/${digest}/${token}/film.mp4`, { agent: false }, (response) => {
            response.once('data', () => {
              response.destroy();
              resolve();
            });
          });
          request.on('error', reject);
        });
      }
      await eventually('all files are closed', 60_000, () => openedUploads().length === 0);
      await new Promise<void>((resolve) => {
        // This one disconnects while the server looks for the file.
        const request = http
          .get(`${address}/uploads/${digest}/${token}/film.mp4`, { agent: false })
          .on('error', () => resolve());
        request.once('socket', (socket) => socket.once('connect', () => setImmediate(() => request.destroy())));
      });
      await eventually('all files are closed', 60_000, () => openedUploads().length === 0);
      const whole = await get(`/uploads/${digest}/${token}/film.mp4`);
      assert.equal(whole.text.length, large.length);
    });

    it('apply backpressure instead of filling memory', async () => {
      const sockets: Socket[] = [];
      const noted = (socket: Socket) => void sockets.push(socket);
      api.app.server.on('connection', noted);
      const readers = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const request = http.get(`${address}/uploads/${digest}/${token}/film.mp4`, { agent: false });
          const [response] = (await once(request, 'response')) as [http.IncomingMessage];
          return response.pause();
        }),
      );
      api.app.server.off('connection', noted);
      let written = -1;
      await eventually('the server has stopped writing', 60_000, async () => {
        const before = written;
        await sleep(100);
        written = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
        return written === before;
      });
      assert.equal(sockets.length, 4);
      for (const { writableLength } of sockets) assert.ok(writableLength < 1_000_000, `${writableLength} bytes wait`);
      for (const reader of readers) reader.destroy();
      await eventually('all files are closed', 60_000, () => openedUploads().length === 0);
    });

    it('answer 503 while the storage is unavailable', async () => {
      if (!s3) return;
      s3.fault = () => 503;
      for (const headers of [{}, { range: 'bytes=0-1' }] as Record<string, string>[]) {
        const answer = await get(picture, headers);
        assertError({ ...answer, body: JSON.parse(answer.text) }, 503, 'unavailable');
        assert.equal(answer.headers['retry-after'], '1');
        assert.equal(answer.headers['cache-control'], undefined);
      }
      s3.fault = () => undefined;
    });
  });
}

describe('a reader that does not read', () => {
  it('is disconnected for another one when all slots are taken', async (t) => {
    const api = await openApi(engines[0]!, { MAX_IN_FLIGHT: '4' });
    t.after(() => api.close());
    const folder = await addOwner(api);
    await api.files.put(`${folder}/film.mp4`, large, 'video/mp4');
    await api.files.put(`${folder}/640x480.webp`, Buffer.from('0123456789'), 'image/webp');
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const readers = [];
    for (let count = 0; count < 2; count += 1) {
      const request = http.get(`${address}/uploads/${digest}/${token}/film.mp4`, { agent: false });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      readers.push(response.pause().on('error', () => {}));
    }
    assert.equal((await api.app.inject({ url: picture })).statusCode, 503);
    await eventually('one makes room', 60_000, async () => (await api.app.inject({ url: picture })).statusCode === 200);
    assert.equal((await api.app.inject({ url: picture })).statusCode, 200);
    for (const reader of readers) reader.destroy();
  });

  it('does not delay a stop of the service', async () => {
    const api = await openApi(engines[0]!, { STOP_TIMEOUT_SECONDS: '1' });
    const folder = await addOwner(api);
    await api.files.put(`${folder}/film.mp4`, large, 'video/mp4');
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const request = http.get(`${address}/uploads/${digest}/${token}/film.mp4`, { agent: false });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const broken = once(response.pause(), 'error');
    await api.close();
    response.resume();
    await broken;
    assert.deepEqual(openedUploads(), []);
  });
});

/** Files of the folder that this process has open, if the system reports them. */
function openedUploads(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.includes(digest) || path.includes('film') ? [path] : [];
    } catch {
      return [];
    }
  });
}

describe('readers that disconnect before the first byte', () => {
  it('do not block others', async () => {
    const api = await openApi(engines[0]!, { MAX_IN_FLIGHT: '8' });
    const folder = await addOwner(api);
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
    await api.files.put(`${folder}/640x480.webp`, Buffer.from('0123456789'), 'image/webp');
    api.app.server.prependListener('request', (request: http.IncomingMessage) => request.socket.destroy());
    for (let count = 0; count < 8; count += 1) await assert.rejects(fetch(address + picture));
    const ask = () => api.app.inject({ url: picture });
    // Enough turns of the event loop for the aborted requests to reach the handler.
    for (let turn = 0; turn < 20; turn += 1) await ask();
    assert.equal((await ask()).statusCode, 200);
    await api.close();
  });
});
