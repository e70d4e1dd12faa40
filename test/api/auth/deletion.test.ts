// An account that its owner deletes: offline at once, erased after 14 days.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { belongings, markedAccount } from '../../fuzz/marked-account.ts';
import { contentsOf } from '../../operations/copy/contents.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { signUp } from '../../support/browser-session.ts';
import { passTime } from '../../support/days.ts';
import { enginesOf } from '../../support/engines.ts';
import { mailTo } from '../../support/mail.ts';
import { signedInByLink } from '../../support/signed-in.ts';

const DAY = 24 * 3600 * 1_000_000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Deleting an account on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    const pageOf = async (username: string) => (await api.app.inject(`/${username}`)).statusCode;

    async function linkIn(email: string): Promise<string> {
      const { text } = await mailTo(api.config.dataDir, email, 'Your account will be deleted');
      return new URL(/http:\S+keep-account\S+/.exec(text)![0]).pathname;
    }

    it('takes the page offline at once, and erases everything after 14 days', async () => {
      const { browser, username, email, id } = await signUp(api, 'ada');
      assert.equal(await pageOf(username), 200);
      const wrong = await browser.call('POST /account/delete', { json: { username: 'somebody' } });
      assertError(wrong, 422, 'invalid');
      assert.equal(await pageOf(username), 200);
      const { body, text } = await browser.call('POST /account/delete', { json: { username } });
      assert.equal(body.response?.deletes_at, '2026-11-29T12:00:00.123456Z', text);
      assert.equal(await pageOf(username), 410);
      assert.equal((await browser.call('GET /account')).body.response.deletes_at, body.response.deletes_at);
      const link = await linkIn(email);

      const exists = async () => {
        const { read } = api.store;
        const rows = await Promise.all([
          read.selectFrom('account').select('account_id').where('account_id', '=', id).execute(),
          read.selectFrom('person').select('person_id').where('person_id', '=', id).execute(),
          read.selectFrom('session').select('id').where('person_id', '=', id).execute(),
        ]);
        return rows.map(({ length }) => length);
      };
      await passTime(api, api.clock.now + 14 * DAY - 1);
      assert.deepEqual(await exists(), [1, 1, 1]);
      await passTime(api, api.clock.now + 1);
      assert.deepEqual(await exists(), [0, 0, 0]);
      assertError(await browser.call('GET /account'), 401, 'unauthenticated');
      const late = await (await api.dashboard()).inject({ method: 'POST', url: link });
      assert.equal(late.statusCode, 404);
    });

    it('can be cancelled until then', async () => {
      const { browser, username } = await signUp(api, 'bea');
      await browser.call('POST /account/delete', { json: { username } });
      assert.equal(await pageOf(username), 410);
      assert.equal((await browser.call('POST /account/delete/cancel')).status, 200);
      assert.equal(await pageOf(username), 200);
      await passTime(api, api.clock.now + 15 * DAY);
      assert.equal((await browser.call('GET /account')).body.response.deletes_at, null);
    });

    it('can be cancelled with the link in the mail, once and without a sign-in', async () => {
      const { browser, username, email } = await signUp(api, 'cleo');
      await browser.call('POST /account/delete', { json: { username } });
      const link = await linkIn(email);
      const dashboard = await api.dashboard();
      const question = await dashboard.inject({ url: link, headers: { accept: 'text/html' } });
      assert.equal(question.statusCode, 200);
      assert.match(question.payload, /<h1 dir="auto">Keep this account\?<\/h1>/);
      assert.equal(await pageOf(username), 410, 'looking changes nothing');
      const guess = `${link.slice(0, -10)}AAAAAAAAAA`;
      assert.equal((await dashboard.inject({ method: 'POST', url: guess })).statusCode, 404);
      const done = await dashboard.inject({ method: 'POST', url: link });
      assert.equal(done.statusCode, 200);
      assert.match(done.payload, /The account will not be deleted/);
      assert.equal(await pageOf(username), 200);
      assert.equal((await browser.call('GET /account')).body.response.deletes_at, null);
      const { body } = await browser.call('GET /activities');
      assert.equal(body.response[0].type, 'account_deletion_cancelled');

      await browser.call('POST /account/delete', { json: { username } });
      assert.equal((await dashboard.inject({ method: 'POST', url: link })).statusCode, 404, 'the link was used');
      assert.equal(await pageOf(username), 410);
    });

    it('leaves nothing behind in store, queue or uploads', async () => {
      const account = await markedAccount(api, 'zanzibar', 5_000_000);
      const browser = await signedInByLink(api, account);
      await browser.call('POST /account/export');
      await api.upkeep();
      const filesOf = async () =>
        (await api.files.walk()).map(({ name }) => name).filter((name) => name.includes(`/${account.id}/`));
      assert.ok((await filesOf()).length >= 2, 'an upload and the export');
      const { text, status } = await browser.call('POST /account/delete', { json: { username: 'zanzibar' } });
      assert.equal(status, 200, text);

      await passTime(api, api.clock.now + 14 * DAY);
      await api.visits.aggregateAll();
      await api.upkeep();
      const owned = await belongings(api.store, account.id);
      assert.deepEqual(
        Object.entries(owned).filter(([, rows]) => rows.length > 0),
        [],
      );
      assert.deepEqual(await filesOf(), []);
      const contents = await contentsOf(api.config.databaseUrl);
      const left = Object.entries(contents).flatMap(([table, lines]) =>
        lines.filter((line) => account.mark.test(line)).map((line) => `${table}: ${line}`),
      );
      assert.deepEqual(left, []);
    });
  });
}
