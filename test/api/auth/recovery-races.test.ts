// Recoveries and what races them: each pair ends as if one had come after the other, and nothing outlives a recovery.
import assert from 'node:assert/strict';
import { hash as digest } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PasswordUser } from '../../../server/domain/sign-in/passwords/passwords.ts';
import { type Answer, type Api, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD, type Person } from '../../support/browser-session.ts';
import { type Engine, enginesOf } from '../../support/engines.ts';
import { holdAccount } from '../../support/held-account.ts';
import { tokenIn } from '../../support/mail.ts';
import { quickPasswords } from '../../support/quick-passwords.ts';
import {
  addPasskey,
  addSecondFactor,
  anonymous,
  answered,
  changeAddress,
  halfSignedIn,
  mail,
  NEW_PASSWORD,
  provenPerson,
  resetLink,
  signedInWith,
  signInStatus,
} from '../../support/recovery.ts';
import { totpCode } from '../../support/totp.ts';
import { isAnyWaiting } from '../../support/waiting.ts';

const ROUNDS = 8;
const SECOND = 1_000_000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Races of recoveries on ${engine.name}`, () => {
    let api: Api;
    let people = 0;
    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
    });
    after(() => api.close());

    const someone = () => {
      people += 1;
      return provenPerson(api, `racer-${people}`);
    };
    async function manyTimes(round: (person: Person) => Promise<void>): Promise<void> {
      for (let count = 0; count < ROUNDS; count += 1) await round(await someone());
    }
    const isSignedIn = async (browser: Person['browser']) => (await browser.call('GET /user')).status === 200;
    const post = (request: string, json: object) => anonymous(api, request, json);

    /** The link to confirm a new address. */
    async function confirmation({ browser, username }: Person): Promise<{ token: string; address: string }> {
      const address = `new@${username}.example`;
      await answered(browser, 'POST /account/email', { email: address });
      return { token: tokenIn(await mail(api, address, 'Confirm your new e-mail address')), address };
    }

    it('end a reset and a confirmation of an address in one of the two orders', async () => {
      await manyTimes(async (person) => {
        const { token: confirm, address } = await confirmation(person);
        const json = { token: await resetLink(api, person.email), password: NEW_PASSWORD };
        const [reset, confirmed] = await Promise.all([
          post('POST /auth/reset', json),
          post('POST /auth/email/confirm', { token: confirm }),
        ]);
        assert.deepEqual([reset.status, confirmed.status].sort(), [200, 422], `${reset.text} ${confirmed.text}`);
        const isReset = reset.status === 200;
        const email = isReset ? person.email : address;
        assert.equal(await signInStatus(api, email, isReset ? NEW_PASSWORD : PASSWORD), 200);
        assert.equal(await signInStatus(api, isReset ? address : person.email, PASSWORD), 401);
      });
    });

    it('end an undo and a confirmation with the address of the undo, or of both in order', async () => {
      await manyTimes(async (person) => {
        const first = `a@${person.username}.example`;
        const undo = await changeAddress(api, person.browser, person.email, first);
        const { token: confirm } = await confirmation(person);
        const [undone] = await Promise.all([
          post('POST /auth/email/undo', { token: undo }),
          post('POST /auth/email/confirm', { token: confirm }),
        ]);
        assert.equal(undone.status, 200, undone.text);
        const json = { token: undone.body.response.reset_token, password: NEW_PASSWORD };
        assert.equal((await post('POST /auth/reset', json)).status, 200);
        const owner = await signedInWith(api, person.email, NEW_PASSWORD);
        assert.equal((await answered(owner, 'GET /account')).email, person.email);
        assert.equal(await isSignedIn(person.browser), false);
      });
    });

    it('leave no session of the old password after a reset', async () => {
      await manyTimes(async ({ email }) => {
        const json = { token: await resetLink(api, email), password: NEW_PASSWORD };
        const thieves = Array.from({ length: 3 }, () => openBrowser(api));
        const [reset] = await Promise.all([
          post('POST /auth/reset', json),
          ...thieves.map((one) => one.call('POST /auth/sign-in', { json: { email, password: PASSWORD } })),
        ]);
        assert.equal(reset.status, 200, reset.text);
        for (const one of thieves) assert.equal(await isSignedIn(one), false);
      });
    });

    it('leave no session of a pending second factor after a change of the password', async () => {
      await manyTimes(async ({ browser, email }) => {
        const secret = await addSecondFactor(api, browser);
        const half = await halfSignedIn(api, email);
        api.clock.now += 30 * SECOND;
        const json = { code: totpCode(secret, api.clock.now) };
        await Promise.all([
          answered(browser, 'POST /account/password', { password: NEW_PASSWORD }),
          half.call('POST /auth/sign-in/code', { json }),
        ]);
        assert.equal(await isSignedIn(half), false);
        assert.equal(await isSignedIn(browser), true);
      });
    });

    it('let removals of the same things at once all end', async () => {
      const { browser } = await someone();
      for (let count = 0; count < ROUNDS; count += 1) {
        await addPasskey(browser, 'Lost');
        const { id: key } = await answered(browser, 'POST /keys', { name: 'Lost', scope: 'read' });
        const [passkey] = await answered(browser, 'GET /passkeys');
        const requests = [
          [`POST /passkeys/${passkey.id}/delete`, undefined],
          [`POST /keys/${key}/delete`, undefined],
          ['POST /account/recovery/remove', {}],
        ] as const;
        const answers = await Promise.all(
          [...requests, ...requests].map(([request, json]) => browser.copy().call(request, { json })),
        );
        for (const { status, text } of answers) assert.ok([200, 404].includes(status), text);
      }
    });

    it('let one of several use the same link', async () => {
      const { browser, email } = await someone();
      const undo = await changeAddress(api, browser, email, 'several@racers.example');
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => post('POST /auth/email/undo', { token: undo })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422]);
    });
  });

  describe(`Recoveries during other requests on ${engine.name}`, () => {
    /** Requests with this password wait until they are released. */
    async function withHeldHash(t: TestContext, held: string): Promise<{ api: Api; waits: Promise<void>; go(): void }> {
      const { promise: released, resolve: go } = Promise.withResolvers<void>();
      const { promise: waits, resolve: isWaiting } = Promise.withResolvers<void>();
      const pause = async (password: string) => {
        if (password !== held) return;
        isWaiting();
        await released;
      };
      const passwords = {
        ...quickPasswords,
        async hash(password: string, user: PasswordUser) {
          await pause(password);
          return quickPasswords.hash(password, user);
        },
        async verify(hash: string, password: string, user: PasswordUser) {
          const isRight = await quickPasswords.verify(hash, password, user);
          await pause(password);
          return isRight;
        },
      };
      const api = await openApi(engine as Engine, {}, { passwords });
      t.after(() => api.close());
      t.after(() => go());
      return { api, waits, go };
    }

    async function resetNow(api: Api, email: string, password: string): Promise<Answer> {
      return anonymous(api, 'POST /auth/reset', { token: await resetLink(api, email), password });
    }

    it('refuse a sign-in whose password was checked before', async (t) => {
      const slow = 'slow but right horses';
      const { api, waits, go } = await withHeldHash(t, slow);
      const { browser, email, id } = await provenPerson(api, 'ada');
      const password_hash = `quick:${digest('sha256', slow)}`;
      await api.store.write(id, (tx) =>
        tx.updateTable('credential').set({ password_hash }).where('person_id', '=', id).execute(),
      );
      const thief = openBrowser(api);
      const pending = thief.call('POST /auth/sign-in', { json: { email, password: slow } });
      await waits;
      assert.equal((await resetNow(api, email, NEW_PASSWORD)).status, 200);
      go();
      assert.equal((await pending).status, 401);
      assert.equal(thief.cookies.has('fingerpost.session'), false);
      const sessions = await api.store.read.selectFrom('session').select('id').where('person_id', '=', id).execute();
      assert.deepEqual(sessions, []);
      assert.equal((await browser.call('GET /user')).status, 401);
    });

    it('refuse a new password of a session that they have ended', async (t) => {
      const thiefs = 'thieves wait for hashes';
      const { api, waits, go } = await withHeldHash(t, thiefs);
      const { browser: thief, email } = await provenPerson(api, 'bea');
      const pending = thief.call('POST /account/password', { json: { password: thiefs } });
      await waits;
      assert.equal((await resetNow(api, email, NEW_PASSWORD)).status, 200);
      go();
      assert.equal((await pending).status, 401);
      assert.equal(await signInStatus(api, email, NEW_PASSWORD), 200);
      assert.equal(await signInStatus(api, email, thiefs), 401);
    });

    it('refuse a request that began before them, and whose body comes after', async (t) => {
      const api = await openApi(engine);
      t.after(() => api.close());
      const { browser: thief, email } = await provenPerson(api, 'dora');
      const body = new PassThrough();
      const request = (await api.dashboard()).inject({
        method: 'POST',
        url: '/api/v1/keys',
        headers: {
          cookie: thief.cookieHeader(),
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
        payload: body,
      });
      body.write('{"name":"Thief",');
      const answer = request.then(({ statusCode }) => statusCode);
      assert.equal((await resetNow(api, email, NEW_PASSWORD)).status, 200);
      body.end('"scope":"write"}');
      assert.equal(await answer, 401);
    });

    it('refuse what a session does that they end while it waits for the account', async (t) => {
      const { api, waits, go } = await withHeldHash(t, NEW_PASSWORD);
      const { browser: thief, email, id } = await provenPerson(api, 'cleo');
      const json = { token: await resetLink(api, email), password: NEW_PASSWORD };
      const requests = [
        ['POST /keys', { name: 'Thief', scope: 'write' }],
        ['POST /account/email', { email: 'thief@cleo.example' }],
        ['POST /two-factor', {}],
        ['POST /account/recovery/remove', {}],
        ['POST /analytics/shares', { name: 'Thief' }],
        ['POST /account/export', undefined],
      ] as const;
      const release = await holdAccount(t, api.config.databaseUrl, id);
      const reset = anonymous(api, 'POST /auth/reset', json);
      await waits;
      // What is left of the reset is one transaction. On PostgreSQL it gets the account before those who come later; on
      // SQLite nobody knows.
      go();
      if (engine.dialect === 'postgres') while (!(await isAnyWaiting(engine, api.store.read))) await setTimeout(1);
      const thiefs = requests.map(([request, body]) => thief.call(request, { json: body }));
      await setTimeout(200);
      await release();
      assert.equal((await reset).status, 200);
      const statuses = (await Promise.all(thiefs)).map(({ status }) => status);
      if (engine.dialect === 'postgres') assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401]);
      const owner = await signedInWith(api, email, NEW_PASSWORD);
      assert.equal((await answered(owner, 'GET /account')).pending_email, null);
    });
  });
}
