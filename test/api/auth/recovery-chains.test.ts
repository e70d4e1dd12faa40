// Somebody takes over an account and changes its address, again and again. Its owner gets it back, and nothing that the
// thief has made works then.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY } from '../../../contract/time.ts';
import { setPassword } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD, type Person } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { tokenIn } from '../../support/mail.ts';
import {
  addSecondFactor,
  anonymous,
  answered,
  changeAddress,
  codeStatus,
  halfSignedIn,
  mail,
  NEW_PASSWORD,
  plant,
  plantedStatuses,
  provenPerson,
  reset,
  resetLink,
  signedInWith,
  signInStatus,
} from '../../support/recovery.ts';
import { linkToken } from '../../support/signed-in.ts';

const GONE = { passkey: 401, key: 401, share: 401, export: 404 };
const THIEF_PASSWORD = 'nine purple harbours';

for (const engine of enginesOf(import.meta.url)) {
  describe(`A stolen account on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    const undo = (token: string | undefined) => anonymous(api, 'POST /auth/email/undo', { token });
    const emailOf = async (browser: Person['browser']) => (await answered(browser, 'GET /account')).email;

    it('stays with its owner: undo links of later addresses are dead', async () => {
      const { browser: thief, email } = await provenPerson(api, 'ada');
      const owners = await changeAddress(api, thief, email, 'a@ada.example');
      const thiefs = await changeAddress(api, thief, 'a@ada.example', 'b@ada.example');
      assert.equal((await undo(owners)).status, 200);
      await reset(api, email);
      const owner = await signedInWith(api, email, NEW_PASSWORD);
      assertError(await undo(thiefs), 422, 'invalid');
      assertError(await anonymous(api, 'POST /auth/undo', { token: thiefs }), 422, 'invalid');
      assert.equal(await emailOf(owner), email);
    });

    it('comes back although the thief has reset the password, and ends the whole chain', async () => {
      const { browser: thief, email, id } = await provenPerson(api, 'bea');
      const owners = await changeAddress(api, thief, email, 'a@bea.example');
      const thiefs = await changeAddress(api, thief, 'a@bea.example', 'b@bea.example');
      await reset(api, 'b@bea.example', THIEF_PASSWORD);
      const again = await signedInWith(api, 'b@bea.example', THIEF_PASSWORD);
      const planted = await plant(api, { browser: again, id });
      const half = await halfSignedIn(api, 'b@bea.example', THIEF_PASSWORD);
      const secret = 'JBSWY3DPEHPK3PXP';
      const resetToken = await resetLink(api, 'b@bea.example', 2);
      await answered(again, 'POST /account/email', { email: 'c@bea.example' });
      const pending = tokenIn(await mail(api, 'c@bea.example', 'Confirm your new e-mail address'));

      const undone = await undo(owners);
      assert.equal(undone.status, 200, undone.text);
      const { reset_token: token } = undone.body.response;
      assertError(await again.call('GET /user'), 401, 'unauthenticated');
      assert.deepEqual(await plantedStatuses(api, planted), GONE);
      assertError(await anonymous(api, 'POST /auth/email/confirm', { token: pending }), 422, 'invalid');
      const json = { token: resetToken, password: PASSWORD };
      assertError(await anonymous(api, 'POST /auth/reset', json), 422, 'invalid');
      assertError(await undo(thiefs), 422, 'invalid');
      assertError(await undo(owners), 422, 'invalid');
      assert.equal(await codeStatus(api, half, secret), 401);
      assert.equal(await signInStatus(api, email, THIEF_PASSWORD), 401);
      await answered(openBrowser(api), 'POST /auth/reset', { token, password: NEW_PASSWORD });
      const owner = await signedInWith(api, email, NEW_PASSWORD);
      assert.deepEqual([await emailOf(owner), (await answered(owner, 'GET /account')).two_factor], [email, false]);
      const removed = await mail(api, email, 'Your account was recovered');
      for (const name of ['Planted passkey', 'Planted key', 'Planted share']) assert.ok(removed.text.includes(name));
      assert.doesNotMatch(removed.text, /token=/);
    });

    it('comes back although the thief has signed up again with the address of its owner', async () => {
      const { browser: thief, email } = await provenPerson(api, 'ina');
      const owners = await changeAddress(api, thief, email, 'a@ina.example');
      await reset(api, 'a@ina.example', THIEF_PASSWORD);
      const squatter = { username: 'squatter', email, password: THIEF_PASSWORD };
      const refused = await anonymous(api, 'POST /auth/sign-up', squatter);
      assertError(refused, 422, 'invalid');
      assert.deepEqual(Object.keys(refused.body.errors), ['email']);
      assert.equal((await undo(owners)).status, 200);
    });

    it('keeps the address that it had from strangers as long as the link works', async () => {
      const { browser, email } = await provenPerson(api, 'jon');
      await changeAddress(api, browser, email, 'a@jon.example');
      const again = { username: 'jon-again', email, password: THIEF_PASSWORD };
      assertError(await anonymous(api, 'POST /auth/sign-up', again), 422, 'invalid');
      api.clock.now += 7 * DAY;
      assert.equal((await anonymous(api, 'POST /auth/sign-up', again)).status, 200);
    });

    it('ends sign-in links of the operator that were made before', async () => {
      const { browser: thief, email, id } = await provenPerson(api, 'cleo');
      const owners = await changeAddress(api, thief, email, 'a@cleo.example');
      const token = await linkToken(api, { id });
      assert.equal((await undo(owners)).status, 200);
      assertError(await anonymous(api, 'POST /auth/sign-in/link', { token }), 422, 'invalid');
    });

    it('is the owner’s after a link of the operator: all links of before are dead', async () => {
      const { browser: thief, email, id } = await provenPerson(api, 'ida');
      await answered(thief, 'POST /keys', { name: 'To review', scope: 'read' });
      await changeAddress(api, thief, email, 'a@ida.example');
      const thiefs = await changeAddress(api, thief, 'a@ida.example', 'b@ida.example');
      const owner = openBrowser(api);
      const token = await linkToken(api, { id }, { isRecovery: true });
      await answered(owner, 'POST /auth/sign-in/link', { token });
      assertError(await thief.call('GET /user'), 401, 'unauthenticated');
      await changeAddress(api, owner, 'b@ida.example', 'owner@ida.example');
      assertError(await undo(thiefs), 422, 'invalid');
      assert.match((await answered(owner, 'GET /account')).recovered_at, /^2026-/);
    });

    it('is the owner’s after a password of the operator', async () => {
      const { browser: thief, email, id } = await provenPerson(api, 'jan');
      await answered(thief, 'POST /keys', { name: 'To review', scope: 'read' });
      const thiefs = await changeAddress(api, thief, email, 'a@jan.example');
      await setPassword(api.store, id, NEW_PASSWORD, commandLine, api.clock.now);
      assertError(await thief.call('GET /user'), 401, 'unauthenticated');
      assertError(await undo(thiefs), 422, 'invalid');
      const owner = await signedInWith(api, 'a@jan.example', NEW_PASSWORD);
      assert.match((await answered(owner, 'GET /account')).recovered_at, /^2026-/);
    });

    it('does not lose its way back to later recoveries: a link that died stays dead', async () => {
      const { browser: thief, email } = await provenPerson(api, 'dora');
      const owners = await changeAddress(api, thief, email, 'a@dora.example');
      const thiefs = await changeAddress(api, thief, 'a@dora.example', 'b@dora.example');
      assert.equal((await undo(owners)).status, 200);
      await reset(api, email);
      const owner = await signedInWith(api, email, NEW_PASSWORD);
      await changeAddress(api, owner, email, 'new@dora.example');
      await reset(api, 'new@dora.example', PASSWORD);
      assertError(await undo(thiefs), 422, 'invalid');
    });

    it('is not taken with the link of an address that the owner left, once it was recovered through that one', async () => {
      const { browser, email } = await provenPerson(api, 'eve');
      const old = await changeAddress(api, browser, email, 'new@eve.example');
      await reset(api, 'new@eve.example');
      assert.equal((await undo(old)).status, 200, 'a recovery through a later address keeps it');
      assertError(await undo(old), 422, 'invalid');
    });

    it('has undo links that end after seven days', async () => {
      const { browser, email } = await provenPerson(api, 'fay');
      const link = await changeAddress(api, browser, email, 'new@fay.example');
      api.clock.now += 7 * 24 * 3600 * 1_000_000;
      assertError(await undo(link), 422, 'invalid');
    });

    it('has a pending second factor that ends with the password', async () => {
      const { browser, email } = await provenPerson(api, 'gil');
      const secret = await addSecondFactor(api, browser);
      const half = await halfSignedIn(api, email);
      const other = await halfSignedIn(api, email);
      assert.equal(await codeStatus(api, other, secret), 200);
      await answered(browser, 'POST /account/password', { password: NEW_PASSWORD });
      assert.equal(await codeStatus(api, half, secret), 401);
      assertError(await half.call('GET /account'), 401, 'unauthenticated');
    });

    it('has a reset link that dies with the address that it was sent to', async () => {
      const { browser, email } = await provenPerson(api, 'hal');
      const token = await resetLink(api, email);
      await changeAddress(api, browser, email, 'new@hal.example');
      assertError(await anonymous(api, 'POST /auth/reset', { token, password: NEW_PASSWORD }), 422, 'invalid');
      await changeAddress(api, browser, 'new@hal.example', email);
      assertError(await anonymous(api, 'POST /auth/reset', { token, password: NEW_PASSWORD }), 422, 'invalid');
      assert.equal(await signInStatus(api, email, PASSWORD), 200);
    });
  });
}
