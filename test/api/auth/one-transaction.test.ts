// A sign-in is one transaction, which locks the row of the person and nothing of the account. So it waits for nobody who
// changes the account; what it leaves there follows.
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildDashboard } from '../../../server/dashboard.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { type Passkey, signWithPasskey } from '../../support/authenticator.ts';
import { type Browser, openBrowser, PASSWORD } from '../../support/browser-session.ts';
import { engines } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAccount } from '../../support/held-account.ts';
import { addPasskey, addSecondFactor, answered, provenPerson } from '../../support/recovery.ts';
import { secondProcess } from '../../support/second-process.ts';
import { totpCode } from '../../support/totp.ts';

const SECOND = 1_000_000;
const DASHBOARD = { origin: 'http://localhost:3001', rpId: 'localhost' };

/** Does not wait for the jobs of its sign-ins. */
const impatient = (api: Api): Browser => openBrowser({ dashboard: () => api.dashboard() });

async function signInWith(browser: Browser, passkey: Passkey, app?: FastifyInstance) {
  const { body } = await browser.call('POST /auth/passkey/options', app && { app });
  const { challenge } = body.response;
  return { credential: signWithPasskey(passkey, { challenge, ...DASHBOARD }) };
}

for (const engine of engines) {
  describe(`The transaction of a sign-in on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    /** A process that runs no jobs, and how many transactions its requests have begun. */
    async function countedProcess(t: TestContext) {
      const { dependencies, services } = await secondProcess(t, api);
      const app = await buildDashboard(dependencies, services);
      t.after(() => app.close());
      t.mock.method(services.signIn.passwords, 'verify', async () => true);
      const names = ['write', 'writeInstallation', 'writeUncached', 'writeFound'] as const;
      const mocks = names.map((name) => t.mock.method(services.store, name).mock);
      const written = async (browser: Browser, request: string, json?: object) => {
        for (const mock of mocks) mock.resetCalls();
        const { status, text } = await browser.call(request, { app, json });
        assert.equal(status, 200, text);
        return mocks.reduce((sum, mock) => sum + mock.callCount(), 0);
      };
      return { app, written };
    }

    it('is the only one after a password and a passkey, and the second with a second factor', async (t) => {
      const { email, browser } = await provenPerson(api, 'ada');
      const passkey = await addPasskey(browser, 'Laptop');
      const { app, written } = await countedProcess(t);
      const password = { email, password: PASSWORD };
      // What is loaded once is loaded now.
      await written(openBrowser(api), 'POST /auth/sign-in', password);
      assert.equal(await written(openBrowser(api), 'POST /auth/sign-in', password), 1);
      const other = openBrowser(api);
      assert.equal(await written(other, 'POST /auth/passkey', await signInWith(other, passkey, app)), 1);

      const secret = await addSecondFactor(api, browser);
      const later = await countedProcess(t);
      await later.written(openBrowser(api), 'POST /auth/sign-in', password);
      const half = openBrowser(api);
      assert.equal(await later.written(half, 'POST /auth/sign-in', password), 1);
      const code = totpCode(secret, api.clock.now + 30 * SECOND);
      assert.equal(await later.written(half, 'POST /auth/sign-in/code', { code }), 1);
    });

    it('writes everything or nothing', async (t) => {
      const { email, id, browser } = await provenPerson(api, 'bea');
      const secret = await addSecondFactor(api, browser);
      const half = openBrowser(api);
      await answered(half, 'POST /auth/sign-in', { email, password: PASSWORD });
      const state = async () => {
        const { read } = api.store;
        return [
          await read.selectFrom('session').selectAll().where('person_id', '=', id).orderBy('id').execute(),
          await read.selectFrom('credential').selectAll().where('person_id', '=', id).execute(),
          await read.selectFrom('one_time_token').selectAll().where('person_id', '=', id).execute(),
          await read.selectFrom('job').select('id').where('account_id', '=', id).orderBy('id').execute(),
        ];
      };
      const before = await state();
      api.clock.now += 30 * SECOND;
      const json = { code: totpCode(secret, api.clock.now) };
      const { mock } = t.mock.method(api.store, 'afterCommit', () => {
        throw new Error('The last step fails.');
      });
      assert.equal((await half.copy().call('POST /auth/sign-in/code', { json })).status, 500);
      assert.deepEqual(await state(), before);
      mock.restore();
      assert.equal((await half.call('POST /auth/sign-in/code', { json })).status, 200, 'the code was not used');
    });

    it('admits one of five who answer the same challenge', async () => {
      const { browser } = await provenPerson(api, 'cleo');
      const passkey = await addPasskey(browser, 'Laptop');
      // Many authenticators do not count: then the challenge alone decides.
      passkey.count = -1;
      const other = openBrowser(api);
      const json = await signInWith(other, passkey);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => other.copy().call('POST /auth/passkey', { json })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
    });

    it('admits one of five with the same code', async () => {
      const { email, browser } = await provenPerson(api, 'dora');
      const secret = await addSecondFactor(api, browser);
      const halves = Array.from({ length: 5 }, () => browser.copy());
      for (const half of halves) await answered(half, 'POST /auth/sign-in', { email, password: PASSWORD });
      api.clock.now += 30 * SECOND;
      const json = { code: totpCode(secret, api.clock.now) };
      const answers = await Promise.all(halves.map((half) => half.call('POST /auth/sign-in/code', { json })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422]);
    });

    it('does not accept the secret of another person’s authenticator app', async () => {
      const eve = await provenPerson(api, 'eve');
      const secret = await addSecondFactor(api, eve.browser);
      const fay = await provenPerson(api, 'fay');
      await addSecondFactor(api, fay.browser);
      const of = (id: number) => api.store.read.selectFrom('credential').selectAll().where('person_id', '=', id);
      const { totp_secret } = await of(eve.id).executeTakeFirstOrThrow();
      await api.store.write(fay.id, (tx) =>
        tx.updateTable('credential').set({ totp_secret }).where('person_id', '=', fay.id).execute(),
      );
      const half = openBrowser(api);
      await answered(half, 'POST /auth/sign-in', { email: fay.email, password: PASSWORD });
      api.clock.now += 30 * SECOND;
      const json = { code: totpCode(secret, api.clock.now) };
      assertError(await half.call('POST /auth/sign-in/code', { json }), 422, 'invalid');
    });

    it('uses a counter up: an old one is refused', async () => {
      const { browser } = await provenPerson(api, 'gil');
      const passkey = await addPasskey(browser, 'Laptop');
      const clone = { ...passkey };
      for (let count = 0; count < 2; count += 1) {
        const own = openBrowser(api);
        assert.equal((await own.call('POST /auth/passkey', { json: await signInWith(own, passkey) })).status, 200);
      }
      const thief = openBrowser(api);
      const json = await signInWith(thief, clone);
      assertError(await thief.call('POST /auth/passkey', { json }), 401, 'unauthenticated');
    });

    it('does not wait for the account', { skip: engine.dialect === 'sqlite' && 'it has one writer' }, async (t) => {
      const { email, id, browser } = await provenPerson(api, 'hal');
      const passkey = await addPasskey(browser, 'Laptop');
      const total = async () => (await answered(browser, 'GET /user')).total_login;
      const before = await total();
      const logins = async () => (await answered(browser, 'GET /activities?type=login')).length;
      const loggedBefore = await logins();

      const release = await holdAccount(t, api.config.databaseUrl, id);
      await answered(impatient(api), 'POST /auth/sign-in', { email, password: PASSWORD });
      const other = impatient(api);
      await answered(other, 'POST /auth/passkey', await signInWith(other, passkey));
      assert.equal((await answered(other, 'GET /account')).email, email);
      assert.equal(await total(), before, 'the account is held');
      await release();
      await eventually('the sign-ins are recorded', 10_000, async () => (await total()) === before + 2);
      assert.equal(await logins(), loggedBefore + 2);

      const secret = await addSecondFactor(api, browser);
      const releaseAgain = await holdAccount(t, api.config.databaseUrl, id);
      const half = impatient(api);
      assert.deepEqual(await answered(half, 'POST /auth/sign-in', { email, password: PASSWORD }), {
        signed_in: false,
        two_factor: true,
      });
      api.clock.now += 30 * SECOND;
      await answered(half, 'POST /auth/sign-in/code', { code: totpCode(secret, api.clock.now) });
      await releaseAgain();
      await eventually('it is recorded', 10_000, async () => (await total()) === before + 3);
    });
  });
}
