// What somebody leaves behind in an account: it is removed if nobody had proven the address, and listed for its owner else.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import {
  addOldSecondFactor,
  addSecondFactor,
  answered,
  changeAddress,
  codeStatus,
  exportOf,
  halfSignedIn,
  identitiesOf,
  linkIn,
  mail,
  NEW_PASSWORD,
  plant,
  plantedStatuses,
  provenPerson,
  reset,
  resetLink,
  signedInWith,
} from '../../support/recovery.ts';
import { linkToken } from '../../support/signed-in.ts';

const DAY = 24 * 3600 * 1_000_000;
const GONE = { passkey: 401, key: 401, share: 401, export: 404 };
const NAMES = ['Planted passkey', 'Planted key', 'Planted share', 'Planted pixel', 'Authenticator app'];

for (const engine of enginesOf(import.meta.url)) {
  describe(`What was planted in an account on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    it('is removed when the owner of the address resets the password, and the mail names it', async () => {
      const attacker = await signUp(api, 'ada');
      const planted = await plant(api, attacker);
      await reset(api, attacker.email);
      assertError(await attacker.browser.call('GET /user'), 401, 'unauthenticated');
      assert.deepEqual(await plantedStatuses(api, planted), GONE);
      assert.equal(await identitiesOf(api, attacker.id), 0);
      const owner = await signedInWith(api, attacker.email, NEW_PASSWORD);
      assert.deepEqual((await answered(owner, 'GET /account/recovery')).items, []);
      const { two_factor, email_verified } = await answered(owner, 'GET /account');
      assert.deepEqual([two_factor, email_verified], [false, true]);
      const { text } = await mail(api, attacker.email, 'Your password was changed');
      for (const name of NAMES) assert.ok(text.includes(name), `${name} is missing in: ${text}`);
      assert.doesNotMatch(text, /token=/);
      const [recovered] = await answered(owner, 'GET /activities?type=account_recovered');
      for (const name of NAMES) assert.ok(recovered.message.includes(name), recovered.message);
    });

    it('is removed too if the address was verified meanwhile, but not what came after', async () => {
      const attacker = await signUp(api, 'bea');
      const planted = await plant(api, attacker);
      const { text } = await mail(api, attacker.email, 'Confirm your e-mail address');
      const token = /token=([\w-]+)/.exec(text)![1];
      await answered(openBrowser(api), 'POST /auth/verify-email', { token });
      const { key } = await answered(attacker.browser, 'POST /keys', { name: 'Later', scope: 'read' });
      await reset(api, attacker.email);
      assert.deepEqual(await plantedStatuses(api, planted), GONE);
      assert.equal((await api.call('GET /user', { key })).status, 200);
      const owner = await signedInWith(api, attacker.email, NEW_PASSWORD);
      const { items } = await answered(owner, 'GET /account/recovery');
      assert.deepEqual(
        items.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
        [['key', 'Later']],
      );
    });

    it('is announced by mails without a link, and without names, to an address that nobody has proven', async () => {
      const attacker = await signUp(api, 'cleo');
      await plant(api, attacker);
      for (const subject of ['A passkey was added to your account', 'An API key was created for your account']) {
        const { text } = await mail(api, attacker.email, subject);
        assert.doesNotMatch(text, /token=|Planted/);
      }
      const link = await changeAddress(api, attacker.browser, attacker.email, 'thief@cleo.example');
      assert.equal(link, undefined);
      const { text } = await mail(api, attacker.email, 'Your e-mail address was changed');
      assert.doesNotMatch(text, /token=|thief@/);
    });

    it('leaves no reset link of the address that was never proven', async () => {
      const attacker = await signUp(api, 'dora');
      const token = await resetLink(api, attacker.email);
      await changeAddress(api, attacker.browser, attacker.email, 'new@dora.example');
      const answer = await openBrowser(api).call('POST /auth/reset', { json: { token, password: NEW_PASSWORD } });
      assertError(answer, 422, 'invalid');
    });

    it('stays in a proven account, where its owner reviews it and removes it', async () => {
      const person = await provenPerson(api, 'eve');
      const planted = await plant(api, person);
      // So long ago that no link takes the second factor back.
      api.clock.now += 8 * DAY;
      planted.export = await exportOf(person.browser);
      assert.equal((await answered(person.browser, 'GET /account')).recovered_at, null);
      await reset(api, person.email);
      assert.deepEqual(await plantedStatuses(api, planted), { passkey: 200, key: 200, share: 200, export: 404 });
      const half = await halfSignedIn(api, person.email, NEW_PASSWORD);
      assert.equal(await codeStatus(api, half, 'JBSWY3DPEHPK3PXP'), 422);

      const owner = openBrowser(api);
      await answered(owner, 'POST /auth/sign-in/link', { token: await linkToken(api, person, { isRecovery: true }) });
      const { recovered_at, items } = await answered(owner, 'GET /account/recovery');
      assert.match(recovered_at, /^2026-11-23T12:/);
      assert.deepEqual(
        items.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
        [
          ['two_factor', 'Authenticator app'],
          ['identity', 'oidc'],
          ['pixel', 'Planted pixel'],
          ['share', 'Planted share'],
          ['key', 'Planted key'],
          ['passkey', 'Planted passkey'],
        ],
      );
      assert.equal((await answered(owner, 'GET /account')).recovered_at, recovered_at);
      const remove = (json: object) => owner.call('POST /account/recovery/remove', { json });
      const pixel = items.find(({ kind }: { kind: string }) => kind === 'pixel');
      assertError(await remove({ id: pixel.id }), 422, 'invalid');
      assertError(await remove({ kind: 'share', id: pixel.id }), 404, 'not_found');
      assert.match((await api.app.inject('/eve')).payload, /123456/);
      assert.equal((await remove({ kind: 'pixel', id: pixel.id })).body.response.removed, 1);
      assert.doesNotMatch((await api.app.inject('/eve')).payload, /123456/);
      assert.equal((await remove({})).body.response.removed, 5);
      assert.deepEqual(await plantedStatuses(api, planted), GONE);
      assert.equal(await identitiesOf(api, person.id), 0);
      assert.deepEqual((await answered(owner, 'GET /account/recovery')).items, []);
      assert.ok(linkIn(await mail(api, person.email, 'Two-factor authentication was turned off')));
      assert.equal((await remove({})).body.response.removed, 0);
      await answered(owner, 'POST /account/recovery/done');
      assert.equal((await answered(owner, 'GET /account')).recovered_at, null);
    });

    it('is removed from the own account only', async () => {
      const other = await provenPerson(api, 'fay');
      const planted = await plant(api, other);
      const { browser } = await provenPerson(api, 'gil');
      const { items } = await answered(other.browser, 'GET /account/recovery');
      const { id } = items.find(({ kind }: { kind: string }) => kind === 'key');
      const json = { kind: 'key', id };
      assertError(await browser.call('POST /account/recovery/remove', { json }), 404, 'not_found');
      assert.equal((await answered(browser, 'POST /account/recovery/remove', {})).removed, 0);
      assert.equal((await plantedStatuses(api, planted)).key, 200);
      assert.equal((await answered(other.browser, 'GET /account/recovery')).items.length, 6);
    });

    it('is removed by somebody who signed in recently', async () => {
      const { browser } = await provenPerson(api, 'hal');
      api.clock.now += 11 * 60 * 1_000_000;
      assertError(await browser.call('POST /account/recovery/remove', { json: {} }), 403, 'reauthenticate');
    });

    it('keeps a second factor that a proven account has had for a week', async () => {
      const { browser, email } = await provenPerson(api, 'ida');
      const secret = await addOldSecondFactor(api, browser);
      await changeAddress(api, browser, email, 'new@ida.example');
      await reset(api, 'new@ida.example');
      const half = await halfSignedIn(api, 'new@ida.example', NEW_PASSWORD);
      assert.equal(await codeStatus(api, half, secret), 200);
    });

    it('does not lock the owner out with a second factor of the last days, which the mail names', async () => {
      const { browser, email } = await provenPerson(api, 'kim');
      await answered(browser, 'POST /two-factor');
      // Set up long ago, and turned on now.
      api.clock.now += 8 * DAY;
      await answered(browser, 'POST /auth/reauthenticate', { password: PASSWORD });
      await addSecondFactor(api, browser);
      await reset(api, email);
      assert.match(
        (await mail(api, email, 'Your password was changed')).text,
        /Two-factor authentication: Authenticator app/,
      );
      await signedInWith(api, email, NEW_PASSWORD);
    });

    it('does not let a stale session set the first password, and become fresh with it', async () => {
      const { browser, id } = await signUp(api, 'jan');
      await api.store.write(id, (tx) =>
        tx.updateTable('credential').set({ password_hash: null }).where('person_id', '=', id).execute(),
      );
      api.clock.now += 11 * 60 * 1_000_000;
      const first = { json: { password: PASSWORD } };
      assertError(await browser.call('POST /account/password', first), 403, 'reauthenticate');
      assert.equal((await answered(browser, 'GET /account')).has_password, false);
      assertError(await browser.call('POST /auth/reauthenticate', first), 422, 'invalid');
      api.clock.now -= 11 * 60 * 1_000_000;
      assert.equal((await browser.call('POST /account/password', first)).status, 200);
    });
  });
}
