// Rules for every operation of the OpenAPI document: the order of errors, If-Match, and idempotent creations.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { suspendAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Api, assertError, openApi, type Request } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import { askFor, fileFrom, jsonFor, nobody, requestOf } from '../../support/every-operation.ts';
import { type Operation, operations } from '../../support/openapi.ts';
import { formType } from '../../support/upload-form.ts';

const takes = ({ parameters = [] }: Operation, header: string) => parameters.some(({ name }) => name === header);
const broken = { headers: { 'content-type': 'application/json' }, payload: '{' };
const brokenForm = { headers: formType, payload: '--' };

// What is checked before anything is stored.
describe('Every operation', () => {
  let api: Api;
  let ada: MarkedAccount;
  let suspended: string;
  before(async () => {
    api = await openApi(engines[0]!, { RATE_LIMIT: '0' });
    ada = await markedAccount(api, 'heliotrope', 70_000_000);
    const gone = await api.account('gone');
    await suspendAccount(api.store, gone.id, commandLine, api.clock.now);
    suspended = gone.key;
  });
  after(() => api.close());

  for (const { method, path, operation } of operations) {
    const ask = askFor(operation);
    const hasIds = path.includes('{');
    it(`reports the first of several errors: ${method} ${path}`, async () => {
      const lost = requestOf(method, path, ask, nobody);
      const [, lostPath] = lost.split(' ');
      const call = async (status: number, code: string, request: string, options: Request) =>
        assertError(await api.call(request, options), status, code);

      await call(405, 'method_not_allowed', `PROPFIND ${lostPath}`, broken);
      await call(404, 'not_found', `${lost}/no/such/thing`, broken);
      await call(401, 'unauthenticated', lost, broken);
      await call(403, 'forbidden', lost, { key: suspended, ...broken });
      if (method !== 'GET' && !ask.reads) await call(403, 'forbidden', lost, { key: ada.readKey, ...broken });

      const { key } = ada;
      const large = { 'content-type': ask.sendsFile ? formType['content-type'] : 'text/csv' };
      const announced = { ...large, 'content-length': String(2 ** 30) };
      await call(413, 'too_large', lost, { key, headers: announced, payload: 'x' });
      const csv = { 'content-type': 'text/csv', 'if-match': '"old"' };
      await call(415, 'unsupported_media_type', lost, { key, headers: csv, payload: 'x' });
      await call(400, 'malformed', lost, { key, ...(ask.sendsFile ? brokenForm : broken) });
      if (!hasIds) return;
      const json = { name: 7, page: -1, order: 7, last_id: 'x' };
      await call(404, 'not_found', lost, { key, headers: { 'if-match': '"old"' }, json });
    });
  }

  it('answers 429 past the rate limit of the key, before checking scope and body', async () => {
    const few = await openApi(engines[0]!, { RATE_LIMIT: '1' });
    try {
      const { key } = await few.keyFor(await few.account('eve'), { scope: 'read' });
      await few.call('GET /user', { key });
      for (const { method, path, operation } of operations) {
        const request = requestOf(method, path, askFor(operation), nobody);
        assertError(await few.call(request, { key, ...broken }), 429, 'rate_limited');
      }
    } finally {
      await few.close();
    }
  });

  it('accepts the documented media types, and answers 415 to others', async () => {
    for (const { method, path, operation } of operations.filter(({ method }) => method !== 'GET')) {
      const types = Object.keys(operation.requestBody?.content ?? {});
      if (types.length === 0) continue;
      const request = requestOf(method, path, askFor(operation), ada);
      for (const type of ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
        const headers = { 'content-type': type };
        const answer = await api.call(request, { key: ada.key, headers, payload: 'x' });
        assert.equal(answer.status === 415, !types.includes(type), `${request} with ${type}: ${answer.text}`);
      }
    }
  });
});

