// The home page in a browser: by phone and by desk, in both schemes, with the example in its frame.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { interfaceLanguages } from '../../contract/languages.ts';
import { suiteScope } from '../support/server.ts';
import { violationsInSchemes } from './axe.ts';
import { openSite, type Site } from './site.ts';
import { invisibleParts, sidewaysScroll } from './visibility.ts';

/** The skip link until it has the focus; on a phone the link to the API, which the footer has too, and the QR code. */
const hiddenOnPurpose = /^<a class="(skip|docs)">|^<img/;

describe('the home page', () => {
  const scope = suiteScope();
  let site: Site;
  before(async () => {
    site = await openSite(scope, [{ username: 'demo' }], { DASHBOARD_URL: 'http://localhost:3001' });
  });

  for (const width of [320, 1280]) {
    it(`can be read and used at ${width} pixels, in every language`, async () => {
      const window = await site.browser.open({ width });
      for (const language of interfaceLanguages) {
        await window.tab.goto(`${site.url}/?lang=${language}`);
        assert.equal(await window.tab.locator('html').getAttribute('lang'), language);
        assert.equal(await sidewaysScroll(window.tab), 0, language);
        const unseen = await invisibleParts(window.tab);
        assert.deepEqual(
          unseen.filter((part) => !hiddenOnPurpose.test(part)),
          [],
          language,
        );
      }
      await window.close();
    });
  }

  it('is accessible in light and dark mode, also from right to left', async () => {
    const window = await site.browser.open();
    for (const query of ['', '?lang=ar']) {
      await window.tab.goto(`${site.url}/${query}`);
      assert.deepEqual(await violationsInSchemes(window.tab), []);
    }
    await window.close();
  });

  it('shows the page of the demo account, loads nothing from elsewhere, and logs nothing', async () => {
    const window = await site.browser.open({ width: 1280 });
    const logged: string[] = [];
    window.tab.on('console', (message) => logged.push(message.text()));
    await window.tab.goto(`${site.url}/`);
    const frame = window.tab.frameLocator('iframe');
    await frame.locator('main').waitFor();
    await window.tab.waitForLoadState('networkidle');
    assert.equal(await frame.locator('h1').count(), 1);
    assert.deepEqual([window.foreign, window.forbidden, logged], [[], [], []]);
    assert.deepEqual(await window.context.cookies(), []);
    await window.close();
  });

  it('leads to sign-up with the name that was typed, to sign-in, and to the page that it shows', async () => {
    const window = await site.browser.open({ scripts: false });
    const asked: string[] = [];
    await window.context.route('http://localhost:3001/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body: 'The dashboard' });
    });
    await window.tab.goto(`${site.url}/`);
    await window.tab.getByLabel('Choose your address').fill('ada');
    await window.tab.keyboard.press('Enter');
    await window.tab.waitForURL('http://localhost:3001/**');
    await window.tab.goto(`${site.url}/`);
    await window.tab.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    assert.deepEqual(asked, ['http://localhost:3001/sign-up?username=ada', 'http://localhost:3001/sign-in']);
    await window.tab.goto(`${site.url}/`);
    // The link in the caption covers the phone.
    await window.tab.locator('.phone').click({ force: true });
    await window.tab.waitForURL(`${site.url}/demo`);
    await window.close();
  });
});
