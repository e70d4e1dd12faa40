// From an address and a password to a page that others can visit.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { mailTo } from '../support/mail.ts';
import { suiteScope } from '../support/server.ts';
import { addAuthenticator } from './authenticator.ts';
import { describedAs } from './fields.ts';
import { type DashboardSite, openDashboardSite, signUp } from './site.ts';

describe('Somebody new', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('signs up, adds links, chooses a look, and has a page', async () => {
    const { tab, close } = await site.browser.open();
    await signUp(tab, site.url, 'ada');
    await tab.getByLabel('Name').fill('Ada Quill');
    await tab.getByRole('button', { name: 'Next' }).click();
    await tab.getByLabel('Your links, one per line').fill('My shop https://shop.example\nhttps://news.example/today');
    await tab.getByRole('button', { name: 'Add to your page' }).click();
    await tab.getByRole('radio', { name: 'Bulletin' }).check();
    await tab.getByRole('button', { name: 'Use this look' }).click();
    await tab.getByRole('heading', { name: 'Your page is online' }).waitFor();
    const address = await tab.getByLabel('Address of your page').inputValue();
    assert.equal(address, `${site.pagesUrl}/ada`);
    await tab.goto(address);
    assert.equal(await tab.getByRole('heading', { level: 1 }).textContent(), 'Ada Quill');
    assert.equal(await tab.getByRole('link', { name: 'My shop' }).count(), 1);
    assert.equal(await tab.getByRole('link', { name: 'Today' }).count(), 1);
    await close();
  });

  it('keeps lines that are no links, and reads which lines they are and what is wrong with them', async () => {
    const { tab, close } = await site.browser.open();
    await signUp(tab, site.url, 'lines');
    await tab.getByRole('button', { name: 'Next' }).click();
    const field = tab.getByLabel('Your links, one per line');
    await field.fill('Shop https://shop.example\n\nMy band\nTrick javascript:alert(1)\nnews.example');
    await describedAs(
      field,
      'Line 3, “My band”, has no address.\n' +
        'Line 4, “Trick javascript:alert(1)”, has an address that a link cannot lead to.',
    );
    await tab.getByText('2 links to add').waitFor();
    assert.equal(await tab.getByText('Left out').count(), 0);

    await tab.getByRole('button', { name: 'Add to your page' }).click();
    await tab.getByText('2 links added').waitFor();
    assert.equal(await field.inputValue(), 'My band\nTrick javascript:alert(1)');
    await describedAs(
      field,
      'Line 1, “My band”, has no address.\n' +
        'Line 2, “Trick javascript:alert(1)”, has an address that a link cannot lead to.',
    );
    await field.fill('My band band.example');
    await tab.getByText('1 link to add').waitFor();
    await tab.getByRole('button', { name: 'Add to your page' }).click();
    await tab.getByRole('heading', { name: 'Choose a look' }).waitFor();
    await tab.goto(`${site.pagesUrl}/lines`);
    const links = tab.getByRole('main').getByRole('link');
    assert.deepEqual(await links.allInnerTexts(), ['Shop', 'news.example', 'My band']);
    await close();
  });

  it('may skip the first steps, and finish all next steps with the default look', async () => {
    const { tab, context, close } = await site.browser.open();
    await signUp(tab, site.url, 'keeps');
    await tab.getByRole('link', { name: 'Skip all' }).click();
    await tab.getByText('Paste your first link').waitFor();
    await tab.getByRole('progressbar', { name: '0 of 4 done' }).waitFor();
    await tab.getByRole('button', { name: 'Add your links' }).click();
    await tab.getByRole('textbox', { name: 'Paste a link or search for a block' }).fill('https://shop.example');
    await tab.keyboard.press('Enter');
    await tab.getByRole('progressbar', { name: '1 of 4 done' }).waitFor();
    await tab.goto(`${site.url}/account/profile`);
    await tab.getByLabel('About you').fill('Prints on paper.');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Saved').waitFor();
    await addAuthenticator(context, tab);
    await tab.goto(`${site.url}/account/passkeys`);
    await tab.getByRole('button', { name: 'Add a passkey' }).click();
    await tab.getByText('not used yet').waitFor();
    await tab.goto(`${site.url}/`);
    await tab.getByRole('progressbar', { name: '3 of 4 done' }).waitFor();
    const message = await mailTo(site.api.config.dataDir, 'keeps@example.com', 'Confirm your e-mail address');
    await tab.goto(/href="([^"]*token=[^"]*)"/.exec(message.html)![1]!);
    await tab.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
    await tab.goto(`${site.url}/`);
    await tab.getByText('shop.example').first().waitFor();
    // It is loaded after everything else.
    await tab.getByRole('link', { name: '0 here now' }).waitFor();
    assert.equal(await tab.getByRole('heading', { name: 'What to do next' }).count(), 0);
    await close();
  });

  it('is told while typing that a name is taken, and what is free', async () => {
    await site.api.account('taken');
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/sign-up`);
    await tab.getByLabel('Address of your page').fill('taken');
    const suggestion = tab.getByRole('button', { name: /taken/ }).first();
    await suggestion.click();
    await tab.getByText('Available', { exact: true }).waitFor();
    await close();
  });
});
