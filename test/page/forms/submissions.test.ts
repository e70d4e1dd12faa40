// Forms as visitors submit them: storage, validation and what the visitor sees, on both stores.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { removeAccount, renameAccount, suspendAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { type Api, multipartBody } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { type Fields, FORM_TYPE, type Forms, MINUTE, type Owner, openForms, person } from './form-client.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Form submissions on ${engine.name}`, () => {
    let api: Api;
    let forms: Forms;
    before(async () => {
      forms = await openForms(engine);
      api = forms.api;
    });
    after(() => api.close());

    it('stores an entry, thanks the visitor, and lists entries newest first', async () => {
      const ada = await forms.owner('ada');
      const path = `/ada/forms/${ada.contact}`;
      const sent = await forms.post(path, { ...person, admin: '1', name: '  Grace\tHopper ' });
      assert.equal(sent.statusCode, 303, sent.payload);
      assert.equal(sent.headers.location, `${path}/sent`);
      const thanks = await api.app.inject({ url: String(sent.headers.location) });
      assert.equal(thanks.statusCode, 200);
      assert.match(thanks.payload, /Thanks &amp; &lt;b&gt;cheers&lt;\/b&gt;/);
      assert.match(thanks.payload, /<a [^>]*href="\/ada"/);

      api.clock.now += MINUTE;
      const multipart = { 'content-type': 'multipart/form-data; boundary=signpost' };
      assert.equal((await forms.post(path, multipartBody({ ...person, name: 'Second' }), multipart)).statusCode, 303);
      const [second, first] = await forms.entries(ada, ada.contact);
      assert.equal(second!.values.name, 'Second');
      assert.deepEqual(first, {
        id: first!.id,
        user: ada.id,
        block_id: ada.contact,
        kind: 'contact_form',
        values: { name: 'Grace Hopper', email: 'grace@example.com', message: 'Hello\nthere' },
        created_at: '2026-11-15T12:00:00.123456Z',
      });
    });

    it('stores an e-mail address once per signup form', async () => {
      const ann = await forms.owner('ann');
      for (const email of ['Ann@Example.com', 'ann@example.com', ' ANN@example.COM ', 'bo@example.com']) {
        assert.equal((await forms.post(`/ann/forms/${ann.signup}`, { email })).statusCode, 303);
      }
      await Promise.all(
        [1, 2, 3].map(() => forms.post(`/ann/forms/${ann.signup}`, { email: 'cy@example.com', website_url: '' })),
      );
      assert.deepEqual(await forms.values(ann, ann.signup), [
        { email: 'cy@example.com' },
        { email: 'bo@example.com' },
        { email: 'Ann@Example.com' },
      ]);
    });

    it('shows validation errors and keeps what was typed', async () => {
      const cleo = await forms.owner('cleo');
      const path = `/cleo/forms/${cleo.contact}`;
      const answer = await forms.post(path, {
        name: ' ',
        email: 'no"address',
        phone: 'none',
        message: '</textarea><script>',
      });
      assert.equal(answer.statusCode, 422);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
      const page = answer.payload;
      assert.match(page, /<div class="mend" role="alert" tabindex="-1" autofocus>/);
      assert.match(page, /<a href="#f-name"[^>]*>Fill in “Your name”\.<\/a>/);
      assert.match(page, /“Your &lt;address&gt;” must look like name@example\.com\./);
      assert.match(page, /“Telephone” must be a telephone number\./);
      assert.match(
        page,
        /<input type="email" id="f-email"[^>]* aria-invalid="true" aria-describedby="e-email" value="no&quot;address">/,
      );
      assert.match(page, />&lt;\/textarea&gt;&lt;script&gt;<\/textarea>/);
      assert.doesNotMatch(page, /f-message"[^>]*aria-invalid/);
      const long = await forms.post(path, { ...person, name: 'é'.repeat(201), message: 'm'.repeat(5001) });
      assert.match(long.payload, /“Your name” may have at most 200 characters; it has 201\./);
      assert.match(long.payload, /“Your message” may have at most 5000 characters; it has 5001\./);
      assert.equal((await forms.post(path, {})).statusCode, 422);
      assert.deepEqual(await forms.entries(cleo, cleo.contact), []);

      const blank = await api.app.inject({ url: path });
      assert.equal(blank.statusCode, 200);
      assert.doesNotMatch(blank.payload, /class="mend"|aria-invalid="true"/);
    });

    it('stores hostile values as text or rejects them', async () => {
      const dan = await forms.owner('dan');
      const path = `/dan/forms/${dan.contact}`;
      const hostile = {
        name: '=HYPERLINK("https://x.example")\0',
        email: 'a@b.example',
        message: '\u2028<script>\ud800\r\n.',
      };
      assert.equal((await forms.post(path, hostile)).statusCode, 303);
      assert.deepEqual(await forms.values(dan, dan.contact), [
        { name: '=HYPERLINK("https://x.example")', email: 'a@b.example', message: '<script>\ufffd\n.' },
      ]);
      const many = Array.from({ length: 9000 }, (_, index) => [`f${index}`, ''] as [string, string]);
      assert.equal((await forms.post(path, [...many.slice(0, 5000), ...Object.entries(person)])).statusCode, 303);
      for (const [sent, status] of [
        [[...many, ...many], 413],
        [{ ...person, email: 'a@b.example\r\nBcc: all@x.example' }, 422],
        [[['name', 'a'], ['name', 'b'], ...Object.entries({ email: 'a@b.example', message: 'm' })], 422],
        [{ ...person, email: `${'a'.repeat(250)}@b.example` }, 422],
        ['%00=%ff&__proto__=x&constructor=y&name=%zz', 422],
      ] as [Fields | string, number][]) {
        const answer = await forms.post(path, sent);
        assert.equal(answer.statusCode, status, JSON.stringify(sent).slice(0, 80));
        assert.match(String(answer.headers['content-type']), /^text\/html/);
      }
      assert.equal((await forms.post(path, '{"name":7}', { 'content-type': 'application/json' })).statusCode, 422);
      assert.equal((await forms.post(path, 'x', { 'content-type': 'text/plain' })).statusCode, 415);
      assert.equal((await forms.post(path, 'x', { 'content-type': 'multipart/form-data' })).statusCode, 400);
      assert.equal((await forms.entries(dan, dan.contact)).length, 2);
    });

    it('accepts entries under former usernames, and answers 404 or 410 for missing pages', async () => {
      const flo = await forms.owner('flo');
      const gus = await forms.owner('gus');
      const email = { email: 'x@example.com' };
      for (const [path, status] of [
        [`/nobody/forms/${flo.signup}`, 404],
        [`/gus/forms/${flo.signup}`, 404],
        [`/flo/forms/${flo.text}`, 404],
        ['/flo/forms/0', 404],
        ['/flo/forms/1e3', 404],
        [`/flo/forms/${flo.signup}/sent`, 405],
        [`/api/forms/${flo.signup}`, 404],
      ] as const) {
        assert.equal((await forms.post(path, email)).statusCode, status, path);
      }
      await renameAccount(api.store, flo.id, 'florence', commandLine, api.clock.now);
      const moved = await forms.post(`/FLO/forms/${flo.signup}`, email);
      assert.deepEqual([moved.statusCode, moved.headers.location], [303, `/florence/forms/${flo.signup}/sent`]);
      assert.deepEqual(await forms.values(flo, flo.signup), [email]);

      await suspendAccount(api.store, gus.id, commandLine, api.clock.now);
      assert.equal((await forms.post(`/gus/forms/${gus.signup}`, email)).statusCode, 410);
    });

    it('stores nothing if the form or the account is removed while the body arrives', async () => {
      const paths: [username: string, change: (account: Owner) => Promise<unknown>, status: number][] = [
        ['liv', ({ key, signup }) => api.call(`POST /blocks/${signup}/delete`, { key }), 404],
        ['leo', ({ id }) => removeAccount(api.store, id), 404],
        ['luc', ({ id }) => suspendAccount(api.store, id, commandLine, api.clock.now), 410],
      ];
      for (const [username, change, status] of paths) {
        const account = await forms.owner(username);
        const body = new PassThrough();
        const answer = api.app.inject({
          method: 'POST',
          url: `/${username}/forms/${account.signup}`,
          headers: { 'content-type': FORM_TYPE, 'content-length': '24' },
          payload: body,
        });
        body.write('email=late');
        // The server has found the form now and waits for the rest of the body.
        await eventually('the body is read', 5000, () => body.readableLength === 0);
        await change(account);
        body.end('%40example.com');
        const { statusCode, payload } = await answer;
        assert.equal(statusCode, status, username);
        assert.match(payload, /^<!doctype html>/);
        const { read } = api.store;
        const left = await read.selectFrom('form_entry').selectAll().where('account_id', '=', account.id).execute();
        assert.deepEqual(left, [], username);
      }
    });
  });
}
