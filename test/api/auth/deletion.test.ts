// An account that its owner deletes: offline at once, erased after seven days.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { signUp } from '../../support/browser-session.ts';
import { engines } from '../../support/engines.ts';
import { mailTo } from '../../support/mail.ts';

const DAY = 24 * 3600 * 1_000_000;

for (const engine of engines) {
  describe(`Deleting an account on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    const pageOf = async (username: string) => (await api.app.inject(`/${username}`)).statusCode;

    it('takes the page offline at once, and erases everything after seven days', async () => {
      const { browser, username, email, id } = await signUp(api, 'ada');
      assert.equal(await pageOf(username), 200);
      const wrong = await browser.call('POST /account/delete', { json: { username: 'somebody' } });
      assertError(wrong, 422, 'invalid');
      assert.equal(await pageOf(username), 200);
      const { body, text } = await browser.call('POST /account/delete', { json: { username } });
      assert.equal(body.response?.deletes_at, '2026-11-22T12:00:00.123456Z', text);
      assert.equal(await pageOf(username), 410);
      assert.equal((await browser.call('GET /account')).body.response.deletes_at, body.response.deletes_at);
      await mailTo(api.config.dataDir, email, 'Your account will be deleted');

      const exists = async () => {
        const { read } = api.store;
        const rows = await Promise.all([
          read.selectFrom('account').select('account_id').where('account_id', '=', id).execute(),
          read.selectFrom('auth_user').select('id').where('id', '=', id).execute(),
          read.selectFrom('auth_session').select('id').where('userId', '=', id).execute(),
        ]);
        return rows.map(({ length }) => length);
      };
      api.clock.now += 7 * DAY - 1;
      await api.visits.upkeep();
      assert.deepEqual(await exists(), [1, 1, 1]);
      api.clock.now += 1;
      await api.visits.upkeep();
      assert.deepEqual(await exists(), [0, 0, 0]);
      assertError(await browser.call('GET /account'), 401, 'unauthenticated');
    });

    it('can be cancelled until then', async () => {
      const { browser, username } = await signUp(api, 'bea');
      await browser.call('POST /account/delete', { json: { username } });
      assert.equal(await pageOf(username), 410);
      assert.equal((await browser.call('POST /account/delete/cancel')).status, 200);
      assert.equal(await pageOf(username), 200);
      api.clock.now += 8 * DAY;
      await api.visits.upkeep();
      assert.equal((await browser.call('GET /account')).body.response.deletes_at, null);
    });
  });
}
