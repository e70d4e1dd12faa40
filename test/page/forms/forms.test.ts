// The forms of a page as visitors send them, and as their owner gets what was sent, on both stores.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { removeAccount, renameAccount, suspendAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { insertBlock } from '../../../server/storage/page/blocks.ts';
import { type Account, type Api, multipartBody, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';

const MINUTE = 60_000_000;
const TYPE = 'application/x-www-form-urlencoded';
const person = { name: 'Grace Hopper', email: 'grace@example.com', message: 'Hello\r\nthere' };
const fields = [
  { name: 'name', label: 'Your name', required: true },
  { name: 'email', label: 'Your <address>', required: true },
  { name: 'phone', label: 'Telephone' },
  { name: 'message', label: 'Your message', required: true },
];

type Owner = Account & { signup: number; contact: number; text: number };
type Fields = Record<string, string> | [string, string][];

for (const engine of engines) {
  describe(`the forms of a page on ${engine.name}`, () => {
    let api: Api;
    let visitors = 0;
    before(async () => {
      api = await openApi(engine, { TRUST_PROXY: '1' });
    });
    after(() => api.close());

    /** An account with a form of each kind, and one block that is none. */
    async function owner(username: string): Promise<Owner> {
      const account = await api.account(username);
      const [signup, contact, text] = await api.store.write(account.id, async (tx) => {
        const ids = (await api.store.dialect.allocateIds(tx, 3)) as [number, number, number];
        const dated = { subheading: null, settings: null, created_at: 0, updated_at: 0 };
        await insertBlock(tx, account.id, {
          id: ids[0],
          block: 'signup',
          name: 'News',
          content: null,
          position: 1,
          ...dated,
        });
        const content = JSON.stringify({ fields, thanks: 'Thanks & <b>cheers</b>' });
        await insertBlock(tx, account.id, {
          id: ids[1],
          block: 'contact_form',
          name: null,
          content,
          position: 2,
          ...dated,
        });
        await insertBlock(tx, account.id, {
          id: ids[2],
          block: 'text',
          name: null,
          content: '"x"',
          position: 3,
          ...dated,
        });
        return ids;
      });
      return { ...account, signup, contact, text };
    }

    /** By a visitor of its own, where none is named. */
    async function post(path: string, sent: Fields | string, headers: Record<string, string> = {}) {
      visitors += 1;
      const from = { 'content-type': TYPE, 'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}` };
      const payload = typeof sent === 'string' ? sent : new URLSearchParams(sent).toString();
      const answer = await api.app.inject({
        method: 'POST',
        url: path,
        headers: { ...from, ...headers },
        payload,
      });
      assert.equal(answer.headers['set-cookie'], undefined);
      return answer;
    }

    const entries = async ({ key }: Account, block: number) =>
      (await api.call(`GET /blocks/${block}/entries?results_per_page=250`, { key })).body.response as {
        id: number;
        values: Record<string, string>;
        created_at: string;
      }[];
    const values = async (account: Account, block: number) =>
      (await entries(account, block)).map((entry) => entry.values);

    it('are stored, thanked for, and listed newest first', async () => {
      const ada = await owner('ada');
      const path = `/ada/forms/${ada.contact}`;
      const sent = await post(path, { ...person, admin: '1', name: '  Grace\tHopper ' });
      assert.equal(sent.statusCode, 303, sent.payload);
      assert.equal(sent.headers.location, `${path}/sent`);
      const thanks = await api.app.inject({ url: String(sent.headers.location) });
      assert.equal(thanks.statusCode, 200);
      assert.match(thanks.payload, /Thanks &amp; &lt;b&gt;cheers&lt;\/b&gt;/);
      assert.match(thanks.payload, /<a [^>]*href="\/ada"/);

      api.clock.now += MINUTE;
      const multipart = { 'content-type': 'multipart/form-data; boundary=signpost' };
      assert.equal((await post(path, multipartBody({ ...person, name: 'Second' }), multipart)).statusCode, 303);
      const [second, first] = await entries(ada, ada.contact);
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

    it('are listed page by page, and deleted one by one by who may', async () => {
      const amy = await owner('amy');
      for (let index = 0; index < 11; index += 1) {
        await post(`/amy/forms/${amy.signup}`, { email: `a${index}@example.com` });
      }
      const listed = await api.call(`GET /blocks/${amy.signup}/entries`, { key: amy.key, json: { page: 2 } });
      const { total, from, to, prev_page_url } = listed.body.meta;
      const path = `https://links.example/api/v1/blocks/${amy.signup}/entries`;
      assert.deepEqual([total, from, to, prev_page_url], [11, 11, 11, `${path}?page=1`]);
      assert.deepEqual(listed.body.response[0].values, { email: 'a0@example.com' });
      assert.equal((await api.call(`GET /blocks/${amy.signup}/entries?page=0`, { key: amy.key })).status, 422);
      assert.deepEqual(await entries(amy, amy.text), []);

      const { id } = listed.body.response[0];
      const remove = (block: number, key: string) => api.call(`POST /blocks/${block}/entries/${id}/delete`, { key });
      const { key: reader } = await api.keyFor(amy, { scope: 'read' });
      assert.equal((await remove(amy.signup, reader)).status, 403);
      assert.equal((await remove(amy.contact, amy.key)).status, 404, 'an entry of another block');
      assert.equal((await remove(amy.signup, amy.key)).body.response, 'The entry was deleted.');
      assert.equal((await remove(amy.signup, amy.key)).status, 404);
      assert.equal((await entries(amy, amy.signup)).length, 10);
      const [told] = (await api.call('GET /activities', { key: amy.key })).body.response;
      assert.deepEqual([told.type, told.message], ['form_entry_deleted', 'An entry of the form "News" was deleted.']);

      const all = (block: number, key: string, json?: object) =>
        api.call(`POST /blocks/${block}/entries/delete`, { key, ...(json ? { json } : {}) });
      const seen = (await entries(amy, amy.signup))[0]!.id;
      await post(`/amy/forms/${amy.signup}`, { email: 'unseen@example.com' });
      await post(`/amy/forms/${amy.contact}`, person);
      assert.equal((await all(amy.signup, reader)).status, 403);
      assert.equal((await all(amy.signup, amy.key, { last_id: 'x' })).status, 422);
      assert.equal((await all(amy.signup, amy.key, { last_id: seen })).body.response, 'Entries deleted: 10.');
      assert.deepEqual(await values(amy, amy.signup), [{ email: 'unseen@example.com' }]);
      assert.equal((await all(amy.signup, amy.key)).body.response, 'Entries deleted: 1.');
      assert.equal((await all(amy.signup, amy.key)).body.response, 'Entries deleted: 0.');
      assert.equal((await entries(amy, amy.contact)).length, 1, "another form's stay");
      const [last] = (await api.call('GET /activities', { key: amy.key })).body.response;
      assert.equal(last.message, 'Entries of the form "News" were deleted: 1.');
    });

    it('take an address once for a list, however often it is sent', async () => {
      const ann = await owner('ann');
      for (const email of ['Ann@Example.com', 'ann@example.com', ' ANN@example.COM ', 'bo@example.com']) {
        assert.equal((await post(`/ann/forms/${ann.signup}`, { email })).statusCode, 303);
      }
      await Promise.all(
        [1, 2, 3].map(() => post(`/ann/forms/${ann.signup}`, { email: 'cy@example.com', website_url: '' })),
      );
      assert.deepEqual(await values(ann, ann.signup), [
        { email: 'cy@example.com' },
        { email: 'bo@example.com' },
        { email: 'Ann@Example.com' },
      ]);
    });

    it('keep nothing of a program that fills in what nobody sees, and tell it nothing', async () => {
      const bea = await owner('bea');
      const person = { email: 'bot@example.com', website_url: 'https://spam.example' };
      const trapped = await post(`/bea/forms/${bea.signup}`, person);
      assert.equal(trapped.statusCode, 303);
      assert.equal(trapped.headers.location, `/bea/forms/${bea.signup}/sent`);
      assert.deepEqual(await entries(bea, bea.signup), []);
    });

    it('come back with what is to be mended and all that was typed', async () => {
      const cleo = await owner('cleo');
      const path = `/cleo/forms/${cleo.contact}`;
      const answer = await post(path, {
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
      const long = await post(path, { ...person, name: 'é'.repeat(201), message: 'm'.repeat(5001) });
      assert.match(long.payload, /“Your name” may have at most 200 characters; it has 201\./);
      assert.match(long.payload, /“Your message” may have at most 5000 characters; it has 5001\./);
      assert.equal((await post(path, {})).statusCode, 422);
      assert.deepEqual(await entries(cleo, cleo.contact), []);

      const blank = await api.app.inject({ url: path });
      assert.equal(blank.statusCode, 200);
      assert.doesNotMatch(blank.payload, /class="mend"|aria-invalid="true"/);
    });

    it('take hostile values for the text that they are, or refuse them', async () => {
      const dan = await owner('dan');
      const path = `/dan/forms/${dan.contact}`;
      const hostile = {
        name: '=HYPERLINK("https://x.example")\0',
        email: 'a@b.example',
        message: '\u2028<script>\ud800\r\n.',
      };
      assert.equal((await post(path, hostile)).statusCode, 303);
      assert.deepEqual(await values(dan, dan.contact), [
        { name: '=HYPERLINK("https://x.example")', email: 'a@b.example', message: '<script>\ufffd\n.' },
      ]);
      const many = Array.from({ length: 9000 }, (_, index) => [`f${index}`, ''] as [string, string]);
      assert.equal((await post(path, [...many.slice(0, 5000), ...Object.entries(person)])).statusCode, 303);
      for (const [sent, status] of [
        [[...many, ...many], 413],
        [{ ...person, email: 'a@b.example\r\nBcc: all@x.example' }, 422],
        [[['name', 'a'], ['name', 'b'], ...Object.entries({ email: 'a@b.example', message: 'm' })], 422],
        [{ ...person, email: `${'a'.repeat(250)}@b.example` }, 422],
        ['%00=%ff&__proto__=x&constructor=y&name=%zz', 422],
      ] as [Fields | string, number][]) {
        const answer = await post(path, sent);
        assert.equal(answer.statusCode, status, JSON.stringify(sent).slice(0, 80));
        assert.match(String(answer.headers['content-type']), /^text\/html/);
      }
      assert.equal((await post(path, '{"name":7}', { 'content-type': 'application/json' })).statusCode, 422);
      assert.equal((await post(path, 'x', { 'content-type': 'text/plain' })).statusCode, 415);
      assert.equal((await post(path, 'x', { 'content-type': 'multipart/form-data' })).statusCode, 400);
      assert.equal((await entries(dan, dan.contact)).length, 2);
    });

    it('are taken from the page itself, or from no browser, and not from another site', async () => {
      const eve = await owner('eve');
      const path = `/eve/forms/${eve.signup}`;
      const from = async (headers: Record<string, string>) =>
        (await post(path, { email: 'eve@example.com' }, headers)).statusCode;
      assert.equal(await from({ 'sec-fetch-site': 'cross-site' }), 403);
      assert.equal(await from({ 'sec-fetch-site': 'same-site', origin: 'https://links.example' }), 403);
      assert.equal(await from({ origin: 'https://evil.example' }), 403);
      assert.equal(await from({ origin: 'null' }), 403);
      assert.deepEqual(await entries(eve, eve.signup), []);
      assert.equal(await from({ 'sec-fetch-site': 'same-origin', origin: 'null' }), 303);
      assert.equal(await from({ origin: 'https://links.example' }), 303);
      assert.equal(await from({ origin: 'http://box.local:3000', host: 'box.local:3000' }), 303);
    });

    it('are there for pages that are, under every name that leads to them', async () => {
      const flo = await owner('flo');
      const gus = await owner('gus');
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
        assert.equal((await post(path, email)).statusCode, status, path);
      }
      await renameAccount(api.store, flo.id, 'florence', commandLine, api.clock.now);
      const moved = await post(`/FLO/forms/${flo.signup}`, email);
      assert.deepEqual([moved.statusCode, moved.headers.location], [303, `/florence/forms/${flo.signup}/sent`]);
      assert.deepEqual(await values(flo, flo.signup), [email]);

      await suspendAccount(api.store, gus.id, commandLine, api.clock.now);
      assert.equal((await post(`/gus/forms/${gus.signup}`, email)).statusCode, 410);
    });

    it('take so many entries a minute from one visitor', async () => {
      const hal = await owner('hal');
      const path = `/hal/forms/${hal.signup}`;
      const send = (address: string) => post(path, { email: 'h@example.com' }, { 'x-forwarded-for': address });
      const network = (index: number) => `2001:db8:0:7::${index.toString(16)}`;
      for (let index = 1; index <= limits.formEntriesPerVisitor; index += 1) {
        assert.equal((await send(network(index))).statusCode, 303);
      }
      const refused = await send('2001:db8:0:7:ffff::1');
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['retry-after'], '60');
      assert.match(refused.payload, /^<!doctype html>/);
      assert.equal((await send('2001:db8:0:8::1')).statusCode, 303, 'another network');
      api.clock.now += MINUTE;
      assert.equal((await send(network(1))).statusCode, 303);
    });

    it('take so many entries a minute for one account, whoever sends them', async () => {
      const ida = await owner('ida');
      for (let index = 0; index < limits.formEntriesPerAccount; index += 1) {
        const email = `visitor-${index}@example.com`;
        assert.equal((await post(`/ida/forms/${ida.signup}`, { email })).statusCode, 303);
      }
      assert.equal((await post(`/ida/forms/${ida.contact}`, person)).statusCode, 429);
      assert.deepEqual(await entries(ida, ida.contact), []);
    });

    it('count rejected posts against their sender alone', async () => {
      const ian = await owner('ian');
      const path = `/ian/forms/${ian.contact}`;
      for (let index = 0; index < limits.formEntriesPerAccount; index += 1) {
        assert.equal((await post(path, {})).statusCode, 422);
      }
      const from = { 'x-forwarded-for': '192.0.2.7' };
      for (let index = 0; index < limits.formPostsPerVisitor; index += 1) {
        assert.equal((await post(path, {}, from)).statusCode, 422);
      }
      assert.equal((await post(path, {}, from)).statusCode, 429);
      assert.equal((await post(path, person)).statusCode, 303, 'somebody else');
    });

    it('store nothing for a form or an account that went while the body arrived', async () => {
      const paths: [username: string, change: (account: Owner) => Promise<unknown>, status: number][] = [
        ['liv', ({ key, signup }) => api.call(`POST /blocks/${signup}/delete`, { key }), 404],
        ['leo', ({ id }) => removeAccount(api.store, id), 404],
        ['luc', ({ id }) => suspendAccount(api.store, id, commandLine, api.clock.now), 410],
      ];
      for (const [username, change, status] of paths) {
        const account = await owner(username);
        const body = new PassThrough();
        const answer = api.app.inject({
          method: 'POST',
          url: `/${username}/forms/${account.signup}`,
          headers: { 'content-type': TYPE, 'content-length': '24' },
          payload: body,
        });
        body.write('email=late');
        // By then the form was found, and the rest of the body is waited for.
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

    it('leave the page as it is kept, and are seen by whoever asks for them again', async () => {
      const mia = await owner('mia');
      const { freshness } = api.store;
      const path = `/blocks/${mia.signup}/entries`;
      const before = await api.call(`GET ${path}`, { key: mia.key });
      assert.deepEqual(before.body.response, []);
      const stamp = freshness.stamp(mia.id);
      assert.equal((await post(`/mia/forms/${mia.signup}`, { email: 'm@example.com' })).statusCode, 303);
      assert.ok(freshness.isFresh(stamp, mia.id, 'account'));
      const after = await api.call(`GET ${path}`, { key: mia.key, headers: { 'if-none-match': before.headers.etag! } });
      assert.equal(after.status, 200);
      assert.equal(after.body.response.length, 1);
    });

    it('say so when they are full, and tell the owner once a day', async () => {
      const jo = await owner('jo');
      await api.store.write(jo.id, async (tx) => {
        const ids = await api.store.dialect.allocateIds(tx, limits.formEntries);
        const rows = ids.map((id) => ({
          account_id: jo.id,
          id,
          block_id: jo.signup,
          kind: 'signup' as const,
          fields: '{"email":"j@example.com"}',
          subscriber: `${id}@example.com`,
          created_at: id,
        }));
        for (let start = 0; start < rows.length; start += 1000) {
          await tx
            .insertInto('form_entry')
            .values(rows.slice(start, start + 1000))
            .execute();
        }
      });
      for (const _ of [1, 2]) {
        const full = await post(`/jo/forms/${jo.contact}`, person);
        assert.equal(full.statusCode, 409);
        assert.match(full.payload, /accepts no more entries/);
      }
      const asJson = await post(`/jo/forms/${jo.contact}`, JSON.stringify(person), {
        'content-type': 'application/json',
      });
      const { status, code, response } = asJson.json();
      assert.deepEqual([asJson.statusCode, status, code], [409, false, 'forbidden']);
      assert.match(response, /^It accepts no more entries for now, /);
      const told = async () => (await api.call('GET /activities?type=forms_full', { key: jo.key })).body.response;
      assert.equal((await told()).length, 1);
      assert.match((await told())[0].message, /10000 entries and take no more/);
      api.clock.now += 24 * 60 * MINUTE;
      await post(`/jo/forms/${jo.contact}`, person);
      assert.equal((await told()).length, 2);

      const { id } = (await entries(jo, jo.signup))[0]!;
      const deleted = await api.call(`POST /blocks/${jo.signup}/entries/${id}/delete`, { key: jo.key });
      assert.equal(deleted.status, 200);
      assert.equal((await post(`/jo/forms/${jo.contact}`, person)).statusCode, 303);

      const csv = await api.app.inject({
        url: `/api/v1/blocks/${jo.signup}/entries`,
        headers: { authorization: `Bearer ${jo.key}`, accept: 'text/csv' },
      });
      assert.equal(
        csv.payload.trimEnd().split('\r\n').length,
        limits.formEntries,
        'a line of names, and one is deleted',
      );
      assert.equal(new Set(csv.payload.split('\r\n')).size, limits.formEntries + 1);
    });

    it('go with the account', async () => {
      const kay = await owner('kay');
      assert.equal((await post(`/kay/forms/${kay.contact}`, person)).statusCode, 303);
      await removeAccount(api.store, kay.id);
      const left = await api.store.read.selectFrom('form_entry').where('account_id', '=', kay.id).selectAll().execute();
      assert.deepEqual(left, []);
    });

    it('are given as CSV that no spreadsheet computes', async () => {
      const lea = await owner('lea');
      const path = `/lea/forms/${lea.contact}`;
      await post(path, { ...person, name: '=1+1', phone: '+49 30 1234', message: 'a "quoted", line\nand another' });
      api.clock.now += MINUTE;
      await post(path, { ...person, name: '-Zoë', message: '@all' });
      const [second, first] = await entries(lea, lea.contact);
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
      await post(path, { ...person, name: 'a;=1+1', message: 'b;\t"  =2\n- c\nd-e;f+g' });
      const [third] = await entries(lea, lea.contact);
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
  });
}
