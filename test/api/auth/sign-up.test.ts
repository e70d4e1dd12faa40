// Signing up, and what is told while somebody types.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { hashToken } from '../../../server/domain/accounts/token-format.ts';
import { type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { freshAddress, openBrowser, PASSWORD, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { mailsTo, mailTo, tokenIn } from '../../support/mail.ts';

const DAY = 24 * 3600 * 1_000_000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Sign-up on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    const ask = async (json: Record<string, unknown>, at: Api = api) =>
      openBrowser(at).call('POST /auth/sign-up', { json: { password: PASSWORD, ...json } });

    it('makes an account that is signed in, with a page, and sends a link to verify the address', async () => {
      const browser = openBrowser(api);
      const json = { username: 'ada', email: 'Ada@Example.com', password: PASSWORD, name: 'Ada Fenwick' };
      const answer = await browser.call('POST /auth/sign-up', { json });
      assert.deepEqual(answer.body, { status: true, response: { signed_in: true } });
      const { response } = (await browser.call('GET /user')).body;
      assert.equal(response.email, 'ada@example.com');
      assert.equal(response.name, 'Ada Fenwick');
      assert.equal(response.total_login, 1);
      assert.equal((await api.app.inject('/ada')).statusCode, 200);

      assert.equal((await browser.call('GET /account')).body.response.email_verified, false);
      const mail = await mailTo(api.config.dataDir, 'ada@example.com', 'Confirm your e-mail address');
      assert.match(mail.text, /^http:\/\/localhost:3001\/verify\?token=/m);
      const token = tokenIn(mail);
      const verified = await openBrowser(api).call('POST /auth/verify-email', { json: { token } });
      assert.equal(verified.status, 200, verified.text);
      assert.equal((await browser.call('GET /account')).body.response.email_verified, true);
      assertError(await openBrowser(api).call('POST /auth/verify-email', { json: { token } }), 422, 'invalid');
      assert.equal(mailsTo(api.config.dataDir, 'ada@example.com').length, 1, 'the first sign-in is announced');
    });

    it('names every field that is wrong, and makes nothing', async () => {
      await signUp(api, 'bea');
      const answer = await ask({ username: 'bea', email: 'bea@example.com', password: 'Password123!' });
      assertError(answer, 422, 'invalid');
      assert.deepEqual(Object.keys(answer.body.errors).sort(), ['email', 'password', 'username']);
      assert.match(answer.body.errors.email[0], /has an account already/);
      const { total } = await api.store.read
        .selectFrom('account')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('email', '=', 'bea@example.com')
        .executeTakeFirstOrThrow();
      assert.equal(total, 1);
    });

    for (const password of [
      'password',
      '$unsh1ne99',
      'P@ssw0rd123',
      'qwertyuiop',
      '12345678',
      'aaaaaaaaaa',
      'abcabcabc',
      'sunshine2024!',
      'iloveyoubaby',
      'cleo-example',
      '1qaz2wsx3edc',
    ]) {
      it(`refuses the password ${password}`, async () => {
        const answer = await ask({ username: 'cleo-example', email: 'cleo@example.com', password });
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), ['password']);
      });
    }

    it('tells whether a username is free while somebody types it', async () => {
      await createAccount(api.store, { username: 'morning', email: 'm@example.com' }, commandLine, NOON);
      const check = async (username: string) =>
        (await openBrowser(api).call(`GET /auth/username?username=${username}`)).body.response;
      assert.deepEqual(await check('dora'), {
        username: 'dora',
        available: true,
        problem: null,
        message: null,
        suggestions: [],
      });
      const taken = await check('Morning');
      assert.deepEqual([taken.available, taken.problem], [false, 'taken']);
      assert.deepEqual(taken.suggestions, ['morning-page', 'the-morning', 'morning-links']);
      assert.equal((await check('mornlng')).problem, 'similar');
      assert.equal((await check('moming')).problem, 'similar');
      assert.equal((await check('m0rn1ng')).problem, 'similar');
      assert.equal((await check('evening')).problem, null);
      assert.equal((await check('admin')).problem, 'reserved');
      assert.equal((await check('a')).problem, 'invalid');
      assert.equal((await check('not%20this')).problem, 'invalid');
      const refused = await ask({ username: 'mornlng', email: 'other@example.com' });
      assertError(refused, 422, 'invalid');
      assert.deepEqual(Object.keys(refused.body.errors), ['username']);
    });

    it('does not let a username become like another one either', async () => {
      const { browser } = await signUp(api, 'harbor-five');
      await signUp(api, 'willow');
      const answer = await browser.call('POST /user/username', { json: { username: 'wiliow' } });
      assertError(answer, 422, 'invalid');
      const own = await browser.call('POST /user/username', { json: { username: 'harbor_five' } });
      assert.equal(own.status, 200, own.text);
    });

    it('is throttled for each network', async () => {
      const ip = freshAddress();
      const statuses: number[] = [];
      for (let count = 0; count < 12; count += 1) {
        const json = { username: 'bea', email: 'bea@example.com', password: PASSWORD };
        statuses.push((await openBrowser(api, { ip }).call('POST /auth/sign-up', { json })).status);
      }
      assert.deepEqual(statuses, [...Array(10).fill(422), 429, 429]);
      assert.equal((await ask({ username: 'bea', email: 'bea@example.com' })).status, 422);
    });

    it('needs an invitation if the operator wants that, which works once and in every mode', async () => {
      const closed = await openApi(engine, { SIGNUP: 'closed' });
      try {
        const fields = { username: 'finn', email: 'finn@example.com' };
        const shown = await openBrowser(closed).call('GET /auth/settings');
        assert.equal(shown.body.response.signup, 'closed');
        assertError(await ask(fields, closed), 403, 'forbidden');
        const invitation = 'invitation-of-finn';
        const row = { token_hash: hashToken(invitation), email: 'finn@example.com', created_at: NOON, used_at: null };
        await closed.store.writeInstallation(async (tx) => {
          await tx
            .insertInto('invitation')
            .values({ ...row, expires_at: NOON + DAY })
            .execute();
        });
        const offered = await openBrowser(closed).call(`GET /auth/invitation?token=${invitation}`);
        assert.deepEqual(offered.body.response, {
          valid: true,
          email: 'finn@example.com',
          expires_at: '2026-11-16T12:00:00.123456Z',
        });
        assertError(await ask({ ...fields, invitation: 'another' }, closed), 422, 'invalid');
        const answer = await ask({ ...fields, invitation }, closed);
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(mailsTo(closed.config.dataDir, 'finn@example.com'), [], 'its address is verified already');
        const again = await ask({ username: 'gil', email: 'gil@example.com', invitation }, closed);
        assertError(again, 422, 'invalid');
        const spent = await openBrowser(closed).call(`GET /auth/invitation?token=${invitation}`);
        assert.equal(spent.body.response.valid, false);
      } finally {
        await closed.close();
      }
    });

    it('says on the sign-in screen what there is', async () => {
      const { browser } = await signUp(api, 'hugo');
      const { response } = (await openBrowser(api).call('GET /auth/settings')).body;
      assert.deepEqual(response, {
        signup: 'open',
        mail: 'files',
        providers: [],
        password: { min: 8, max: 128 },
        signed_in: false,
        pages_url: 'https://links.example',
        dashboard_url: 'http://localhost:3001',
        one_origin: false,
      });
      assert.equal((await browser.call('GET /auth/settings')).body.response.signed_in, true);
    });
  });
}
