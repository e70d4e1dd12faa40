// PATCH and DELETE on a resource's path are aliases of POST and `POST …/delete`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { operations } from '../../support/openapi.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Aliases on ${engine.name}`, () => {
    let api: Api;
    let ada: MarkedAccount;
    before(async () => {
      api = await openApi(engine);
      ada = await markedAccount(api, 'heliotrope', 70_000_000);
    });
    after(() => api.close());

    const read = async (path: string) => (await api.call(`GET ${path}`, { key: ada.key })).body.response;
    const lastActivity = async () => (await read('/activities'))[0].type;

    it('edit with PATCH, as JSON and as a form, with If-Match and the required scope', async () => {
      const path = `/blocks/${ada.block}`;
      const { headers } = await api.call(`GET ${path}`, { key: ada.key });
      const json = { name: 'By PATCH' };
      const old = { key: ada.key, headers: { 'if-match': '"old"' }, json };
      assertError(await api.call(`PATCH ${path}`, old), 412, 'precondition_failed');
      assertError(await api.call(`PATCH ${path}`, { key: ada.readKey, json }), 403, 'forbidden');
      const changed = await api.call(`PATCH ${path}`, { key: ada.key, headers: { 'if-match': headers.etag! }, json });
      assert.deepEqual(changed.body, { status: true, response: { id: ada.block, message: 'The block was changed.' } });
      assert.equal((await read(path)).name, 'By PATCH');
      assert.equal(changed.headers.etag, (await api.call(`GET ${path}`, { key: ada.key })).headers.etag);
      assert.equal(await lastActivity(), 'block_updated');

      const form = await api.call('PATCH /user/profile', { key: ada.key, form: { bio: 'A form' } });
      assert.equal(form.status, 200, form.text);
      assert.equal((await read('/user/profile')).bio, 'A form');
      const parts = await api.call(`PATCH /pixels/${ada.pixel}`, { key: ada.key, multipart: { name: 'Parts' } });
      assert.deepEqual(parts.body.response, { id: ada.pixel, message: 'The pixel was changed.' });
      assert.equal((await read(`/pixels/${ada.pixel}`)).name, 'Parts');
    });

    it('delete with DELETE, and ignore the Content-Type of an empty body', async () => {
      const headers = { 'content-type': 'application/json' };
      for (const [path, type] of [
        [`/pixels/${ada.pixel}`, 'pixel_deleted'],
        [`/uploads/${ada.upload}`, 'upload_deleted'],
        [`/blocks/${ada.block}/items/${ada.item}`, 'block_updated'],
        [`/blocks/${ada.block}`, 'block_deleted'],
      ] as const) {
        assertError(await api.call(`DELETE ${path}`, { key: ada.readKey }), 403, 'forbidden');
        const { status, text } = await api.call(`DELETE ${path}`, { key: ada.key, headers });
        assert.equal(status, 200, text);
        assertError(await api.call(`GET ${path}`, { key: ada.key }), 404, 'not_found');
        assertError(await api.call(`DELETE ${path}`, { key: ada.key }), 404, 'not_found');
        assert.equal(await lastActivity(), type);
      }
    });

    it('read the body of a DELETE', async () => {
      const entries = `/blocks/${ada.form}/entries`;
      const older = await api.call(`DELETE ${entries}`, { key: ada.key, json: { last_id: ada.entry - 1 } });
      assert.deepEqual(older.body, { status: true, response: 'Entries deleted: 0.' });
      const deleted = await api.call(`DELETE ${entries}/${ada.entry}`, { key: ada.key });
      assert.deepEqual(deleted.body, { status: true, response: 'The entry was deleted.' });
      const none = await api.call(`DELETE ${entries}`, { key: ada.key });
      assert.deepEqual(none.body, { status: true, response: 'Entries deleted: 0.' });
    });
  });
}

describe('Aliases in the OpenAPI document', () => {
  it('name their original, and have the same parameters and responses', () => {
    const parts = ({ parameters, requestBody, responses, tags }: (typeof operations)[number]['operation']) => {
      const { ETag: _, ...headers } = (responses['200'] as { headers?: Record<string, object> }).headers ?? {};
      return { parameters, requestBody, tags, content: responses['200']!.content, headers };
    };
    const aliases = operations.filter(({ operation }) => operation['x-alias-of'] !== undefined);
    const pairs = aliases.map(({ method, path, operation }) => {
      const original = operations.find((one) => one.operation.operationId === operation['x-alias-of'])!;
      assert.deepEqual(parts(operation), parts(original.operation));
      return `${method} ${path} = ${original.method} ${original.path}`;
    });
    const sections = ['profile', 'seo', 'social', 'customize', 'background', 'options', 'username'];
    const edited = [
      ...sections.map((name) => `/user/${name}`),
      '/blocks/{block_id}',
      '/blocks/{block_id}/items/{item_id}',
      '/links/{id}',
      '/pixels/{id}',
      '/account/settings',
      '/analytics/exclusion',
    ];
    const deleted = [
      '/blocks/{block_id}',
      '/blocks/{block_id}/items/{item_id}',
      '/blocks/{block_id}/entries',
      '/blocks/{block_id}/entries/{entry_id}',
      '/uploads/{id}',
      '/pixels/{id}',
      '/analytics/shares/{id}',
    ];
    assert.deepEqual(
      pairs.sort(),
      [
        ...edited.map((path) => `PATCH ${path} = POST ${path}`),
        ...deleted.map((path) => `DELETE ${path} = POST ${path}/delete`),
      ].sort(),
    );
  });
});
