// The errors that a caller gets, and where its key must never go.
import assert from 'node:assert/strict';
import { once as event } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { createFingerpost, FingerpostError } from '../../clients/typescript/index.ts';
import { answer, breakOff, hangUp, silence, startLoopback, success } from './loopback.ts';

const KEY = 'fp_secret';

async function errorOf(call: Promise<unknown>): Promise<FingerpostError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FingerpostError, `${error} is no FingerpostError`);
  assert.match(error.message, /^[A-Z].*\.$/s);
  assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}`, new RegExp(KEY));
  return error;
}

/** A port on which nothing listens. */
async function unusedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await event(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await event(server, 'close');
  return `http://127.0.0.1:${port}`;
}

function client(url: string, timeout = 10_000) {
  return createFingerpost({ url, key: KEY, attempts: 1, timeout });
}

describe('An error', () => {
  it('has the status, code, message, fields and request id of the response', async (t) => {
    const errors = { name: ['The name must be text.'], status: ['The status must be 0 or 1.'] };
    const body = { status: false, response: 'The name must be text.', code: 'invalid', errors };
    const { url } = await startLoopback(t, answer(422, body, { 'x-request-id': 'r-1' }));
    const error = await errorOf(client(url).pixels.create({ name: '', type: 'quora', pixel_id: '1' }));
    assert.equal(error.status, 422);
    assert.equal(error.code, 'invalid');
    assert.equal(error.message, 'The name must be text.');
    assert.deepEqual(error.fields, errors);
    assert.equal(error.requestId, 'r-1');
    assert.equal(error.retryAfter, undefined);
  });

  it('from a proxy has the code unexpected_answer', async (t) => {
    const page = '<html><h1>502 Bad Gateway</h1></html>';
    const { url } = await startLoopback(t, answer(502, page), answer(404, { message: 'no route' }));
    const error = await errorOf(client(url).user.get());
    assert.equal(error.status, 502);
    assert.equal(error.code, 'unexpected_answer');
    assert.match(error.message, /502 with text\/html/);
    assert.deepEqual(error.fields, {});
    assert.equal((await errorOf(client(url).user.get())).code, 'unexpected_answer');
  });

  it('is thrown for a 200 in an unexpected format', async (t) => {
    const { url } = await startLoopback(t, answer(200, '<h1>Sign in to this network</h1>'), answer(200, { user: 1 }));
    for (let call = 0; call < 2; call += 1) {
      const error = await errorOf(client(url).user.get());
      assert.equal(error.status, 200);
      assert.equal(error.code, 'unexpected_answer');
    }
  });

  it('distinguishes timeouts from lost and refused connections', async (t) => {
    const silent = await startLoopback(t, silence);
    const late = await errorOf(client(silent.url, 100).user.get());
    assert.equal(late.code, 'timed_out');
    assert.equal(late.message, `No answer came from ${silent.url} within 100 ms.`);
    assert.equal(late.status, undefined);
    const torn = await startLoopback(t, hangUp, breakOff);
    assert.equal((await errorOf(client(torn.url).user.get())).code, 'unreachable');
    assert.equal((await errorOf(client(torn.url).user.get())).code, 'unreachable');
    const nobody = await errorOf(client(await unusedAddress()).user.get());
    assert.equal(nobody.code, 'unreachable');
    assert.match(nobody.message, /ECONNREFUSED/);
  });

  it('respects the timeout of a single call', async (t) => {
    const { url } = await startLoopback(t, silence);
    assert.match((await errorOf(client(url).user.get({ timeout: 100 }))).message, /within 100 ms/);
  });
});

describe('The key', () => {
  it('is sent only to the configured URL, and never follows redirects or page URLs', async (t) => {
    const elsewhere = await startLoopback(t, success('done'));
    const moved = answer(301, 'moved', { location: `${elsewhere.url}/api/v1/pixels` });
    const meta = { next_page_url: `${elsewhere.url}/api/v1/pixels?page=2` };
    const loopback = await startLoopback(t, moved, moved, success([1], meta), success([2], { next_page_url: null }));
    const fingerpost = client(loopback.url);
    for (const call of [() => fingerpost.user.get(), () => fingerpost.pixels.edit(1, {})]) {
      const error = await errorOf(call());
      assert.equal(error.code, 'unexpected_answer');
      assert.match(error.message, new RegExp(`redirects to ${elsewhere.url}`));
    }
    const listed: unknown[] = [];
    for await (const pixel of fingerpost.pixels.each()) listed.push(pixel);
    assert.deepEqual(listed, [1, 2]);
    assert.equal(loopback.received.at(-1)!.url, '/api/v1/pixels?results_per_page=100&page=2');
    assert.equal(loopback.received.at(-1)!.headers.authorization, `Bearer ${KEY}`);
    assert.deepEqual(elsewhere.received, []);
  });

  it('can be left out in the dashboard: the browser then sends its cookie, to its own origin only', async (t) => {
    const loopback = await startLoopback(t, success('done'), success('done'));
    const credentials: unknown[] = [];
    const fetch: typeof globalThis.fetch = (url, init) => {
      credentials.push(init?.credentials);
      return globalThis.fetch(url, init);
    };
    for (const settings of [{}, { key: KEY }])
      await createFingerpost({ url: loopback.url, fetch, ...settings }).user.get();
    assert.deepEqual(credentials, ['same-origin', 'omit']);
    assert.deepEqual(
      loopback.received.map(({ headers }) => headers.authorization),
      [undefined, `Bearer ${KEY}`],
    );
  });
});

describe('A client', () => {
  it('accepts the URL of an installation, of one in a sub-folder, and of the API itself', async (t) => {
    const loopback = await startLoopback(t, ...Array.from({ length: 4 }, () => success('done')));
    for (const path of ['', '/', '/links/', '/api/v1/']) await client(`${loopback.url}${path}`).user.get();
    const urls = loopback.received.map(({ url }) => url);
    assert.deepEqual(urls, ['/api/v1/user', '/api/v1/user', '/links/api/v1/user', '/api/v1/user']);
  });

  it('encodes path parameters', async (t) => {
    const loopback = await startLoopback(t, success({}));
    await client(loopback.url).analytics.getLinkClicks('a/b?c=d&e#ü');
    assert.equal(loopback.received[0]!.url, '/api/v1/analytics/clicks/a%2Fb%3Fc%3Dd%26e%23%C3%BC');
    for (const slug of ['', '.', '..'])
      await assert.rejects(client(loopback.url).analytics.getLinkClicks(slug), TypeError);
    assert.equal(loopback.received.length, 1);
  });

  it('rejects invalid settings at once, without revealing the key', () => {
    const good = { url: 'https://links.example', key: KEY };
    for (const [wrong, sentence] of [
      [{ url: 'links.example' }, /^The url must be the address of an installation/],
      [{ url: 'ftp://links.example' }, /^The url must be the address of an installation/],
      [{ url: 'https://ada:pw@links.example' }, /^The url must be without user and password/],
      [{ key: `${KEY}\n` }, /^The key must be/],
      [{ key: '' }, /^The key must be/],
      [{ attempts: 0 }, /^The attempts must be/],
      [{ timeout: 0 }, /^The timeout must be/],
    ] as const) {
      assert.throws(
        () => createFingerpost({ ...good, ...wrong }),
        (error: Error) => error instanceof TypeError && sentence.test(error.message) && !error.message.includes(KEY),
      );
    }
  });
});
