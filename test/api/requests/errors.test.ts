import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { suspendAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { isWellFormedKey, newKey } from '../../../server/domain/accounts/key-format.ts';
import { endKey } from '../../../server/domain/accounts/keys.ts';
import {
  type Account,
  type Api,
  assertError,
  BOUNDARY,
  multipartBody,
  openApi,
  type Request,
} from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const multipartType = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const jsonType = { 'content-type': 'application/json' };
const TOO_MUCH = 'x'.repeat(1024 * 1024 + 1);

for (const engine of enginesOf(import.meta.url)) {
  describe(`Errors on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let reader: string;
    let suspended: Account;
    let pixel: number;
    let foreign: number;

    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      reader = (await api.keyFor(ada, { scope: 'read' })).key;
      suspended = await api.account('gone');
      await suspendAccount(api.store, suspended.id, commandLine, api.clock.now);
      const bob = await api.account('bob');
      const json = { name: 'P', type: 'quora', pixel_id: '1' };
      pixel = (await api.call('POST /pixels', { key: ada.key, json })).body.response.id;
      foreign = (await api.call('POST /pixels', { key: bob.key, json })).body.response.id;
    });
    after(() => api.close());

    describe('401 unauthenticated', () => {
      const cases: [string, Record<string, string>][] = [
        ['no key', {}],
        ['an empty header', { authorization: '' }],
        ['another scheme', { authorization: 'Basic YWRhOmFkYQ==' }],
        ['no key after Bearer', { authorization: 'Bearer ' }],
        ['a malformed key', { authorization: 'Bearer hello' }],
        ['a key that was never issued', { authorization: `Bearer ${newKey()}` }],
      ];
      for (const [what, headers] of cases) {
        it(`rejects ${what} and sends WWW-Authenticate`, async () => {
          const answer = await api.call('GET /user', { headers });
          assertError(answer, 401, 'unauthenticated');
          assert.equal(answer.headers['www-authenticate'], 'Bearer');
        });
      }

      it('rejects a key with one wrong character by its checksum', async () => {
        const last = ada.key.at(-8) === 'a' ? 'b' : 'a';
        const mistyped = ada.key.slice(0, -8) + last + ada.key.slice(-7);
        assert.equal(isWellFormedKey(ada.key), true);
        assert.equal(isWellFormedKey(mistyped), false);
        assertError(await api.call('GET /user', { key: mistyped }), 401, 'unauthenticated');
      });

      it('rejects a revoked key at once', async () => {
        const { id, key } = await api.keyFor(ada);
        assert.equal((await api.call('GET /user', { key })).status, 200);
        await endKey(api.store, ada.id, id, commandLine, api.clock.now);
        assertError(await api.call('GET /user', { key }), 401, 'unauthenticated');
      });

      it('rejects a key from the moment it expires', async () => {
        const noon = api.clock.now;
        const { key } = await api.keyFor(ada, { expiresAt: noon + 1_000_000 });
        assert.equal((await api.call('GET /user', { key })).status, 200);
        api.clock.now = noon + 1_000_000;
        assertError(await api.call('GET /user', { key }), 401, 'unauthenticated');
        api.clock.now = noon;
      });

      it('accepts Bearer in any case', async () => {
        for (const scheme of ['bearer', 'BEARER', 'BeArEr']) {
          const answer = await api.call('GET /user', { headers: { authorization: `${scheme} ${ada.key}` } });
          assert.equal(answer.status, 200);
        }
      });

      it('does not become 429 after many attempts', async () => {
        const few = await openApi(engine, { RATE_LIMIT: '3' });
        try {
          for (let i = 0; i < 10; i += 1) {
            assertError(await few.call('GET /user', { key: newKey() }), 401, 'unauthenticated');
          }
        } finally {
          await few.close();
        }
      });
    });

    describe('the order of errors', () => {
      const bad = { ...jsonType };
      const cases: [string, () => [string, Request], number, string][] = [
        ['an unknown path before the missing key', () => ['GET /nothing', {}], 404, 'not_found'],
        ['the root itself', () => ['GET /', {}], 404, 'not_found'],
        ['another method before the missing key', () => ['DELETE /user', {}], 405, 'method_not_allowed'],
        [
          'the missing key before a broken body',
          () => ['POST /pixels', { headers: bad, payload: '{' }],
          401,
          'unauthenticated',
        ],
        ['the missing key before a bad id', () => ['GET /pixels/abc', {}], 401, 'unauthenticated'],
        ['the missing key before a bad value', () => ['GET /pixels?page=0', {}], 401, 'unauthenticated'],
        [
          'the missing key before a body too large',
          () => ['POST /pixels', { headers: bad, payload: TOO_MUCH }],
          401,
          'unauthenticated',
        ],
        [
          'a read-only key before a broken body',
          () => ['POST /pixels', { key: reader, headers: bad, payload: '{' }],
          403,
          'forbidden',
        ],
        [
          'a read-only key before a foreign id',
          () => [`POST /pixels/${foreign}/delete`, { key: reader }],
          403,
          'forbidden',
        ],
        ['a suspended account before a bad id', () => ['GET /pixels/abc', { key: suspended.key }], 403, 'forbidden'],
        [
          'a suspended account before a bad value',
          () => ['GET /pixels?page=0', { key: suspended.key }],
          403,
          'forbidden',
        ],
        [
          'a body too large before its type',
          () => ['POST /pixels', { key: ada.key, headers: { 'content-type': 'text/csv' }, payload: TOO_MUCH }],
          413,
          'too_large',
        ],
        [
          'the media type before the content',
          () => ['POST /pixels', { key: ada.key, headers: { 'content-type': 'text/plain' }, payload: '{' }],
          415,
          'unsupported_media_type',
        ],
        [
          'a body too large before a foreign id',
          () => [`POST /pixels/${foreign}`, { key: ada.key, headers: bad, payload: TOO_MUCH }],
          413,
          'too_large',
        ],
        [
          'a broken body before a foreign id',
          () => [`POST /pixels/${foreign}`, { key: ada.key, headers: bad, payload: '{' }],
          400,
          'malformed',
        ],
        [
          'a broken body before a bad id',
          () => ['POST /pixels/abc', { key: ada.key, headers: bad, payload: '[]' }],
          400,
          'malformed',
        ],
        [
          'a foreign id before bad values',
          () => [`POST /pixels/${foreign}`, { key: ada.key, json: { status: 7 } }],
          404,
          'not_found',
        ],
        [
          'a bad id before bad values',
          () => ['POST /pixels/0', { key: ada.key, json: { status: 7 } }],
          404,
          'not_found',
        ],
        ['bad values last', () => [`POST /pixels/${pixel}`, { key: ada.key, json: { status: 7 } }], 422, 'invalid'],
      ];
      for (const [what, request, status, code] of cases) {
        it(`reports ${what}`, async () => assertError(await api.call(...request()), status, code));
      }

      it('reports the rate limit before scope, suspension and body, and after the key', async () => {
        const few = await openApi(engine, { RATE_LIMIT: '2' });
        try {
          const eve = await few.account('eve');
          const { key } = await few.keyFor(eve, { scope: 'read' });
          await few.call('GET /user', { key });
          await few.call('GET /user', { key });
          assertError(await few.call('POST /pixels', { key, headers: bad, payload: '{' }), 429, 'rate_limited');
          assertError(await few.call('GET /nothing', { key }), 404, 'not_found');
          assertError(await few.call('GET /user', {}), 401, 'unauthenticated');
        } finally {
          await few.close();
        }
      });
    });

    describe('400 malformed', () => {
      const complete = multipartBody({ name: 'P', type: 'quora', pixel_id: '1' });
      const cases: [string, Request][] = [
        ['truncated JSON', { headers: jsonType, payload: '{"name":' }],
        ['JSON that is a list', { headers: jsonType, payload: '[]' }],
        ['JSON that is null', { headers: jsonType, payload: 'null' }],
        ['JSON that is a string', { headers: jsonType, payload: '"name"' }],
        ['JSON that is not UTF-8', { headers: jsonType, payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) }],
        ['deeply nested JSON', { headers: jsonType, payload: '['.repeat(50_000) }],
        ['multipart without a boundary', { headers: { 'content-type': 'multipart/form-data' }, payload: complete }],
        [
          'multipart with another boundary',
          { headers: { 'content-type': 'multipart/form-data; boundary=other' }, payload: complete },
        ],
        ['multipart without its end', { headers: multipartType, payload: complete.slice(0, -8) }],
        ['multipart cut in the middle', { headers: multipartType, payload: complete.slice(0, complete.length / 2) }],
        ['multipart cut in a header', { headers: multipartType, payload: complete.slice(0, 30) }],
        ['multipart that is something else', { headers: multipartType, payload: 'name=P' }],
      ];
      for (const [what, request] of cases) {
        it(`rejects ${what} and creates nothing`, async () => {
          const total = async () => (await api.call('GET /pixels', { key: ada.key })).body.meta.total;
          const before = await total();
          assertError(await api.call('POST /pixels', { key: ada.key, ...request }), 400, 'malformed');
          assert.equal(await total(), before);
        });
      }

      it('rejects a GET with malformed JSON', async () => {
        for (const payload of ['{', '[1]', '[[]]', '7', '""', 'true', 'nul', '\u00a0']) {
          assertError(await api.call('GET /pixels', { key: ada.key, headers: jsonType, payload }), 400, 'malformed');
        }
      });

      it('takes an empty list, null and white space in a GET for no body', async () => {
        const plain = await api.call('GET /pixels?results_per_page=25', { key: ada.key });
        assert.equal(plain.status, 200);
        for (const payload of ['[]', ' [ ]\n', 'null', ' ', '\r\n\t ']) {
          for (const path of ['/pixels?results_per_page=25', '/links', '/user']) {
            const { status, text } = await api.call(`GET ${path}`, { key: ada.key, headers: jsonType, payload });
            assert.equal(status, 200, `${JSON.stringify(payload)}: ${text}`);
            if (path.startsWith('/pixels')) assert.equal(text, plain.text);
          }
        }
        const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '\n' };
        assert.equal((await api.call('GET /pixels', { key: ada.key, ...form })).status, 200);
      });

      it('rejects a malformed URL', async () => {
        const response = await api.app.inject({
          url: '/api/v1/pixels/%zz',
          headers: { authorization: `Bearer ${ada.key}` },
        });
        assert.equal(response.statusCode, 400);
        assert.equal(response.json().code, 'malformed');
      });
    });

    it('ignores deeply nested JSON in an unknown field, unless it has too many values', async () => {
      const nested = (depth: number) => {
        const payload = `{"page":1,"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`;
        return api.call('GET /pixels', { key: ada.key, headers: jsonType, payload });
      };
      assert.equal((await nested(49_000)).status, 200);
      assertError(await nested(400_000), 413, 'too_large');
    });

    it('accepts thousands of unknown multipart fields', async () => {
      const noise = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, 'x']));
      const multipart = { ...noise, name: 'Many', type: 'quora', pixel_id: '1' };
      assert.equal((await api.call('POST /pixels', { key: ada.key, multipart })).status, 200);
    });

    it('answers 415 to an unsupported media type, and to a form in a GET', async () => {
      for (const type of ['text/plain', 'application/xml', 'application/jsonx', 'nonsense', '']) {
        const answer = await api.call('POST /pixels', {
          key: ada.key,
          headers: { 'content-type': type },
          payload: 'x',
        });
        assertError(answer, 415, 'unsupported_media_type');
      }
      assertError(await api.call('GET /pixels', { key: ada.key, form: { page: '1' } }), 415, 'unsupported_media_type');
    });

    it('answers 415 to a compressed body, and says what to send', async () => {
      const json = JSON.stringify({ name: 'P', type: 'quora', pixel_id: '1' });
      const bodies = { gzip: gzipSync(json), br: brotliCompressSync(json), deflate: deflateSync(json), zstd: json };
      for (const [encoding, payload] of [...Object.entries(bodies), ['identity, GZIP', bodies.gzip] as const]) {
        for (const request of ['POST /pixels', 'POST /uploads', 'POST /page/import', 'GET /pixels']) {
          const headers = { ...jsonType, 'content-encoding': encoding };
          const answer = await api.call(request, { key: ada.key, headers, payload });
          assertError(answer, 415, 'unsupported_media_type');
          assert.equal(answer.body.response, 'Send the body without compression, and without Content-Encoding.');
          assert.equal(answer.headers['accept-encoding'], 'identity');
        }
      }
      const plain = { headers: { ...jsonType, 'content-encoding': 'identity' }, payload: json };
      assert.equal((await api.call('POST /pixels', { key: ada.key, ...plain })).status, 200);
      const large = { headers: { ...jsonType, 'content-encoding': 'gzip' }, payload: TOO_MUCH };
      assertError(await api.call('POST /pixels', { key: ada.key, ...large }), 413, 'too_large');
    });

    it('ignores the Content-Type of a GET or a delete without a body', async () => {
      for (const type of [
        'application/json',
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        'text/csv',
        '!!',
      ]) {
        const headers = { 'content-type': type, 'cache-control': 'no-cache' };
        assert.equal((await api.call('GET /user', { key: ada.key, headers })).status, 200, type);
        assert.equal((await api.call('GET /pixels', { key: ada.key, headers })).status, 200, type);
        const json = { name: 'P', type: 'quora', pixel_id: '1' };
        const { id } = (await api.call('POST /pixels', { key: ada.key, json })).body.response;
        assert.equal((await api.call(`POST /pixels/${id}/delete`, { key: ada.key, headers })).status, 200, type);
      }
    });

    it('answers 405 with Allow to unsupported methods', async () => {
      for (const [request, allowed] of [
        ['POST /user', 'GET, HEAD, OPTIONS'],
        ['PUT /pixels', 'GET, HEAD, POST, OPTIONS'],
        ['PUT /pixels/5', 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'],
        ['DELETE /pixels/template', 'GET, HEAD, OPTIONS'],
        ['PATCH /pixels/5/delete', 'POST, OPTIONS'],
        ['DELETE /links/5', 'GET, HEAD, POST, PATCH, OPTIONS'],
        ['GET /pixels/5/delete', 'POST, OPTIONS'],
        ['POST /blocks/5/entries', 'GET, HEAD, DELETE, OPTIONS'],
        ['DELETE /blocks/5/entries/delete', 'POST, OPTIONS'],
        ['GET /blocks/5/entries/6/delete', 'POST, OPTIONS'],
        ['PATCH /analytics/clicks/some-slug', 'GET, HEAD, OPTIONS'],
        ['PUT /blocks/1', 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'],
        ['PATCH /blocks/reorder', 'POST, OPTIONS'],
        ['GET /blocks/reorder', 'POST, OPTIONS'],
        ['DELETE /blocks/5/items/reorder', 'POST, OPTIONS'],
        ['PROPFIND /activities', 'GET, HEAD, OPTIONS'],
        ['PUT /us%65r', 'GET, HEAD, OPTIONS'],
      ] as const) {
        const answer = await api.call(request, { key: ada.key });
        assertError(answer, 405, 'method_not_allowed');
        assert.equal(answer.headers.allow, allowed, request);
      }
    });

    it('answers unknown paths under /api in the error format, outside /api/v1 as well', async () => {
      for (const url of [
        '/api',
        '/api/',
        '/api/v2/user',
        '/api/v1',
        '/api/v1/user/',
        '/api/v1//user',
        '/api/v1/USER',
      ]) {
        const response = await api.app.inject({ url, headers: { authorization: `Bearer ${ada.key}` } });
        assert.equal(response.statusCode, 404, url);
        assert.deepEqual(Object.keys(response.json()), ['status', 'response', 'code']);
        assert.equal(response.json().code, 'not_found');
      }
    });

    it('reveals only the request id in a 500', async () => {
      const broken = await openApi(engine);
      try {
        const { key } = await broken.account('ada');
        await broken.call('GET /user', { key });
        Object.defineProperty(broken.store.read, 'selectFrom', {
          value: () => {
            throw new Error('secret table detail');
          },
        });
        const answer = await broken.call('GET /pixels', { key });
        assertError(answer, 500, 'internal');
        assert.doesNotMatch(answer.text, /secret|table|stack|\.ts/);
        assert.ok(answer.body.response.includes(answer.headers['x-request-id']));
      } finally {
        await broken.close();
      }
    });
  });
}
