// A form sent by hand without scripts: errors get the focus, and the typed values stay.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { suiteScope } from '../support/server.ts';
import { violationsInSchemes } from './axe.ts';
import { openSite, type Site } from './site.ts';
import { invisibleParts, sidewaysScroll } from './visibility.ts';

const fields = [
  { name: 'name', label: 'Your name', required: true },
  { name: 'phone', label: 'Telephone' },
  { name: 'message', label: 'رسالتك', required: true },
];
const page = {
  username: 'ada',
  blocks: [{ block: 'contact_form' as const, name: 'Write to me', content: { fields } }],
};

describe('A form of the page', () => {
  const scope = suiteScope();
  let site: Site;
  before(async () => {
    site = await openSite(scope, [page]);
  });

  it('is corrected and sent without scripts', async () => {
    const { tab, context, forbidden, close } = await site.browser.open({ scripts: false });
    await tab.goto(`${site.url}/ada`);
    await tab.getByLabel('Your name').fill('Grace');
    await tab.getByLabel('Telephone').fill('none');
    await tab.getByLabel('رسالتك').fill('مرحبا\nسطر');
    await tab.getByRole('button', { name: 'Send' }).click();

    const blockId = site.pages.get('ada')!.blockIds[0];
    assert.equal(new URL(tab.url()).pathname, `/ada/forms/${blockId}`);
    assert.match(
      await tab.locator(':focus').innerText(),
      /Nothing was sent yet[\s\S]*“Telephone” must be a telephone number/,
    );
    await tab.getByRole('link', { name: /Telephone/ }).click();
    await tab.keyboard.type('030 1234');
    assert.equal(await tab.getByLabel('Telephone').inputValue(), '030 1234none');
    assert.equal(await tab.getByLabel('رسالتك').inputValue(), 'مرحبا\nسطر');
    await tab.getByRole('button', { name: 'Send' }).click();

    assert.equal(new URL(tab.url()).pathname, `/ada/forms/${blockId}/sent`);
    assert.equal(await tab.getByText('Thank you. Your message has been sent.').count(), 1);
    await tab.getByRole('link', { name: 'Back to the page' }).click();
    assert.equal(new URL(tab.url()).pathname, '/ada');
    assert.deepEqual([forbidden, await context.cookies()], [[], []]);
    await close();
  });

  it('is accessible with errors, in light and dark mode', async () => {
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/ada`);
    await tab.locator('form').evaluate((form) => {
      form.noValidate = true;
    });
    await tab.getByRole('button', { name: 'Send' }).click();
    assert.deepEqual(await violationsInSchemes(tab), []);
    assert.deepEqual(await invisibleParts(tab), []);
    assert.equal(await sidewaysScroll(tab), 0);
    await close();
  });
});
