// The dashboard without TLS, under a name of the network. Browsers do not trust such an origin: they send neither
// `Sec-Fetch-Site` nor `Origin` with a read, and have no passkeys, no locks and no clipboard.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { violationsInSchemes } from '../browser/axe.ts';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { register } from '../support/signed-in.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, enterPassword, seesScreen } from './visitors.ts';

/** The name of the test's browser is that of a bot. */
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describe('The dashboard over plain HTTP', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let window: Window;
  before(async () => {
    site = await openDashboardSite(scope, {}, 'fingerpost.lan');
    await register(site.api, 'ada');
    window = await site.browser.open({ width: 1280 });
  });

  const open = async (path: string, heading: string) => {
    await window.tab.goto(site.url + path);
    await seesScreen(window.tab, heading);
  };

  it('signs people in, with a cookie that needs no TLS', async () => {
    const { tab, context } = window;
    await open('/sign-in', 'Sign in');
    assert.equal(await tab.evaluate('isSecureContext'), false);
    assert.equal(await tab.getByText('DASHBOARD_URL').count(), 0);
    await enterPassword(tab, 'ada');
    await seesScreen(tab, 'Your page');
    const cookies = (await context.cookies()).filter(({ name }) => name.includes('session'));
    assert.deepEqual(
      cookies.map(({ name, secure, httpOnly, sameSite }) => ({ name, secure, httpOnly, sameSite })),
      [{ name: 'fingerpost.session', secure: false, httpOnly: true, sameSite: 'Lax' }],
    );
    await tab.reload();
    await seesScreen(tab, 'Your page');
  });

  it('reads, edits, copies and downloads', async () => {
    const { tab } = window;
    await open('/account/profile', 'Profile');
    await tab.getByLabel('About you').fill('Prints on paper.');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Saved').waitFor();
    await open('/account/activity', 'Activity');
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    assert.match(await readFile(await download.path(), 'utf8'), /profile_updated/);
    await open('/sharing', 'Sharing');
    await tab.getByRole('button', { name: 'Copy' }).click();
    await tab.getByRole('button', { name: 'Copied' }).waitFor();
  });

  it('shows who is here now, by the live stream', async () => {
    const { tab } = window;
    await open('/', 'Your page');
    const count = tab.getByRole('link', { name: /here now/ });
    await becomes(async () => assert.equal(await count.textContent(), '0 here now'));
    await becomes(async () => assert.equal(site.api.visits.streams.size(), 1));
    const visitor = await site.browser.open({ headers: firefox });
    await visitor.tab.goto(`${site.pagesUrl}/ada`);
    await visitor.tab.getByText('Prints on paper.').waitFor();
    await becomes(async () => assert.equal(await count.textContent(), '1 here now'));
    await visitor.close();
  });

  it('says that passkeys need HTTPS', async () => {
    await open('/account/passkeys', 'Passkeys');
    await window.tab.getByText('Try a newer one, or an address with HTTPS.').waitFor();
    // Chrome ignores this header where there is no TLS, and says so.
    assert.deepEqual(
      window.errors.filter((error) => !error.includes('Cross-Origin-Opener-Policy')),
      [],
    );
    assert.deepEqual(window.forbidden, []);
  });

  for (const width of [390, 1280]) {
    it(`says which setting is wrong if it is opened under another name, ${width} pixels wide`, async () => {
      const elsewhere = site.url.replace('fingerpost.lan', 'other.lan');
      const { tab, close } = await site.browser.open({ width });
      for (const path of ['/', '/sign-in']) {
        await tab.goto(elsewhere + path);
        await seesScreen(tab, `The dashboard is at ${site.url}`);
        assert.match(await tab.getByRole('main').innerText(), /runs this server can change that with\sDASHBOARD_URL\./);
        assert.deepEqual(await violationsInSchemes(tab), []);
      }
      await tab.getByRole('link', { name: 'Go to sign-in' }).click();
      await seesScreen(tab, 'Sign in');
      assert.equal(new URL(tab.url()).origin, site.url);
      await close();
    });
  }

  it('says so above the screens where the browser trusts the other name, and works there', async () => {
    const { tab, close } = await site.browser.open();
    const here = site.url.replace('fingerpost.lan', '127.0.0.1');
    await tab.goto(`${here}/sign-in`);
    await seesScreen(tab, 'Sign in');
    await tab.getByText(`The dashboard is at ${site.url}`).waitFor();
    await tab.getByText('DASHBOARD_URL').waitFor();
    await enterPassword(tab, 'ada');
    await seesScreen(tab, 'Your page');
    await close();
  });
});
