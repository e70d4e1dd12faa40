// What integrators rely on besides the endpoints: ETags, rate limits, request ids, CORS, idempotency, OpenAPI.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { document, operations } from '../../support/openapi.ts';

const fields = { name: 'Shop', type: 'facebook', pixel_id: '1' };

for (const engine of enginesOf(import.meta.url)) {
  describe(`Integration on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    it('answers 304 to If-None-Match until the record changes', async () => {
      const first = await api.call('GET /pixels', { key: ada.key });
      const etag = first.headers.etag!;
      assert.match(etag, /^"[\w-]+"$/);
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await api.call('GET /pixels', { key: ada.key, headers: { 'if-none-match': header } });
        assert.equal(again.status, 304, header);
        assert.equal(again.headers.etag, etag);
      }
      await api.call('POST /pixels', { key: ada.key, json: fields });
      const changed = await api.call('GET /pixels', { key: ada.key, headers: { 'if-none-match': etag } });
      assert.equal(changed.status, 200);
      assert.equal(changed.body.meta.total, 1);
      assert.notEqual(changed.headers.etag, etag);
    });

    it('sends an ETag with every read, and the same headers without a body to HEAD', async () => {
      const reads = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
      assert.ok(reads.length > 20);
      for (const { path } of reads) {
        const get = await api.call(`GET ${path}`, { key: ada.key });
        const head = await api.call(`HEAD ${path}`, { key: ada.key });
        assert.equal(head.status, 200);
        assert.equal(head.headers.etag, get.headers.etag);
        assert.equal(head.headers['content-length'], String(Buffer.byteLength(get.text)));
      }
    });

    it('never sends one account’s cached response to another', async () => {
      const bob = await api.account('bob');
      for (const [account, name] of [
        [ada, 'ada'],
        [bob, 'bob'],
        [ada, 'ada'],
      ] as const) {
        const { body, headers } = await api.call('GET /user', { key: account.key });
        assert.equal(body.response.username, name);
        assert.match(headers['cache-control']!, /private/);
      }
    });

    it('limits requests per account and minute, and reports the limit in every response', async () => {
      const few = await openApi(engine, { RATE_LIMIT: '3' });
      try {
        const eve = await few.account('eve');
        const other = (await few.keyFor(eve)).key;
        for (const [key, remaining] of [
          [eve.key, '2'],
          [other, '1'],
          [eve.key, '0'],
        ] as const) {
          const { status, headers } = await few.call('GET /user', { key });
          assert.equal(status, 200);
          assert.equal(headers['ratelimit-limit'], '3');
          assert.equal(headers['ratelimit-remaining'], remaining);
          assert.equal(headers['ratelimit-reset'], '60');
        }
        const refused = await few.call('GET /user', { key: eve.key });
        assertError(refused, 429, 'rate_limited');
        assert.equal(refused.headers['retry-after'], '60');
        assertError(await few.call('GET /user', { key: other }), 429, 'rate_limited');
        const anotherKey = (await few.keyFor(eve)).key;
        assertError(await few.call('GET /user', { key: anotherKey }), 429, 'rate_limited');
        assert.equal((await few.call('GET /user', { key: (await few.account('fay')).key })).status, 200);
        for (const request of ['GET /nothing', 'GET /user', 'PUT /user']) {
          assert.equal((await few.call(request)).headers['ratelimit-limit'], '3');
        }
        few.clock.now += 60_000_000;
        assert.equal((await few.call('GET /user', { key: eve.key })).status, 200);
      } finally {
        await few.close();
      }
    });

    it('sends a request id with every response, the caller’s own if it is valid', async () => {
      const { headers } = await api.call('GET /user', { key: ada.key });
      assert.match(headers['x-request-id']!, /^[0-9a-f-]{36}$/);
      const own = await api.call('GET /nothing', { headers: { 'x-request-id': 'trace-7.a' } });
      assert.equal(own.headers['x-request-id'], 'trace-7.a');
      const hostile = await api.call('GET /nothing', { headers: { 'x-request-id': '<script>' } });
      assert.match(hostile.headers['x-request-id']!, /^[0-9a-f-]{36}$/);
    });

    it('allows a key from any origin (CORS)', async () => {
      const preflight = await api.call('OPTIONS /pixels', {
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type, idempotency-key',
        },
      });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers['access-control-allow-origin'], '*');
      assert.equal(preflight.headers['access-control-allow-methods'], 'GET, HEAD, POST, PATCH, DELETE, OPTIONS');
      for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match']) {
        assert.ok(preflight.headers['access-control-allow-headers']!.includes(name));
      }
      for (const request of ['GET /user', 'GET /nothing']) {
        const { headers } = await api.call(request, { key: ada.key, headers: { origin: 'https://app.example' } });
        assert.equal(headers['access-control-allow-origin'], '*');
        assert.match(headers['access-control-expose-headers']!, /\bLocation\b.*\bRateLimit-Remaining\b/);
        assert.equal(headers['access-control-allow-credentials'], undefined);
      }
      assert.equal((await api.call('OPTIONS /nothing')).status, 404);
    });

    it('creates once per Idempotency-Key, also for concurrent requests', async () => {
      const total = async () => (await api.call('GET /pixels', { key: ada.key })).body.meta.total;
      const before = await total();
      const headers = { 'idempotency-key': 'order-1' };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => api.call('POST /pixels', { key: ada.key, headers, json: fields })),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.equal(new Set(answers.map(({ body }) => body.response.id)).size, 1);
      assert.equal(answers.filter(({ headers: sent }) => sent['idempotency-replayed'] === 'true').length, 4);
      assert.equal(await total(), before + 1);

      const form = await api.call('POST /pixels', { key: ada.key, headers, multipart: fields });
      assert.equal(form.body.response.id, answers[0]!.body.response.id);
      const other = await api.call('POST /pixels', { key: ada.key, headers, json: { ...fields, name: 'Other' } });
      assertError(other, 422, 'invalid');
      assert.deepEqual(Object.keys(other.body.errors), ['idempotency-key']);

      const bob = await api.account('carl');
      const foreign = await api.call('POST /pixels', { key: bob.key, headers, json: fields });
      assert.notEqual(foreign.body.response.id, answers[0]!.body.response.id);

      api.clock.now += 24 * 3600 * 1_000_000 + 1;
      const late = await api.call('POST /pixels', { key: ada.key, headers, json: fields });
      assert.notEqual(late.body.response.id, answers[0]!.body.response.id);
    });

    it('rejects an invalid Idempotency-Key', async () => {
      for (const key of ['', ' ', 'x'.repeat(256), 'ü']) {
        const answer = await api.call('POST /pixels', {
          key: ada.key,
          headers: { 'idempotency-key': key },
          json: fields,
        });
        assertError(answer, 422, 'invalid');
      }
    });

    it('serves the committed OpenAPI document without a key', async () => {
      const response = await api.app.inject({ url: '/api/v1/openapi.json' });
      assert.equal(response.statusCode, 200);
      assert.match(String(response.headers['content-type']), /^application\/json/);
      assert.deepEqual(response.json(), document);
      assert.equal(response.json().openapi, '3.1.0');
      const aliases = operations.filter(({ operation }) => operation['x-alias-of'] !== undefined);
      assert.equal(aliases.length, 20);
      assert.equal(operations.length - aliases.length, 75);
    });

    it('is healthy, and ready while the store responds', async () => {
      assert.deepEqual((await api.app.inject({ url: '/health' })).json(), { status: 'ok' });
      assert.deepEqual((await api.app.inject({ url: '/ready' })).json(), { status: 'ready', writable: true });
    });
  });
}
