// Protection against abuse of forms: honeypot, CSRF, rate limits and the limit on stored entries, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Api } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { type Forms, MINUTE, openForms, person } from './form-client.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Protection of forms on ${engine.name}`, () => {
    let api: Api;
    let forms: Forms;
    before(async () => {
      forms = await openForms(engine);
      api = forms.api;
    });
    after(() => api.close());

    it('discards entries that fill in the honeypot, without an error', async () => {
      const bea = await forms.owner('bea');
      const bot = { email: 'bot@example.com', website_url: 'https://spam.example' };
      const trapped = await forms.post(`/bea/forms/${bea.signup}`, bot);
      assert.equal(trapped.statusCode, 303);
      assert.equal(trapped.headers.location, `/bea/forms/${bea.signup}/sent`);
      assert.deepEqual(await forms.entries(bea, bea.signup), []);
    });

    it('rejects cross-site posts (CSRF) with 403, and accepts same-origin posts', async () => {
      const eve = await forms.owner('eve');
      const path = `/eve/forms/${eve.signup}`;
      const from = async (headers: Record<string, string>) =>
        (await forms.post(path, { email: 'eve@example.com' }, headers)).statusCode;
      assert.equal(await from({ 'sec-fetch-site': 'cross-site' }), 403);
      assert.equal(await from({ 'sec-fetch-site': 'same-site', origin: 'https://links.example' }), 403);
      assert.equal(await from({ origin: 'https://evil.example' }), 403);
      assert.equal(await from({ origin: 'null' }), 403);
      assert.deepEqual(await forms.entries(eve, eve.signup), []);
      assert.equal(await from({ 'sec-fetch-site': 'same-origin', origin: 'null' }), 303);
      assert.equal(await from({ origin: 'https://links.example' }), 303);
      assert.equal(await from({ origin: 'http://box.local:3000', host: 'box.local:3000' }), 303);
    });

    it('limits entries per minute and visitor', async () => {
      const hal = await forms.owner('hal');
      const path = `/hal/forms/${hal.signup}`;
      const send = (address: string) => forms.post(path, { email: 'h@example.com' }, { 'x-forwarded-for': address });
      const network = (index: number) => `2001:db8:0:7::${index.toString(16)}`;
      for (let index = 1; index <= 10; index += 1) {
        assert.equal((await send(network(index))).statusCode, 303);
      }
      const limited = await send('2001:db8:0:7:ffff::1');
      assert.equal(limited.statusCode, 429);
      assert.equal(limited.headers['retry-after'], '60');
      assert.match(limited.payload, /^<!doctype html>/);
      assert.equal((await send('2001:db8:0:8::1')).statusCode, 303, 'another network');
      api.clock.now += MINUTE;
      assert.equal((await send(network(1))).statusCode, 303);
    });

    it('limits entries per minute of an IPv6 /48 to those of eight visitors', async () => {
      const kim = await forms.owner('kim');
      const path = `/kim/forms/${kim.signup}`;
      const send = async (address: string) => (await forms.post(path, {}, { 'x-forwarded-for': address })).statusCode;
      // 30 posts of one visitor, and one that does not count for the others.
      for (let index = 1; index <= 30; index += 1) assert.equal(await send('2001:db8:3:0::1'), 422);
      assert.equal(await send('2001:db8:3:0::1'), 429);
      for (let index = 1; index <= 210; index += 1) {
        assert.equal(await send(`2001:db8:3:${index.toString(16)}::1`), 422);
      }
      assert.equal(await send('2001:db8:3:ffff::1'), 429);
      assert.equal(await send('2001:db8:4:0::1'), 422, 'another /48');
    });

    it('limits entries per minute and account across visitors', async () => {
      const ida = await forms.owner('ida');
      for (let index = 0; index < 60; index += 1) {
        const email = `visitor-${index}@example.com`;
        assert.equal((await forms.post(`/ida/forms/${ida.signup}`, { email })).statusCode, 303);
      }
      assert.equal((await forms.post(`/ida/forms/${ida.contact}`, person)).statusCode, 429);
      assert.deepEqual(await forms.entries(ida, ida.contact), []);
    });

    it('counts rejected posts against the sender only, not against the account', async () => {
      const ian = await forms.owner('ian');
      const path = `/ian/forms/${ian.contact}`;
      for (let index = 0; index < 60; index += 1) {
        assert.equal((await forms.post(path, {})).statusCode, 422);
      }
      const from = { 'x-forwarded-for': '192.0.2.7' };
      for (let index = 0; index < 30; index += 1) {
        assert.equal((await forms.post(path, {}, from)).statusCode, 422);
      }
      assert.equal((await forms.post(path, {}, from)).statusCode, 429);
      assert.equal((await forms.post(path, person)).statusCode, 303, 'another visitor');
    });

    it('answers 409 when the account is full, and logs that once a day', async () => {
      const jo = await forms.owner('jo');
      await api.store.write(jo.id, async (tx) => {
        const ids = await api.store.dialect.allocateIds(tx, 10_000);
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
        const full = await forms.post(`/jo/forms/${jo.contact}`, person);
        assert.equal(full.statusCode, 409);
        assert.match(full.payload, /accepts no more entries/);
      }
      const asJson = await forms.post(`/jo/forms/${jo.contact}`, JSON.stringify(person), {
        'content-type': 'application/json',
      });
      const { status, code, response } = asJson.json();
      assert.deepEqual([asJson.statusCode, status, code], [409, false, 'forbidden']);
      assert.match(response, /^It accepts no more entries for now, /);
      const notices = async () => (await api.call('GET /activities?type=forms_full', { key: jo.key })).body.response;
      assert.equal((await notices()).length, 1);
      assert.match((await notices())[0].message, /limit of 10000 entries/);
      api.clock.now += 24 * 60 * MINUTE;
      await forms.post(`/jo/forms/${jo.contact}`, person);
      assert.equal((await notices()).length, 2);

      const { id } = (await forms.entries(jo, jo.signup))[0]!;
      const deleted = await api.call(`POST /blocks/${jo.signup}/entries/${id}/delete`, { key: jo.key });
      assert.equal(deleted.status, 200);
      assert.equal((await forms.post(`/jo/forms/${jo.contact}`, person)).statusCode, 303);

      const csv = await api.app.inject({
        url: `/api/v1/blocks/${jo.signup}/entries`,
        headers: { authorization: `Bearer ${jo.key}`, accept: 'text/csv' },
      });
      assert.equal(csv.payload.trimEnd().split('\r\n').length, 10_000, 'a header line, and one entry less');
      assert.equal(new Set(csv.payload.split('\r\n')).size, 10_001);
    });
  });
}