for (const engine of engines) {
  describe(`Every write on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
    });
    after(() => api.close());

    async function valid(operation: Operation, account: MarkedAccount): Promise<Request> {
      const ask = askFor(operation);
      if (ask.sendsFile) return fileFrom(account.key);
      const json = await jsonFor(api, ask, account);
      return json ? { key: account.key, json } : { key: account.key };
    }

    it('returns an ETag from reads and changes, and accepts it as If-Match if documented', async () => {
      const bob = await markedAccount(api, 'marigold', 80_000_000);
      const { key } = bob;
      const tagOf = async (path: string) => (await api.call(`GET ${path}`, { key })).headers.etag;
      // Deletions come last.
      const writes = operations.filter(({ method, operation }) => method !== 'GET' && !isSecondDeletion(operation));
      for (const { method, path, operation } of writes.sort((a, b) => rank(a.path) - rank(b.path))) {
        const request = requestOf(method, path, askFor(operation), bob);
        const options = await valid(operation, bob);
        const send = (headers: Record<string, string>) =>
          api.call(request, { ...options, headers: { ...options.headers, ...headers } });
        const isDeletion = path.endsWith('/delete');
        const read = readOf(request.split(' ')[1]!);

        if (takes(operation, 'if-match')) {
          const etag = await tagOf(read);
          assertError(await send({ 'if-match': '"stale"' }), 412, 'precondition_failed');
          assert.equal(await tagOf(read), etag, `${request} changed something`);
          const { status, text, headers } = await send({ 'if-match': `"stale", ${etag}` });
          assert.equal(status, 200, text);
          if (!isDeletion) assert.equal(headers.etag, await tagOf(read), request);
        } else if (!isDeletion) {
          const { status, text, body, headers } = await send({});
          assert.equal(status, 200, text);
          const { id } = body.response;
          const made = path.endsWith('/duplicate')
            ? read.replace(/\d+$/, id)
            : /(\}|\/restore)$/.test(path)
              ? read
              : `${read}/${id}`;
          assert.equal(headers.etag, await tagOf(made), request);
        }
      }
    });

    it('creates once per Idempotency-Key', async () => {
      const eve = await markedAccount(api, 'eglantine', 90_000_000);
      const creations = operations.filter(({ operation }) => /^(create|duplicate)/.test(operation.operationId));
      assert.equal(creations.length, 6);
      for (const { method, path, operation } of creations) {
        assert.ok(takes(operation, 'idempotency-key'), `${operation.operationId} does not say that it does`);
        const request = requestOf(method, path, askFor(operation), eve);
        const options = await valid(operation, eve);
        const headers = { ...options.headers, 'idempotency-key': operation.operationId };
        const answers = [];
        for (let time = 0; time < 2; time += 1) answers.push(await api.call(request, { ...options, headers }));
        const [first, second] = answers;
        assert.equal(first!.status, 200, first!.text);
        assert.equal(second!.text, first!.text);
        const { location } = first!.headers;
        assert.equal(second!.headers.location, location, operation.operationId);
        const made = await api.call(`GET ${location!.replace('/api/v1', '')}`, { key: eve.key });
        assert.equal(made.body.response.id, first!.body.response.id, operation.operationId);
        assert.deepEqual(
          answers.map((answer) => answer.headers['idempotency-replayed']),
          [undefined, 'true'],
        );
        const fresh = { ...options.headers, 'idempotency-key': 'x'.repeat(256) };
        assertError(await api.call(request, { ...options, headers: fresh }), 422, 'invalid');
        // Reuses the key of the previous operation for another request.
        const used = { ...options.headers, 'idempotency-key': creations[0]!.operation.operationId };
        if (operation === creations[0]!.operation) continue;
        const other = await api.call(request, { ...options, headers: used });
        assertError(other, 422, 'invalid');
        assert.deepEqual(Object.keys(other.body.errors), ['idempotency-key']);
      }
    });
  });
}

/** Sorts deletions last, children before their parents. */
function rank(path: string): number {
  if (path.startsWith('/page/versions/')) return 1;
  return path.endsWith('/delete') ? 100 - path.split('/').length : 0;
}

/** A record that was deleted by POST cannot be deleted again. */
function isSecondDeletion(operation: Operation): boolean {
  return operation['x-alias-of']?.startsWith('delete') ?? false;
}

/** The path that reads the record which a write changes. */
function readOf(path: string): string {
  if (path === '/blocks/reorder') return '/blocks?results_per_page=100';
  if (path === '/page/import' || path.startsWith('/page/versions/')) return '/page';
  return path.replace(/\/(delete|duplicate|restore)$|\/items\/reorder$/, '');
}
