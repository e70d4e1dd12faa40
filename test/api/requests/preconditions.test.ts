// The forms of `If-Match` (RFC 9110) and `Prefer` (RFC 7240), for a record that both apply to.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Headers of a write on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let path: string;
    let etag: string;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());
    beforeEach(async () => {
      const json = { name: 'Shop', type: 'quora', pixel_id: 'q-1' };
      const { body } = await api.call('POST /pixels', { key: ada.key, json });
      path = `/pixels/${body.response.id}`;
      etag = (await read()).headers.etag!;
      assert.match(etag, /^"[\w-]{22}"$/);
    });

    const read = () => api.call(`GET ${path}`, { key: ada.key });
    const edit = (headers: Record<string, string>, name = 'Fair') =>
      api.call(`PATCH ${path}`, { key: ada.key, headers, json: { name } });

    it('accept the ETag alone, in a list, as any, weak, and as a compressing proxy marks it', async () => {
      const inner = etag.slice(1, -1);
      for (const [number, form] of [
        (tag: string) => `"${tag}"`,
        (tag: string) => `"with,comma", "${tag}" ,"other"`,
        () => '*',
        () => ' * ',
        (tag: string) => `W/"${tag}"`,
        (tag: string) => `"${tag}-gzip"`,
        (tag: string) => `"${tag};gzip"`,
        (tag: string) => `W/"${tag}-br"`,
      ].entries()) {
        const current = (await read()).headers.etag!.slice(1, -1);
        const { status, text } = await edit({ 'if-match': form(current) }, `Name ${number}`);
        assert.equal(status, 200, `${form('…')} ${text}`);
      }
      assertError(await edit({ 'if-match': `"${inner}"` }), 412, 'precondition_failed');
    });

    it('change nothing with another ETag, or what is none', async () => {
      const inner = etag.slice(1, -1);
      const list = (await api.call('GET /pixels', { key: ada.key })).headers.etag!;
      for (const header of [
        '',
        ',',
        inner,
        `'${inner}'`,
        `"${inner}`,
        `"${inner}-other"`,
        `"x${inner}"`,
        '"*"',
        '""',
        'W/""',
        list,
      ]) {
        assertError(await edit({ 'if-match': header }), 412, 'precondition_failed');
        const deletion = { key: ada.key, headers: { 'if-match': header } };
        assertError(await api.call(`DELETE ${path}`, deletion), 412, 'precondition_failed');
        assertError(await api.call(`POST ${path}/delete`, deletion), 412, 'precondition_failed');
      }
      assert.equal((await read()).headers.etag, etag);
      const deletion = await api.call(`DELETE ${path}`, { key: ada.key, headers: { 'if-match': etag } });
      assert.equal(deletion.status, 200);
      assertError(await edit({ 'if-match': '*' }), 404, 'not_found');
    });

    it('exchange the short answer for the record if `return=representation` is the first preference of that name', async () => {
      for (const prefer of [
        'return=representation',
        'Return="Representation"',
        'respond-async, return = representation; foo="bar", return=minimal',
      ]) {
        const { headers, body } = await edit({ prefer });
        assert.equal(headers['preference-applied'], 'return=representation');
        assert.deepEqual(body, (await read()).body);
        assert.equal(body.response.name, 'Fair');
      }
      for (const prefer of [
        'return=minimal',
        'return=minimal, return=representation',
        'return=representations',
        'x-return=representation',
        'representation',
        '',
      ]) {
        const { headers, body } = await edit({ prefer });
        assert.equal(headers['preference-applied'], undefined, prefer);
        const id = Number(path.split('/').at(-1));
        assert.deepEqual(body, { status: true, response: { id, message: 'The pixel was changed.' } });
      }
      assertError(
        await api.call('PATCH /pixels/99999', { key: ada.key, headers: { prefer: 'return=representation' } }),
        404,
        'not_found',
      );
      const wrong = await api.call(`PATCH ${path}`, {
        key: ada.key,
        headers: { prefer: 'return=representation' },
        json: { status: 7 },
      });
      assertError(wrong, 422, 'invalid');
      assert.equal(wrong.headers['preference-applied'], undefined);
    });

    it('are allowed for web apps of other origins', async () => {
      const { headers } = await api.app.inject({ method: 'OPTIONS', url: `/api/v1${path}` });
      const allowed = String(headers['access-control-allow-headers']).split(', ');
      const exposed = String(headers['access-control-expose-headers']).split(', ');
      for (const name of ['If-Match', 'Idempotency-Key', 'Prefer']) assert.ok(allowed.includes(name), name);
      for (const name of ['ETag', 'Idempotency-Replayed', 'Preference-Applied'])
        assert.ok(exposed.includes(name), name);
    });
  });
}
