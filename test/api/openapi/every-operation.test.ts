// Rules for every operation of the OpenAPI document: the order of errors and the media types.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { suspendAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Api, assertError, openApi, type Request } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import { askFor, nobody, requestOf } from '../../support/every-operation.ts';
import { operations } from '../../support/openapi.ts';
import { formType } from '../../support/upload-form.ts';

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
