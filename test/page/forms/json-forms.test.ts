// Forms sent as JSON, or with Accept: application/json, get their errors as JSON in the format of the API.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { suspendAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { insertBlock } from '../../../server/storage/page/blocks.ts';
import { type Account, type Api, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const asJson = { 'content-type': 'application/json' };
const askingForJson = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };

for (const engine of enginesOf(import.meta.url)) {
  describe(`Forms sent as JSON on ${engine.name}`, () => {
    let api: Api;
    let visitors = 0;
    before(async () => {
      api = await openApi(engine, { TRUST_PROXY: '1' });
    });
    after(() => api.close());

    async function withSignup(username: string): Promise<Account & { path: string }> {
      const account = await api.account(username);
      const id = await api.store.write(account.id, async (tx) => {
        const [id] = (await api.store.dialect.allocateIds(tx, 1)) as [number];
        const record = { id, block: 'signup', name: 'News', content: null, subheading: null, settings: null } as const;
        await insertBlock(tx, account.id, { ...record, position: 1, created_at: 0, updated_at: 0 });
        return id;
      });
      return { ...account, path: `/${username}/forms/${id}` };
    }

    async function post(url: string, payload: string, headers: Record<string, string>) {
      visitors += 1;
      const from = { 'x-forwarded-for': `10.1.${visitors >> 8}.${visitors & 255}` };
      return api.app.inject({ method: 'POST', url, payload, headers: { ...from, ...headers } });
    }

    async function assertJson(answer: Awaited<ReturnType<typeof post>>, status: number, body: object) {
      assert.match(String(answer.headers['content-type']), /^application\/json/);
      assert.deepEqual([answer.statusCode, answer.json()], [status, { status: false, ...body }]);
    }

    it('lists the errors of each field', async () => {
      const { path } = await withSignup('ada');
      const response = '“Your e-mail address” must look like name@example.com.';
      const body = { response, code: 'invalid', errors: { email: [response] } };
      await assertJson(await post(path, '{"email":"here"}', asJson), 422, body);
      await assertJson(await post(path, 'email=here', askingForJson), 422, body);
      const html = await post(path, '{"email":"here"}', { ...asJson, accept: 'text/html' });
      assert.match(String(html.headers['content-type']), /^text\/html/);
      assert.equal((await post(path, '{"email":"ada@example.com"}', asJson)).statusCode, 303);
    });

    it('answers every other error in the same format', async () => {
      const ben = await withSignup('ben');
      const cy = await withSignup('cy');
      await suspendAccount(api.store, cy.id, commandLine, NOON);
      const sent = '{"email":"ada@example.com"}';
      for (const [url, payload, headers, status, code] of [
        ['/nobody/forms/1', sent, asJson, 404, 'not_found'],
        ['/ben/forms/999999', sent, asJson, 404, 'not_found'],
        [cy.path, sent, asJson, 410, 'not_found'],
        [ben.path, '{', asJson, 400, 'malformed'],
        [ben.path, `"${'x'.repeat(limits.formBytes)}"`, asJson, 413, 'too_large'],
        [ben.path, 'x', { ...askingForJson, 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
        [ben.path, sent, { ...asJson, 'sec-fetch-site': 'cross-site' }, 403, 'forbidden'],
      ] as const) {
        const answer = await post(url, payload, headers);
        const { response, ...body } = answer.json();
        assert.match(response, /^[A-Z].+\.$/);
        await assertJson(answer, status, { response, ...body });
        assert.equal(body.code, code);
      }
    });

    it('answers 429 with Retry-After past the rate limit', async () => {
      const { path } = await withSignup('dee');
      const one = { ...asJson, 'x-forwarded-for': '10.2.0.1' };
      let answer = await post(path, '{"email":"ada@example.com"}', one);
      for (let count = 0; count < 20 && answer.statusCode === 303; count += 1) {
        answer = await post(path, '{"email":"ada@example.com"}', one);
      }
      assert.equal(answer.json().code, 'rate_limited');
      assert.match(String(answer.headers['retry-after']), /^\d+$/);
    });
  });
}
