// A browser that somebody signed in with is known, until the account's address is proven or the account is recovered.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, openApi } from '../../support/api.ts';
import { type Browser, openBrowser, PASSWORD, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { tokenIn } from '../../support/mail.ts';
import { anonymous, answered, mail, NEW_PASSWORD, provenPerson, reset } from '../../support/recovery.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Known browsers on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    /** Uses up what strangers have: only a known browser can sign in then. */
    async function isKnown(browser: Browser, email: string, password: string): Promise<boolean> {
      for (let count = 0; count < 5; count += 1)
        await anonymous(api, 'POST /auth/sign-in', { email, password: 'wrong' });
      const { status } = await browser.copy().call('POST /auth/sign-in', { json: { email, password } });
      assert.ok(status === 200 || status === 429, String(status));
      return status === 200;
    }

    it('are strangers after the address was proven elsewhere', async () => {
      const { browser, email } = await signUp(api, 'ada');
      assert.equal(await isKnown(browser, email, PASSWORD), true);
      const token = tokenIn(await mail(api, email, 'Confirm your e-mail address'));
      await answered(openBrowser(api), 'POST /auth/verify-email', { token });
      assert.equal(await isKnown(browser, email, PASSWORD), false);
    });

    it('stay known if the address was proven there', async () => {
      const { browser, email } = await provenPerson(api, 'bea');
      assert.equal(await isKnown(browser, email, PASSWORD), true);
    });

    it('are not made known by the session of another account', async () => {
      const { email } = await signUp(api, 'cleo');
      const { browser } = await signUp(api, 'dora');
      const before = browser.cookies.get('fingerpost.device');
      const token = tokenIn(await mail(api, email, 'Confirm your e-mail address'));
      await answered(browser, 'POST /auth/verify-email', { token });
      assert.equal(browser.cookies.get('fingerpost.device'), before);
    });

    it('are strangers after a recovery, whose sign-ins are announced', async () => {
      const { browser, email } = await provenPerson(api, 'eve');
      await reset(api, email);
      assert.equal(await isKnown(browser, email, NEW_PASSWORD), false);
      api.clock.now += 3600 * 1_000_000;
      await answered(browser, 'POST /auth/sign-in', { email, password: NEW_PASSWORD });
      await mail(api, email, 'New sign-in to your account');
      assert.equal(await isKnown(browser, email, NEW_PASSWORD), true);
    });
  });
}
