// Links and invitations that the operator gives out, and what they are good for.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../support/api.ts';
import { openBrowser, PASSWORD } from '../support/browser-session.ts';
import { enginesOf } from '../support/engines.ts';
import { register, signedIn } from '../support/signed-in.ts';
import { totpCode } from '../support/totp.ts';
import { fingerpost } from './fingerpost.ts';

const MINUTE = 60_000_000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Ways into the dashboard on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine, { SIGNUP: 'closed' });
      // The command has a clock of its own.
      api.clock.now = Date.now() * 1000;
    });
    after(() => api.close());

    function run(...args: string[]) {
      const { databaseUrl, dataDir } = api.config;
      return fingerpost(args, { environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } });
    }

    async function issued(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await run(...args);
      assert.equal(code, 0, stderr);
      return new URL(stdout.trim()).searchParams.get('token')!;
    }

    it('a link signs in once', async () => {
      const { id } = await register(api, 'ada');
      const { code, stdout, stderr } = await run('account', 'link', 'ada');
      assert.equal(code, 0);
      assert.match(stdout, /^http:\/\/localhost:3001\/sign-in\/link\?token=[\w-]{32}\n$/);
      assert.equal(stderr, 'The link signs in to the account "ada". It works once, within 15 minutes.\n');
      const json = { token: stdout.trim().split('token=')[1] };
      const browser = openBrowser(api);
      const answer = await browser.call('POST /auth/sign-in/link', { json });
      assert.deepEqual(answer.body, { status: true, response: { signed_in: true } });
      assert.equal((await browser.call('GET /user')).body.response.id, id);
      const again = openBrowser(api);
      assertError(await again.call('POST /auth/sign-in/link', { json }), 422, 'invalid');
      assert.equal(again.cookies.size, 0);
    });

    it('of two who use a link at once, one is signed in', async () => {
      await register(api, 'bea');
      const json = { token: await issued('account', 'link', 'bea') };
      const answers = await Promise.all([1, 2].map(() => openBrowser(api).call('POST /auth/sign-in/link', { json })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    });

    it('a link works for 15 minutes', async () => {
      await register(api, 'cleo');
      const json = { token: await issued('account', 'link', 'cleo') };
      api.clock.now += 16 * MINUTE;
      assertError(await openBrowser(api).call('POST /auth/sign-in/link', { json }), 422, 'invalid');
      api.clock.now -= 16 * MINUTE;
      assert.equal((await openBrowser(api).call('POST /auth/sign-in/link', { json })).status, 200);
    });

    it('a link needs no second factor: it leads back in who lost theirs', async () => {
      const browser = await signedIn(api, await register(api, 'dora'));
      const { secret } = (await browser.call('POST /two-factor')).body.response;
      const json = { code: totpCode(secret, api.clock.now) };
      assert.equal((await browser.call('POST /two-factor/confirm', { json })).status, 200);
      const other = openBrowser(api);
      await other.call('POST /auth/sign-in/link', { json: { token: await issued('account', 'link', 'dora') } });
      assert.equal((await other.call('POST /two-factor/delete')).status, 200);
    });

    it('a link to a suspended account does not sign in', async () => {
      await register(api, 'eve');
      const json = { token: await issued('account', 'link', 'eve') };
      await run('account', 'suspend', 'eve');
      assertError(await openBrowser(api).call('POST /auth/sign-in/link', { json }), 403, 'forbidden');
    });

    it('there is no link to an unknown account', async () => {
      const { code, stderr } = await run('account', 'link', 'nobody');
      assert.equal(code, 3);
      assert.equal(stderr, 'There is no account with the username "nobody".\n');
    });

    it('the store has hashes of links and invitations only', async () => {
      await register(api, 'fay');
      const tokens = [await issued('account', 'link', 'fay'), await issued('account', 'invite')];
      const links = await api.store.read.selectFrom('one_time_token').selectAll().execute();
      const invitations = await api.store.read.selectFrom('invitation').selectAll().execute();
      const stored = JSON.stringify([links, invitations]);
      for (const token of tokens) assert.equal(stored.includes(token), false);
    });

    const request = (username: string) => ({ username, email: `${username}@example.com`, password: PASSWORD });

    it('an invitation opens a closed sign-up, once', async () => {
      assertError(await openBrowser(api).call('POST /auth/sign-up', { json: request('gil') }), 403, 'forbidden');
      const { code, stdout, stderr } = await run('account', 'invite');
      assert.equal(code, 0);
      assert.match(stdout, /^http:\/\/localhost:3001\/invite\?token=[\w-]{32}\n$/);
      assert.match(stderr, /^The invitation can be used once, until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.\n$/);
      const invitation = stdout.trim().split('token=')[1];
      const { valid, email } = (await openBrowser(api).call(`GET /auth/invitation?token=${invitation}`)).body.response;
      assert.deepEqual({ valid, email }, { valid: true, email: null });
      const browser = openBrowser(api);
      const answer = await browser.call('POST /auth/sign-up', { json: { ...request('gil'), invitation } });
      assert.deepEqual(answer.body, { status: true, response: { signed_in: true } });
      assert.equal((await browser.call('GET /user')).body.response.username, 'gil');
      const again = await openBrowser(api).call('POST /auth/sign-up', { json: { ...request('hal'), invitation } });
      assertError(again, 422, 'invalid');
      assert.deepEqual(Object.keys(again.body.errors), ['invitation']);
      const used = (await openBrowser(api).call(`GET /auth/invitation?token=${invitation}`)).body.response;
      assert.deepEqual(used, { valid: false, email: null, expires_at: null });
    });

    it('an invitation works for seven days', async () => {
      const invitation = await issued('account', 'invite');
      api.clock.now += 7 * 24 * 60 * MINUTE + MINUTE;
      const late = await openBrowser(api).call('POST /auth/sign-up', { json: { ...request('ida'), invitation } });
      assertError(late, 422, 'invalid');
      api.clock.now -= 7 * 24 * 60 * MINUTE + MINUTE;
      const json = { ...request('ida'), invitation };
      assert.equal((await openBrowser(api).call('POST /auth/sign-up', { json })).status, 200);
    });

    it('an invitation with an address counts as its verification', async () => {
      const invitation = await issued('account', 'invite', '--email', 'Jan@Example.com');
      const { email } = (await openBrowser(api).call(`GET /auth/invitation?token=${invitation}`)).body.response;
      assert.equal(email, 'jan@example.com');
      const browser = openBrowser(api);
      const json = { ...request('jan'), invitation };
      assert.equal((await browser.call('POST /auth/sign-up', { json })).status, 200);
      assert.equal((await browser.call('GET /account')).body.response.email_verified, true);
    });

    it('an address that has an account is not invited', async () => {
      const { email } = await register(api, 'kim');
      const { code, stderr } = await run('account', 'invite', '--email', email);
      assert.equal(code, 4);
      assert.match(stderr, /kim@example\.com has an account already/);
      assert.equal((await run('account', 'invite', '--email', 'nobody')).code, 4);
    });
  });
}
