// Entries of forms as the owner of the page reads, exports and deletes them, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { removeAccount } from '../../../server/domain/accounts/accounts.ts';
import type { Api } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { type Forms, MINUTE, openForms, person } from './form-client.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Form entries on ${engine.name}`, () => {
    let api: Api;
    let forms: Forms;
    before(async () => {
      forms = await openForms(engine);
      api = forms.api;
    });
    after(() => api.close());

    it('lists entries in pages, and deletes one or all of a form', async () => {
      const amy = await forms.owner('amy');
      for (let index = 0; index < 11; index += 1) {
        await forms.post(`/amy/forms/${amy.signup}`, { email: `a${index}@example.com` });
      }
      const listed = await api.call(`GET /blocks/${amy.signup}/entries`, { key: amy.key, json: { page: 2 } });
      const { total, from, to, prev_page_url } = listed.body.meta;
      const path = `https://links.example/api/v1/blocks/${amy.signup}/entries`;
      assert.deepEqual([total, from, to, prev_page_url], [11, 11, 11, `${path}?page=1`]);
      assert.deepEqual(listed.body.response[0].values, { email: 'a0@example.com' });
      assert.equal((await api.call(`GET /blocks/${amy.signup}/entries?page=0`, { key: amy.key })).status, 422);
      assert.deepEqual(await forms.entries(amy, amy.text), []);

      const { id } = listed.body.response[0];
      const remove = (block: number, key: string) => api.call(`POST /blocks/${block}/entries/${id}/delete`, { key });
      const { key: reader } = await api.keyFor(amy, { scope: 'read' });
      assert.equal((await remove(amy.signup, reader)).status, 403);
      assert.equal((await remove(amy.contact, amy.key)).status, 404, 'an entry of another block');
      assert.equal((await remove(amy.signup, amy.key)).body.response, 'The entry was deleted.');
      assert.equal((await remove(amy.signup, amy.key)).status, 404);
      assert.equal((await forms.entries(amy, amy.signup)).length, 10);
      const [activity] = (await api.call('GET /activities', { key: amy.key })).body.response;
      assert.deepEqual(
        [activity.type, activity.message],
        ['form_entry_deleted', 'An entry of the form "News" was deleted.'],
      );

      const all = (block: number, key: string, json?: object) =>
        api.call(`POST /blocks/${block}/entries/delete`, { key, ...(json ? { json } : {}) });
      const lastListed = (await forms.entries(amy, amy.signup))[0]!.id;
      await forms.post(`/amy/forms/${amy.signup}`, { email: 'unseen@example.com' });
      await forms.post(`/amy/forms/${amy.contact}`, person);
      assert.equal((await all(amy.signup, reader)).status, 403);
      assert.equal((await all(amy.signup, amy.key, { last_id: 'x' })).status, 422);
      assert.equal((await all(amy.signup, amy.key, { last_id: lastListed })).body.response, 'Entries deleted: 10.');
      assert.deepEqual(await forms.values(amy, amy.signup), [{ email: 'unseen@example.com' }]);
      assert.equal((await all(amy.signup, amy.key)).body.response, 'Entries deleted: 1.');
      assert.equal((await all(amy.signup, amy.key)).body.response, 'Entries deleted: 0.');
      assert.equal((await forms.entries(amy, amy.contact)).length, 1, 'keeps entries of other forms');
      const [last] = (await api.call('GET /activities', { key: amy.key })).body.response;
      assert.equal(last.message, 'Entries of the form "News" were deleted: 1.');
    });

    it('lists a new entry at once, without invalidating the cached page', async () => {
      const mia = await forms.owner('mia');
      const { freshness } = api.store;
      const path = `/blocks/${mia.signup}/entries`;
      const before = await api.call(`GET ${path}`, { key: mia.key });
      assert.deepEqual(before.body.response, []);
      const stamp = freshness.stamp(mia.id);
      assert.equal((await forms.post(`/mia/forms/${mia.signup}`, { email: 'm@example.com' })).statusCode, 303);
      assert.ok(freshness.isFresh(stamp, mia.id, 'account'));
      const after = await api.call(`GET ${path}`, { key: mia.key, headers: { 'if-none-match': before.headers.etag! } });
      assert.equal(after.status, 200);
      assert.equal(after.body.response.length, 1);
    });

    it('exports CSV in which no cell is a formula', async () => {
      const lea = await forms.owner('lea');
      const path = `/lea/forms/${lea.contact}`;
      await forms.post(path, {
        ...person,
        name: '=1+1',
        phone: '+49 30 1234',
        message: 'a "quoted", line\nand another',
      });
      api.clock.now += MINUTE;
      await forms.post(path, { ...person, name: '-Zoë', message: '@all' });
      const [second, first] = await forms.entries(lea, lea.contact);
      // The form had another field when this was sent.
      const fields = JSON.stringify({ ...second!.values, age: '-1' });
      await api.store.write(lea.id, (tx) =>
        tx
          .updateTable('form_entry')
          .set({ fields })
          .where('account_id', '=', lea.id)
          .where('id', '=', second!.id)
          .execute(),
      );
      const csv = await api.app.inject({
        url: `/api/v1/blocks/${lea.contact}/entries?page=7`,
        headers: { authorization: `Bearer ${lea.key}`, accept: 'text/csv;q=0.9, application/json;q=0.1' },
      });
      assert.equal(csv.statusCode, 200);
      assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8; header=present');
      assert.equal(csv.headers['content-disposition'], `attachment; filename="entries-${lea.contact}.csv"`);
      assert.equal(
        csv.payload,
        [
          '\ufeffid,created_at,name,email,phone,message,age',
          `${second!.id},${second!.created_at},'-Zoë,grace@example.com,,'@all,'-1`,
          `${first!.id},${first!.created_at},'=1+1,grace@example.com,'+49 30 1234,"a ""quoted"", line\nand another",`,
          '',
        ].join('\r\n'),
      );
      api.clock.now += MINUTE;
      await forms.post(path, { ...person, name: 'a;=1+1', message: 'b;\t"  =2\n- c\nd-e;f+g' });
      const [third] = await forms.entries(lea, lea.contact);
      const split = await api.app.inject({
        url: `/api/v1/blocks/${lea.contact}/entries`,
        headers: { authorization: `Bearer ${lea.key}`, accept: 'text/csv' },
      });
      assert.ok(
        split.payload.includes(
          `${third!.id},${third!.created_at},"a;'=1+1",grace@example.com,,"b;\t'""  =2\n'- c\nd-e;f+g",\r\n`,
        ),
        split.payload,
      );
      const head = await api.app.inject({
        method: 'HEAD',
        url: `/api/v1/blocks/${lea.contact}/entries`,
        headers: { authorization: `Bearer ${lea.key}`, accept: 'text/csv' },
      });
      assert.deepEqual([head.statusCode, head.payload], [200, '']);
    });

    it('deletes entries with their account', async () => {
      const kay = await forms.owner('kay');
      assert.equal((await forms.post(`/kay/forms/${kay.contact}`, person)).statusCode, 303);
      await removeAccount(api.store, kay.id);
      const left = await api.store.read.selectFrom('form_entry').where('account_id', '=', kay.id).selectAll().execute();
      assert.deepEqual(left, []);
    });
  });
}
