// Signing in with an OpenID Connect provider.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertIdentity } from '../../../server/storage/people/identities.ts';
import { setProvenAddress } from '../../../server/storage/people/people.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { type Browser, openBrowser, PASSWORD, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { signInsRecorded } from '../../support/jobs.ts';
import { mailTo } from '../../support/mail.ts';
import { type OidcProvider, startOidcProvider } from '../../support/oidc-provider.ts';
import {
  addOldSecondFactor,
  answered,
  codeStatus,
  identitiesOf,
  linkIn,
  plant,
  plantedStatuses,
  provenPerson,
} from '../../support/recovery.ts';
import { register, signedIn } from '../../support/signed-in.ts';

const dashboard = 'http://localhost:3001';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Sign-in with a provider on ${engine.name}`, () => {
    let provider: OidcProvider;
    let api: Api;
    let closed: Api;
    before(async () => {
      provider = await startOidcProvider();
      api = await openApi(engine, settings());
      closed = await openApi(engine, { ...settings(), SIGNUP: 'closed' });
    });
    after(async () => {
      await api.close();
      await closed.close();
      await provider.close();
    });

    const settings = () => ({
      OIDC_ISSUER: `${provider.issuer}/`,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Example ID',
    });

    async function start(browser: Browser, return_to?: string): Promise<string> {
      const json = { provider: 'oidc', ...(return_to && { return_to }) };
      const { status, body, text } = await browser.call('POST /auth/provider', { json });
      assert.equal(status, 200, text);
      return body.response.url;
    }

    /** Follows the provider back. Returns where the browser is sent then. */
    async function comeBack(at: Api, browser: Browser, url: URL): Promise<string> {
      const app = await at.dashboard();
      const response = await app.inject({
        url: url.pathname + url.search,
        headers: { cookie: browser.cookieHeader(), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      });
      assert.equal(response.statusCode, 303, response.payload);
      for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        if (/max-age=0/i.test(cookie)) browser.cookies.delete(name!);
        else browser.cookies.set(name!, value!);
      }
      await signInsRecorded(at.store);
      return response.headers.location as string;
    }

    async function signIn(
      at: Api,
      browser: Browser,
      claims: Record<string, unknown>,
      from = provider,
    ): Promise<string> {
      from.claims = claims;
      return comeBack(at, browser, from.signIn(await start(browser, '/page')));
    }

    const isSignedIn = (browser: Browser) => browser.cookies.has('fingerpost.session');
    const person = (name: string) => ({ sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true, name });

    it('is offered by the settings', async () => {
      const { providers } = (await openBrowser(api).call('GET /auth/settings')).body.response;
      assert.deepEqual(providers, [{ id: 'oidc', name: 'Example ID' }]);
    });

    it('makes an account with a free username, and signs in to it the next time', async () => {
      await register(api, 'ada');
      const browser = openBrowser(api);
      const claims = { ...person('ada.l'), preferred_username: 'Ada', name: 'Ada Lovelace' };
      assert.equal(await signIn(api, browser, claims), `${dashboard}/welcome`);
      const user = (await browser.call('GET /user')).body.response;
      assert.equal(user.name, 'Ada Lovelace');
      assert.match(user.username, /ada/);
      assert.notEqual(user.username, 'ada');
      const account = (await browser.call('GET /account')).body.response;
      assert.equal(account.email, 'ada.l@example.com');
      assert.equal(account.email_verified, true);
      assert.equal(account.has_password, false);
      assert.deepEqual(account.providers, ['oidc']);

      const other = openBrowser(api);
      // Who it is, is the subject, whatever becomes of the address.
      const changed = { ...claims, email: 'new@example.com', email_verified: false };
      assert.equal(await signIn(api, other, changed), `${dashboard}/page`);
      assert.equal((await other.call('GET /user')).body.response.id, user.id);
    });

    it('stores no tokens of the provider', async () => {
      await signIn(api, openBrowser(api), person('bea'));
      await signIn(api, openBrowser(api), person('bea'));
      const rows = await api.store.read
        .selectFrom('identity')
        .selectAll()
        .where('issuer', '=', provider.issuer)
        .where('subject', '=', 'sub-bea')
        .execute();
      assert.equal(rows.length, 1);
      assert.doesNotMatch(JSON.stringify(rows), /access"|refresh"|eyJ/);
    });

    it('reads the address where the provider has it', async () => {
      const { sub, ...userInfo } = person('cleo');
      provider.userInfo = userInfo;
      const browser = openBrowser(api);
      assert.equal(await signIn(api, browser, { sub }), `${dashboard}/welcome`);
      provider.userInfo = {};
      assert.equal((await browser.call('GET /account')).body.response.email, 'cleo@example.com');
    });

    it('links an account whose address both sides have verified', async () => {
      const { id } = await register(api, 'dora');
      const browser = openBrowser(api);
      const address = { email: 'dora@example.com', address_id: id, proven_id: id };
      await api.store.write(id, (tx) => setProvenAddress(tx, id, address));
      const unverified = { ...person('dora'), email_verified: false };
      assert.equal(await signIn(api, browser, unverified), `${dashboard}/sign-in?error=email_not_verified`);
      assert.equal(isSignedIn(browser), false);
      assert.equal(await signIn(api, browser, person('dora')), `${dashboard}/page`);
      assert.equal((await browser.call('GET /user')).body.response.id, id);
      assert.equal((await browser.call('GET /account')).body.response.has_password, true);
    });

    it('recovers an account that somebody else has signed up with the address: password and keys are gone', async () => {
      const attacker = await signUp(api, 'mia');
      const planted = await plant(api, attacker);
      const browser = openBrowser(api);
      assert.equal(await signIn(api, browser, person('mia')), `${dashboard}/page`);
      assertError(await attacker.browser.call('GET /user'), 401, 'unauthenticated');
      assert.deepEqual(await plantedStatuses(api, planted), { passkey: 401, key: 401, share: 401, export: 404 });
      const { email_verified, has_password, two_factor } = (await browser.call('GET /account')).body.response;
      assert.deepEqual([email_verified, has_password, two_factor], [true, false, false]);
      assert.equal((await browser.call('GET /user')).body.response.id, attacker.id);
      const json = { email: attacker.email, password: PASSWORD };
      assertError(await openBrowser(api).call('POST /auth/sign-in', { json }), 401, 'unauthenticated');
      const { text } = await mailTo(api.config.dataDir, attacker.email, 'Your account was recovered');
      for (const name of ['Planted passkey', 'Planted key', 'Planted share', 'Planted pixel']) {
        assert.ok(text.includes(name), text);
      }
      const kinds = (await browser.call('GET /account/recovery')).body.response.items;
      assert.deepEqual(
        kinds.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
        [['identity', 'Example ID']],
      );
    });

    it('tells the owner of a proven address about the link, who can take it back', async () => {
      const owner = await provenPerson(api, 'nina');
      const browser = openBrowser(api);
      await signIn(api, browser, person('nina'));
      const subject = 'Another way to sign in was linked to your account';
      const found = await mailTo(api.config.dataDir, owner.email, subject);
      assert.match(found.text, /Service: Example ID/);
      const undone = await openBrowser(api).call('POST /auth/undo', { json: { token: linkIn(found) } });
      assert.equal(undone.status, 200, undone.text);
      assertError(await browser.call('GET /user'), 401, 'unauthenticated');
      assert.equal(await identitiesOf(api, owner.id), 0);
    });

    it('writes to the activity log when an account is linked, and not again', async () => {
      const browser = openBrowser(api);
      await signIn(api, browser, person('lea'));
      await signIn(api, browser, person('lea'));
      const activities = (await browser.call('GET /activities?results_per_page=25')).body.response;
      assert.deepEqual(
        activities.map(({ type }: { type: string }) => type),
        ['login', 'login', 'provider_linked', 'account_created'],
      );
      const linked = activities[2];
      assert.equal(linked.message, 'Sign-in with Example ID was linked.');
      assert.deepEqual([linked.ip, linked.browser], [activities[1].ip, activities[1].browser]);
      assert.notEqual(linked.ip, '');
    });

    it('replaces the session of the browser', async () => {
      const member = await register(api, 'eve');
      const browser = await signedIn(api, member);
      const before = browser.copy();
      await signIn(api, browser, person('fay'));
      assert.equal((await browser.call('GET /account')).body.response.email, 'fay@example.com');
      assertError(await before.call('GET /account'), 401, 'unauthenticated');
    });

    it('signs nobody in with the same subject of another issuer', async (t) => {
      const other = await startOidcProvider();
      t.after(() => other.close());
      const sameDatabase = async () => ({ databaseUrl: api.config.databaseUrl, drop: async () => {} });
      const changed = await openApi(
        { freshDatabase: sameDatabase },
        { OIDC_ISSUER: other.issuer, OIDC_CLIENT_ID: other.clientId, OIDC_CLIENT_SECRET: other.clientSecret },
      );
      t.after(() => changed.close());
      const emailOf = async (browser: Browser) => (await browser.call('GET /account')).body.response.email;

      await signIn(api, openBrowser(api), person('mia'));
      const stranger = openBrowser(changed);
      const claims = { ...person('mia'), email: 'stranger@example.com' };
      assert.equal(await signIn(changed, stranger, claims, other), `${dashboard}/welcome`);
      assert.equal(await emailOf(stranger), 'stranger@example.com');
      const back = openBrowser(api);
      await signIn(api, back, person('mia'));
      assert.equal(await emailOf(back), 'mia@example.com');

      // The same person at the new issuer: the verified address decides, as it does the first time.
      const herself = openBrowser(changed);
      assert.equal(await signIn(changed, herself, { ...person('mia'), sub: 'sub-new' }, other), `${dashboard}/page`);
      const account = (await herself.call('GET /account')).body.response;
      assert.deepEqual([account.email, account.providers], ['mia@example.com', ['oidc']]);
    });

    it('refuses another state, another browser, and a second time', async () => {
      provider.claims = person('gil');
      const browser = openBrowser(api);
      const forged = provider.signIn(await start(browser));
      forged.searchParams.set('state', 'x'.repeat(32));
      assert.equal(await comeBack(api, browser, forged), `${dashboard}/sign-in?error=state_mismatch`);

      const victim = openBrowser(api);
      const attack = provider.signIn(await start(browser));
      assert.equal(await comeBack(api, victim, attack), `${dashboard}/sign-in?error=state_mismatch`);
      await start(victim);
      assert.equal(await comeBack(api, victim, attack), `${dashboard}/sign-in?error=state_mismatch`);
      assert.equal(isSignedIn(victim), false);

      const once = provider.signIn(await start(browser));
      assert.equal(await comeBack(api, browser, once), `${dashboard}/welcome`);
      const again = openBrowser(api);
      assert.match(await comeBack(api, again, once), /\/sign-in\?error=/);
      assert.equal(isSignedIn(again), false);
    });

    it('asks the provider once for each sign-in that was started', async () => {
      provider.claims = person('ines');
      const browser = openBrowser(api);
      const back = provider.signIn(await start(browser));
      const asked = () => provider.requested.filter((path) => path === '/token').length;
      const before = asked();
      const forged = new URL(back);
      forged.searchParams.set('state', 'another');
      assert.equal(await comeBack(api, browser, forged), `${dashboard}/sign-in?error=state_mismatch`);
      const guess = new URL(back);
      guess.searchParams.set('code', 'a guess');
      const locations = await Promise.all(Array.from({ length: 5 }, () => comeBack(api, browser.copy(), guess)));
      assert.equal(locations.filter((location) => location.endsWith('error=invalid_code')).length, 1);
      assert.equal(await comeBack(api, browser, back), `${dashboard}/sign-in?error=state_mismatch`);
      assert.equal(asked() - before, 1);
    });

    it('refuses an ID token with another nonce, audience, issuer or signature', async () => {
      for (const wrong of [
        { nonce: 'another' },
        { nonce: undefined },
        { aud: 'another client' },
        { iss: 'https://id.example' },
        { exp: 1 },
      ]) {
        const browser = openBrowser(api);
        const location = await signIn(api, browser, { ...person('hal'), ...wrong });
        assert.equal(location, `${dashboard}/sign-in?error=unable_to_get_user_info`, JSON.stringify(wrong));
        assert.equal(isSignedIn(browser), false);
      }
      provider.signsWith = 'another key';
      const forged = await signIn(api, openBrowser(api), person('hal'));
      provider.signsWith = 'own key';
      assert.equal(forged, `${dashboard}/sign-in?error=unable_to_get_user_info`);
      const accounts = await api.store.read
        .selectFrom('account')
        .selectAll()
        .where('email', '=', 'hal@example.com')
        .execute();
      assert.deepEqual(accounts, []);
    });

    it('admits one of five callbacks, although the provider takes the code five times', async () => {
      provider.claims = person('nora');
      provider.areCodesKept = true;
      const browser = openBrowser(api);
      const back = provider.signIn(await start(browser));
      const locations = await Promise.all(Array.from({ length: 5 }, () => comeBack(api, browser.copy(), back)));
      assert.equal(locations.filter((location) => location === `${dashboard}/welcome`).length, 1, locations.join());
      assert.equal(locations.filter((location) => location.includes('/sign-in?error=')).length, 4);
      const again = provider.signIn(await start(browser));
      const later = await Promise.all(Array.from({ length: 5 }, () => comeBack(api, browser.copy(), again)));
      provider.areCodesKept = false;
      assert.equal(later.filter((location) => location === `${dashboard}/`).length, 1, later.join());
      assert.equal(later.filter((location) => location.endsWith('error=state_mismatch')).length, 4, later.join());
      const { total } = await api.store.read
        .selectFrom('session')
        .innerJoin('person', 'person.person_id', 'session.person_id')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('person.email', '=', 'nora@example.com')
        .executeTakeFirstOrThrow();
      assert.equal(total, 2);
    });

    it('asks for the second factor of the account, before it links the person too', async () => {
      const { browser: own, email, id } = await provenPerson(api, 'olga');
      const secret = await addOldSecondFactor(api, own);
      const half = openBrowser(api);
      const asked = `${dashboard}/sign-in?two_factor=1&to=%2Fpage`;
      assert.equal(await signIn(api, half, person('olga')), asked);
      assert.equal(isSignedIn(half), false);
      assertError(await half.call('GET /user'), 401, 'unauthenticated');
      assert.equal(await identitiesOf(api, id), 0);
      assert.equal(await codeStatus(api, half, 'JBSWY3DPEHPK3PXP'), 422);
      assert.equal(await codeStatus(api, half, secret), 200);
      assert.equal((await half.call('GET /user')).body.response.id, id);
      assert.equal(await identitiesOf(api, id), 1);
      await mailTo(api.config.dataDir, email, 'Another way to sign in was linked to your account');

      const again = openBrowser(api);
      assert.equal(await signIn(api, again, person('olga')), asked);
      assert.equal(await codeStatus(api, again, secret), 200);
      assert.equal(await identitiesOf(api, id), 1);
    });

    it('ends a pending sign-in of a person who is not linked any more', async () => {
      const { browser: own, id } = await provenPerson(api, 'pia');
      await signIn(api, openBrowser(api), person('pia'));
      const secret = await addOldSecondFactor(api, own);
      const half = openBrowser(api);
      assert.match(await signIn(api, half, person('pia')), /two_factor=1/);
      await answered(own, 'POST /account/recovery/remove', { kind: 'identity' });
      assert.equal(await identitiesOf(api, id), 0);
      const other = await register(api, 'quin');
      await api.store.write(other.id, async (tx) => {
        const identity = { issuer: provider.issuer, subject: 'sub-pia', created_at: 0 };
        await insertIdentity(tx, { id: 9_000_000, person_id: other.id, ...identity });
      });
      assert.equal(await codeStatus(api, half, secret), 401);
      assert.equal(isSignedIn(half), false);
    });

    it('does not link a person again who is not linked any more', async () => {
      const { browser: own, id } = await provenPerson(api, 'petra');
      await signIn(api, openBrowser(api), person('petra'));
      const secret = await addOldSecondFactor(api, own);
      const half = openBrowser(api);
      assert.match(await signIn(api, half, person('petra')), /two_factor=1/);
      await answered(own, 'POST /account/recovery/remove', { kind: 'identity' });
      assert.equal(await codeStatus(api, half, secret), 401);
      assert.equal(await identitiesOf(api, id), 0);
    });

    it('leaves the second factor to the provider if the operator says so', async (t) => {
      const trusting = await openApi(engine, { ...settings(), OIDC_SECOND_FACTOR: 'provider' });
      t.after(() => trusting.close());
      const { browser: own, id } = await provenPerson(trusting, 'rosa');
      await addOldSecondFactor(trusting, own);
      const browser = openBrowser(trusting);
      assert.equal(await signIn(trusting, browser, person('rosa')), `${dashboard}/page`);
      assert.equal((await browser.call('GET /user')).body.response.id, id);
    });

    it('passes on that the provider refused', async () => {
      const browser = openBrowser(api);
      const back = provider.signIn(await start(browser));
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
      assert.equal(await comeBack(api, browser, back), `${dashboard}/sign-in?error=access_denied`);
    });

    it('makes no account where sign-up is closed, except for an invited address', async () => {
      const browser = openBrowser(closed);
      assert.equal(await signIn(closed, browser, person('ida')), `${dashboard}/sign-in?error=signup_closed`);
      assert.equal(isSignedIn(browser), false);
      const expires_at = closed.clock.now + 1_000_000;
      const row = {
        token_hash: 'x',
        email: 'ida@example.com',
        created_at: closed.clock.now,
        expires_at,
        used_at: null,
      };
      await closed.store.writeInstallation((tx) => tx.insertInto('invitation').values(row).execute());
      assert.equal(await signIn(closed, browser, person('ida')), `${dashboard}/welcome`);
      const used = await closed.store.read.selectFrom('invitation').select('used_at').executeTakeFirst();
      assert.equal(used!.used_at, closed.clock.now);
    });

    it('does not sign in to a suspended account', async () => {
      const browser = openBrowser(api);
      await signIn(api, browser, person('jan'));
      const { id } = (await browser.call('GET /user')).body.response;
      await api.store.write(id, (tx) =>
        tx.updateTable('person').set({ is_active: 0 }).where('person_id', '=', id).execute(),
      );
      const other = openBrowser(api);
      assert.match(await signIn(api, other, person('jan')), /\/sign-in\?error=/);
      assert.equal(isSignedIn(other), false);
    });

    it('knows no other provider, and leads to no other site', async () => {
      const browser = openBrowser(api);
      assertError(await browser.call('POST /auth/provider', { json: { provider: 'google' } }), 404, 'not_found');
      const json = { provider: 'oidc', return_to: '//evil.example' };
      assertError(await browser.call('POST /auth/provider', { json }), 422, 'invalid');
    });

    it('says so while the provider does not answer, and passwords work', async () => {
      const own = await startOidcProvider();
      const away = await openApi(engine, {
        OIDC_ISSUER: own.issuer,
        OIDC_CLIENT_ID: own.clientId,
        OIDC_CLIENT_SECRET: 'secret',
      });
      await own.close();
      const json = { provider: 'oidc' };
      assertError(await openBrowser(away).call('POST /auth/provider', { json }), 503, 'unavailable');
      const { providers } = (await openBrowser(away).call('GET /auth/settings')).body.response;
      assert.deepEqual(providers, [{ id: 'oidc', name: '127.0.0.1' }]);
      await signedIn(away, await register(away, 'kim'));
      await away.close();
    });
  });
}
