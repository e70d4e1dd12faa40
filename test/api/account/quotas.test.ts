// How many keys, pixels and passkeys an account can have, also if they are created at the same time.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertPixel } from '../../../server/storage/page/pixels.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { makePasskey } from '../../support/authenticator.ts';
import { type Browser, openBrowser, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';

const AT_ONCE = 6;
const form = { name: 'One more', type: 'quora', pixel_id: 'q-1' };
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

for (const engine of enginesOf(import.meta.url)) {
  describe(`Quotas on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
    });
    after(() => api.close());

    async function addPixels(accountId: number, count: number): Promise<void> {
      await api.store.write(accountId, async (tx) => {
        for (const id of await api.store.dialect.allocateIds(tx, count)) {
          const fields = { name: `Pixel ${id}`, status: 0, pixel_id: `p-${id}`, pixel_type: 'quora' } as const;
          await insertPixel(tx, accountId, { id, ...fields, created_at: api.clock.now, updated_at: api.clock.now });
        }
      });
    }

    async function addAnswers(accountId: number, count: number, createdAt: number): Promise<void> {
      await api.store.write(accountId, async (tx) => {
        for (let from = 0; from < count; from += 500) {
          const rows = times(Math.min(500, count - from)).map((index) => ({
            account_id: accountId,
            key: `${createdAt}-${from + index}`,
            fingerprint: 'f',
            answer: '{}',
            created_at: createdAt,
          }));
          await tx.insertInto('idempotency').values(rows).execute();
        }
      });
    }

    const used = async (key: string) => {
      const { keys, pixels } = (await api.call('GET /account/usage', { key })).body.response;
      return { keys, pixels };
    };

    it('allow 100 keys that work, and end nothing that works', async () => {
      const { browser, id } = await signUp(api, 'ada');
      const create = () => browser.call('POST /keys', { json: { name: 'One more', scope: 'read' } });
      const { key } = await api.keyFor({ id });
      for (const _ of times(96)) await api.keyFor({ id });
      const answers = await Promise.all(times(AT_ONCE).map(create));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 422, 422, 422]);
      const refused = await create();
      assertError(refused, 422, 'invalid');
      assert.deepEqual(refused.body.errors, { name: ['An account can have 100 API keys. Revoke one first.'] });
      await assert.rejects(api.keyFor({ id }), { message: /can have 100 API keys/ });
      assert.deepEqual((await used(key)).keys, { used: 100, limit: 100 });

      const ended = answers.find(({ status }) => status === 200)!.body.response.id;
      assert.equal((await browser.call(`POST /keys/${ended}/delete`)).status, 200);
      assert.equal((await create()).status, 200);
      assertError(await create(), 422, 'invalid');
    });

    it('do not count expired keys, and list the newest 100 that have ended', async () => {
      const { browser, id } = await signUp(api, 'bea');
      const { key } = await api.keyFor({ id });
      const expiring = [];
      for (const _ of times(99)) expiring.push((await api.keyFor({ id }, { expiresAt: api.clock.now + 1 })).id);
      await assert.rejects(api.keyFor({ id }), { message: /can have 100 API keys/ });
      api.clock.now += 1;
      assert.deepEqual((await used(key)).keys, { used: 1, limit: 100 });
      const revoked = [];
      for (const _ of times(3)) revoked.push((await api.keyFor({ id })).id);
      for (const one of revoked) assert.equal((await browser.call(`POST /keys/${one}/delete`)).status, 200);
      const last = (await api.keyFor({ id })).id;
      const listed = (await browser.call('GET /keys?results_per_page=250')).body.response;
      assert.equal(listed.length, 102);
      const ids = new Set(listed.map((one: { id: number }) => one.id));
      assert.deepEqual(
        expiring.map((one) => ids.has(one)),
        times(99).map((index) => index >= 2),
      );
      assert.ok([...revoked, last].every((one) => ids.has(one)));
      const lookups = await api.store.read
        .selectFrom('api_key_lookup')
        .select('key_id')
        .where('account_id', '=', id)
        .execute();
      assert.equal(lookups.length, 99);
      assert.equal((await api.call('GET /user', { key })).status, 200);
    });

    it('allow 100 pixels', async () => {
      const cleo = await api.account('cleo');
      await addPixels(cleo.id, 97);
      const create = () => api.call('POST /pixels', { key: cleo.key, multipart: form });
      const answers = await Promise.all(times(AT_ONCE).map(create));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 422, 422, 422]);
      const refused = await create();
      assert.deepEqual(refused.body.errors, { name: ['An account can have 100 pixels. Delete one first.'] });
      assert.deepEqual((await used(cleo.key)).pixels, { used: 100, limit: 100 });
      const { id } = answers.find(({ status }) => status === 200)!.body.response;
      assert.equal((await api.call(`POST /pixels/${id}/delete`, { key: cleo.key })).status, 200);
      assert.equal((await create()).status, 200);
    });

    it('hold for imports too, which change nothing then', async () => {
      const { id, key } = await api.account('dora');
      await addPixels(id, 99);
      const send = (count: number, mode: string) => {
        const pixels = times(count).map((index) => ({ name: `New ${index}`, type: 'twitter', pixel_id: `n-${index}` }));
        return api.call('POST /page/import', { key, json: { document: { version: 1, pixels }, mode } });
      };
      for (const [count, mode] of [
        [2, 'add'],
        [101, 'replace'],
      ] as const) {
        const refused = await send(count, mode);
        assertError(refused, 422, 'invalid');
        assert.deepEqual(refused.body.errors, {
          'document.pixels': ['An account can have 100 pixels. Delete one first.'],
        });
      }
      assert.equal((await used(key)).pixels.used, 99);
      assert.equal((await send(1, 'add')).status, 200);
      assert.equal((await send(100, 'replace')).status, 200);
      assert.equal((await used(key)).pixels.used, 100);
    });

    it('allow 50 passkeys', async () => {
      const { browser, id } = await signUp(api, 'eve');
      const { credential } = makePasskey(await ceremony(browser));
      assert.equal((await browser.call('POST /passkeys', { json: { credential } })).status, 200);
      const [one] = await api.store.read.selectFrom('passkey').selectAll().where('person_id', '=', id).execute();
      await api.store.write(id, async (tx) => {
        for (const copy of await api.store.dialect.allocateIds(tx, 48)) {
          await tx
            .insertInto('passkey')
            .values({ ...one!, id: copy, credential_id: `copy-${copy}` })
            .execute();
        }
      });
      // Each in a browser of its own: a challenge belongs to a cookie.
      const made = [];
      for (const _ of times(3)) {
        const other = openBrowser(api);
        for (const [name, value] of browser.cookies) other.cookies.set(name, value);
        made.push({ other, json: { credential: makePasskey(await ceremony(other)).credential } });
      }
      const answers = await Promise.all(made.map(({ other, json }) => other.call('POST /passkeys', { json })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422]);
      const refused = answers.find(({ status }) => status === 422)!;
      assert.deepEqual(refused.body.errors, {
        credential: ['An account has at most 50 passkeys; delete one first.'],
      });
      assert.equal((await browser.call('GET /passkeys')).body.response.length, 50);
      assertError(await browser.call('POST /passkeys/options'), 422, 'invalid');
    });

    async function ceremony(browser: Browser) {
      const { status, body, text } = await browser.call('POST /passkeys/options');
      assert.equal(status, 200, text);
      const { challenge } = body.response;
      return { challenge: challenge as string, origin: 'http://localhost:3001', rpId: 'localhost' };
    }

    it('allow 20,000 idempotency keys in a day', async () => {
      const { id, key } = await api.account('ida');
      const start = api.clock.now;
      await addAnswers(id, 19_999, start);
      const create = (name: string) =>
        api.call('POST /pixels', { key, json: { ...form, name }, headers: { 'idempotency-key': name } });
      const answers = await Promise.all([create('One'), create('Two')]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429]);
      const refused = answers.find(({ status }) => status === 429)!;
      assertError(refused, 429, 'rate_limited');
      assert.equal(refused.headers['retry-after'], '3600');
      assert.match(refused.body.response, /20000 Idempotency-Keys in 24 hours/);
      assert.equal((await used(key)).pixels.used, 1);
      assert.equal((await api.call('POST /pixels', { key, json: form })).status, 200);

      api.clock.now = start + 86_400_000_001;
      assert.equal((await create('Three')).status, 200);
      const rows = await api.store.read.selectFrom('idempotency').select('key').where('account_id', '=', id).execute();
      assert.deepEqual(rows.map((row) => row.key).sort(), ['Three']);
      api.clock.now = start;
    });
  });
}
