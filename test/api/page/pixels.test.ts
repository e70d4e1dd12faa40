import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { expectedPlatforms } from '../../support/pages/pixel-platforms.ts';

const fields = { name: 'Shop', type: 'facebook', pixel_id: '123456789' };

for (const engine of enginesOf(import.meta.url)) {
  describe(`Pixels on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let bob: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      bob = await api.account('bob');
    });
    after(() => api.close());

    const create = async (account = ada, values: Record<string, string> = fields): Promise<number> => {
      const { status, body } = await api.call('POST /pixels', { key: account.key, multipart: values });
      assert.equal(status, 200, JSON.stringify(body));
      return body.response.id;
    };
    const pixel = async (id: number, account = ada) =>
      (await api.call(`GET /pixels/${id}`, { key: account.key })).body.response;
    const count = async (account: Account) => (await api.call('GET /pixels', { key: account.key })).body.meta.total;

    it('creates one from multipart form data and returns its id and a message', async () => {
      const { status, body } = await api.call('POST /pixels', { key: ada.key, multipart: { ...fields, status: '0' } });
      assert.equal(status, 200);
      assert.equal(body.status, true);
      assert.deepEqual(Object.keys(body.response), ['id', 'message']);
      assert.deepEqual(await pixel(body.response.id), {
        id: body.response.id,
        user: ada.id,
        name: 'Shop',
        status: 0,
        pixel_id: '123456789',
        pixel_type: 'facebook',
        created_at: '2026-11-15T12:00:00.123456Z',
        updated_at: '2026-11-15T12:00:00.123456Z',
      });
    });

    it('accepts a form and JSON, and defaults to status 1', async () => {
      const form = await api.call('POST /pixels', { key: ada.key, form: { ...fields, type: 'twitter' } });
      const json = await api.call('POST /pixels', { key: ada.key, json: { ...fields, type: 'quora', status: 1 } });
      assert.equal((await pixel(form.body.response.id)).pixel_type, 'twitter');
      assert.equal((await pixel(form.body.response.id)).status, 1);
      assert.equal((await pixel(json.body.response.id)).pixel_type, 'quora');
    });

    it('trims the name, limits it in characters, not bytes, and accepts any script', async () => {
      const name = '🪧'.repeat(100);
      const id = await create(ada, { ...fields, name: `  ${name}\u00a0` });
      assert.equal((await pixel(id)).name, name);
      const arabic = await create(ada, { ...fields, name: 'متجري <b>&"\'' });
      assert.equal((await pixel(arabic)).name, 'متجري <b>&"\'');
    });

    it('ignores unknown fields, including hostile ones', async () => {
      const body = `{"name":"Safe","type":"pinterest","pixel_id":"1","id":1,"user":1,"__proto__":{"status":5},"constructor":{}}`;
      const answer = await api.call('POST /pixels', {
        key: ada.key,
        headers: { 'content-type': 'application/json' },
        payload: body,
      });
      assert.equal(answer.status, 200);
      assert.equal((await pixel(answer.body.response.id)).user, ada.id);
      assert.equal((await pixel(answer.body.response.id)).status, 1);
    });

    const wrong: [string, Record<string, unknown>, string[]][] = [
      ['an empty body', {}, ['name', 'type', 'pixel_id']],
      ['an empty name', { ...fields, name: '  ' }, ['name']],
      ['a name of 101 characters', { ...fields, name: 'x'.repeat(101) }, ['name']],
      ['a NUL in the name', { ...fields, name: 'a\u0000b' }, ['name']],
      ['a lone surrogate in the name', { ...fields, name: 'a\ud800b' }, ['name']],
      ['a line break in the name', { ...fields, name: 'a\nb' }, ['name']],
      ['a number as name', { ...fields, name: 5 }, ['name']],
      ['null as name', { ...fields, name: null }, ['name']],
      ['an unknown type', { ...fields, type: 'myspace' }, ['type']],
      ['a type of the record’s name', { name: 'x', pixel_type: 'facebook', pixel_id: '1' }, ['type']],
      ['a type in capitals', { ...fields, type: 'Facebook' }, ['type']],
      ['an empty id', { ...fields, pixel_id: '' }, ['pixel_id']],
      ['an id of 101 characters', { ...fields, pixel_id: '1'.repeat(101) }, ['pixel_id']],
      ['a script as id', { ...fields, pixel_id: "1');alert(1);//" }, ['pixel_id']],
      ['an id that ends its line', { ...fields, pixel_id: '123\n' }, ['pixel_id']],
      ['letters of other scripts in the id', { ...fields, pixel_id: '١٢٣' }, ['pixel_id']],
      ['status 2', { ...fields, status: 2 }, ['status']],
      ['status true', { ...fields, status: true }, ['status']],
      ['status null', { ...fields, status: null }, ['status']],
      ['status in a list', { ...fields, status: [1] }, ['status']],
      ['status 1.0 in a string', { ...fields, status: '1.0' }, ['status']],
      ['an empty status', { ...fields, status: '' }, ['status']],
      ['everything wrong', { name: '', type: '', pixel_id: ' ', status: -1 }, ['name', 'type', 'pixel_id', 'status']],
    ];
    for (const [what, json, offending] of wrong) {
      it(`rejects ${what}, names the fields and creates nothing`, async () => {
        const before = await count(ada);
        const answer = await api.call('POST /pixels', { key: ada.key, json });
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors).sort(), [...offending].sort());
        assert.equal(await count(ada), before);
      });
    }

    it('rejects a repeated field and a file', async () => {
      const twice = await api.call('POST /pixels', {
        key: ada.key,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'name=a&name=b&type=facebook&pixel_id=1',
      });
      assertError(twice, 422, 'invalid');
      assert.deepEqual(Object.keys(twice.body.errors), ['name']);
      const file = await api.call('POST /pixels', {
        key: ada.key,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload:
          '--b\r\nContent-Disposition: form-data; name="name"; filename="x.txt"\r\n\r\nhello\r\n' +
          '--b\r\nContent-Disposition: form-data; name="type"\r\n\r\nfacebook\r\n' +
          '--b\r\nContent-Disposition: form-data; name="pixel_id"\r\n\r\n1\r\n--b--\r\n',
      });
      assertError(file, 422, 'invalid');
      assert.deepEqual(Object.keys(file.body.errors), ['name']);
    });

    it('changes the fields sent and updated_at, and keeps the rest', async () => {
      const id = await create();
      api.clock.now += 1_000_001;
      const { status, body } = await api.call(`POST /pixels/${id}`, { key: ada.key, multipart: { status: '0' } });
      assert.equal(status, 200);
      assert.equal(body.response.id, id);
      assert.equal(typeof body.response.message, 'string');
      await api.call(`POST /pixels/${id}`, { key: ada.key, json: { type: 'google_tag_manager', name: 'New' } });
      assert.deepEqual(await pixel(id), {
        id,
        user: ada.id,
        name: 'New',
        status: 0,
        pixel_id: '123456789',
        pixel_type: 'google_tag_manager',
        created_at: '2026-11-15T12:00:00.123456Z',
        updated_at: '2026-11-15T12:00:01.123457Z',
      });
      api.clock.now -= 1_000_001;
    });

    it('rejects invalid values in an edit and changes nothing', async () => {
      const id = await create();
      const before = await pixel(id);
      for (const json of [{ name: '' }, { type: 'x' }, { status: '2' }, { pixel_id: 'ü' }, { name: null }]) {
        assertError(await api.call(`POST /pixels/${id}`, { key: ada.key, json }), 422, 'invalid');
      }
      assert.deepEqual(await pixel(id), before);
    });

    it('deletes one, with or without a body, and answers 404 afterwards', async () => {
      for (const options of [{}, { json: {} }, { headers: { 'content-type': 'multipart/form-data' } }]) {
        const id = await create();
        const { status, body } = await api.call(`POST /pixels/${id}/delete`, { key: ada.key, ...options });
        assert.equal(status, 200);
        assert.equal(body.status, true);
        assert.equal(typeof body.response, 'string');
        assertError(await api.call(`GET /pixels/${id}`, { key: ada.key }), 404, 'not_found');
        assertError(await api.call(`POST /pixels/${id}/delete`, { key: ada.key }), 404, 'not_found');
        assertError(await api.call(`POST /pixels/${id}`, { key: ada.key, json: { status: 0 } }), 404, 'not_found');
      }
    });

    it('answers 404 for another account’s pixel', async () => {
      const id = await create();
      const before = await pixel(id);
      const unknown = await api.call('GET /pixels/8999999', { key: bob.key });
      for (const request of [`GET /pixels/${id}`, `POST /pixels/${id}`, `POST /pixels/${id}/delete`]) {
        const answer = await api.call(request, {
          key: bob.key,
          ...(request.startsWith('POST') ? { json: { name: '' } } : {}),
        });
        assertError(answer, 404, 'not_found');
        assert.deepEqual(answer.body, unknown.body);
        assert.doesNotMatch(answer.text, /Shop|123456789/);
      }
      assert.deepEqual(await pixel(id), before);
      assert.equal(await count(bob), 0);
    });

    it('lists them by id', async () => {
      const { body } = await api.call('GET /pixels?results_per_page=250', { key: ada.key });
      const ids = body.response.map((row: { id: number }) => row.id);
      assert.deepEqual(
        ids,
        [...ids].sort((a, b) => a - b),
      );
      assert.equal(body.meta.total, ids.length);
    });

    it('returns the template of each platform at /pixels/template', async () => {
      const { body } = await api.call('GET /pixels/template', { key: ada.key });
      assert.deepEqual(Object.keys(body.response), Object.keys(expectedPlatforms));
      for (const entry of Object.values(body.response) as Record<string, string>[]) {
        assert.match(entry.template!, /\{pixel\}/);
        assert.match(entry.template!, /\n/);
        assert.notEqual(entry.icon === undefined, entry.svg === undefined);
        assert.equal(entry.class === undefined, entry.svg === undefined);
      }
      const answer = await api.call('POST /pixels/template', { key: ada.key, json: {} });
      assertError(answer, 405, 'method_not_allowed');
      assert.match(answer.headers.allow!, /GET/);
    });

    it('logs each change as an activity with address, system and browser', async () => {
      const eve = await api.account('eve');
      const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      const headers = { 'user-agent': agent };
      const created = await api.call('POST /pixels', { key: eve.key, headers, json: fields });
      const { id } = created.body.response;
      await api.call(`POST /pixels/${id}`, { key: eve.key, headers, json: { status: 0 } });
      await api.call(`POST /pixels/${id}/delete`, { key: eve.key, headers });
      const { body } = await api.call('GET /activities', { key: eve.key });
      const [deleted, edited, added] = body.response;
      assert.deepEqual([added.type, edited.type, deleted.type], ['pixel_created', 'pixel_updated', 'pixel_deleted']);
      assert.deepEqual([added.ip, added.os, added.browser, added.user], ['127.0.0.1', 'Linux', 'Firefox', eve.id]);
      const profile = await api.call('GET /user', { key: eve.key });
      assert.equal(profile.body.response.lastAgent, 'Linux');
    });
  });
}
