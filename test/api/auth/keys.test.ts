// API keys that are made and revoked by somebody who is signed in.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { register, signedIn } from '../../support/signed-in.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Keys by API on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    it('are made, used, listed and revoked', async () => {
      const member = await register(api, 'ada');
      const browser = await signedIn(api, member);
      const json = { name: 'Report', scope: 'read', expires_at: '2026-12-01T00:00:00Z' };
      const made = await browser.call('POST /keys', { json });
      assert.equal(made.status, 200, made.text);
      const { id, key, hint } = made.body.response;
      assert.match(key, /^fp_/);
      assert.ok(key.startsWith(hint.replace(/…$/, '')));
      assert.equal((await api.call('GET /user', { key })).body.response.id, member.id);
      assertError(await api.call('POST /user/profile', { key, json: { bio: 'no' } }), 403, 'forbidden');

      const listed = await browser.call('GET /keys');
      const { last_used_at, ...shown } = listed.body.response[0];
      assert.deepEqual(shown, {
        id,
        name: 'Report',
        scope: 'read',
        hint,
        expires_at: '2026-12-01T00:00:00.000000Z',
        revoked_at: null,
        created_at: '2026-11-15T12:00:00.123456Z',
      });
      assert.equal(listed.text.includes(key), false);

      assert.equal((await browser.call(`POST /keys/${id}/delete`)).status, 200);
      assertError(await api.call('GET /user', { key }), 401, 'unauthenticated');
      assertError(await browser.call(`POST /keys/${id}/delete`), 404, 'not_found');
    });

    it('need a recent sign-in, and no key', async () => {
      const member = await register(api, 'bea');
      const browser = await signedIn(api, member);
      const json = { name: 'Report', scope: 'write' };
      const { key } = await api.keyFor(member);
      assertError(await api.call('POST /keys', { key, json }), 403, 'forbidden');
      api.clock.now += 11 * 60_000_000;
      assertError(await browser.call('POST /keys', { json }), 403, 'reauthenticate');
      api.clock.now -= 11 * 60_000_000;
    });

    it('of another account are not found', async () => {
      const { id } = await api.keyFor(await register(api, 'cleo'));
      const other = await signedIn(api, await register(api, 'dora'));
      assertError(await other.call(`POST /keys/${id}/delete`), 404, 'not_found');
    });

    it('do not expire in the past', async () => {
      const browser = await signedIn(api, await register(api, 'eve'));
      const json = { name: 'Report', scope: 'write', expires_at: '2026-11-15T11:00:00Z' };
      const answer = await browser.call('POST /keys', { json });
      assertError(answer, 422, 'invalid');
      assert.deepEqual(Object.keys(answer.body.errors), ['expires_at']);
      assert.deepEqual((await browser.call('GET /keys')).body.response, []);
    });
  });
}
