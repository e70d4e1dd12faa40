// From an empty account to a page worth sharing: once with a mouse alone, once with a keyboard alone.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { suiteScope } from '../support/server.ts';
import { addField, row, saved } from './editor.ts';
import { type Input, keyboard, mouse } from './inputs.ts';
import { pictureFile } from './pictures.ts';
import { type DashboardSite, openDashboardSite, PASSWORD } from './site.ts';
import { seesScreen } from './visitors.ts';

const ways = [
  ['mouse', mouse],
  ['keyboard', keyboard],
] as const;

const links = 'My shop https://shop.example\nNews https://news.example\nhttps://www.instagram.com/ada';

describe('Somebody new', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  for (const [way, handOf] of ways) {
    it(`makes a page worth sharing with the ${way} alone`, async () => {
      const { tab, errors, forbidden, close } = await site.browser.open({ width: 1280 });
      const input: Input = handOf(tab);
      const button = (name: string) => tab.getByRole('button', { name, exact: true });
      await tab.goto(`${site.url}/sign-up`);
      await input.type(tab.getByLabel('Address of your page'), `ada-${way}`);
      await input.type(tab.getByLabel('E-mail'), `${way}@example.com`);
      await input.type(tab.getByLabel('Password', { exact: true }), PASSWORD);
      await input.press(button('Continue'));

      await seesScreen(tab, 'What’s your name?');
      await input.type(tab.getByLabel('Name'), 'Ada Quill');
      await input.press(button('Next'));
      await seesScreen(tab, 'Add your links');
      await input.type(tab.getByLabel('Your links, one per line'), links);
      await tab.getByRole('button', { name: 'Add to your page', disabled: false }).waitFor();
      await input.press(button('Add to your page'));
      await seesScreen(tab, 'Choose a look');
      await input.pick(tab.getByRole('radio', { name: 'Bulletin' }));
      await input.press(button('Use this look'));
      await seesScreen(tab, 'Your page is online');
      await input.press(tab.getByRole('link', { name: 'Go to the dashboard' }));

      await seesScreen(tab, 'Your page');
      await input.type(addField(tab), 'https://youtu.be/aqz-KE-bpKQ');
      await input.press(button('Add'));
      await row(tab, 'Video').waitFor();

      await input.press(tab.getByRole('complementary').getByRole('link', { name: 'Look', exact: true }));
      await seesScreen(tab, 'Look');
      await input.press(button('Choose a picture'));
      const chooser = tab.waitForEvent('filechooser');
      await input.press(button('Choose a file'));
      await (await chooser).setFiles(await pictureFile());
      await input.press(button('Use this picture'));
      await button('Change the picture').waitFor();
      await saved(tab);

      await input.press(tab.getByRole('complementary').getByRole('link', { name: 'Page', exact: true }));
      await seesScreen(tab, 'Your page');
      await input.press(button('Share'));
      const sheet = tab.getByRole('dialog', { name: 'Share your page' });
      await sheet.getByRole('img', { name: /^QR code of/ }).waitFor();
      const address = await sheet.getByLabel('Address of your page').inputValue();
      await input.press(sheet.getByRole('button', { name: 'Copy' }));
      await sheet.getByRole('button', { name: 'Copied' }).waitFor();
      assert.deepEqual([errors, forbidden], [[], []]);
      await close();

      assert.equal(address, `${site.pagesUrl}/ada-${way}`);
      const visitor = await site.browser.open();
      await visitor.tab.goto(address);
      const page = visitor.tab;
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Ada Quill');
      for (const name of ['My shop', 'News', 'Instagram'])
        assert.equal(await page.getByRole('link', { name }).count(), 1, name);
      assert.match((await page.locator('html').getAttribute('class'))!, /\bt-bulletin\b/);
      assert.match((await page.locator('header img, img').first().getAttribute('src'))!, /\/uploads\//);
      assert.equal(await page.locator('iframe[src*="aqz-KE-bpKQ"], a[href*="aqz-KE-bpKQ"]').count(), 1);
      await visitor.close();
    });
  }
});
