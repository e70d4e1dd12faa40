// Getting an account: with the keyboard alone, and with a provider.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator, Page as Tab } from 'playwright-core';
import { PASSWORD } from '../support/browser-session.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { suiteScope } from '../support/server.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { seesScreen } from './visitors.ts';

/** More than any screen has controls. */
const MAX_TABS = 30;

describe('Somebody without an account', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let provider: OidcProvider;
  before(async () => {
    provider = await startOidcProvider();
    scope.after(() => provider.close());
    site = await openDashboardSite(scope, {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Example ID',
    });
  });

  it('publishes a page with the keyboard alone, and others see it', async () => {
    const { tab, close } = await site.browser.open({ width: 1280 });
    const press = (key: string) => tab.keyboard.press(key);
    await tab.goto(`${site.url}/sign-up`);
    await seesScreen(tab, 'Make your page');
    await typeInto(tab, tab.getByLabel('Address of your page'), 'kim');
    await typeInto(tab, tab.getByLabel('E-mail'), 'kim@example.com');
    await typeInto(tab, tab.getByLabel('Password', { exact: true }), PASSWORD);
    await press('Enter');

    await tab.getByText('Step 1 of 3').waitFor();
    await typeInto(tab, tab.getByLabel('Name'), 'Kim Quill');
    await press('Enter');
    await tab.getByText('Step 2 of 3').waitFor();
    await typeInto(tab, tab.getByLabel('Your links, one per line'), 'My shop https://shop.example');
    const add = tab.getByRole('button', { name: 'Add to your page', disabled: false });
    await add.waitFor();
    await moveTo(tab, add);
    await press('Enter');
    await tab.getByText('Step 3 of 3').waitFor();
    await moveTo(tab, tab.getByRole('radio', { checked: true }));
    await press('ArrowDown');
    await moveTo(tab, tab.getByRole('button', { name: 'Use this look' }));
    await press('Enter');
    await seesScreen(tab, 'Your page is online');

    const other = await site.browser.open();
    await other.tab.goto(`${site.pagesUrl}/kim`);
    assert.equal(await other.tab.getByRole('heading', { level: 1 }).innerText(), 'Kim Quill');
    assert.equal(await other.tab.getByRole('link', { name: 'My shop' }).count(), 1);
    const { customize } = await profileOf(tab);
    assert.notEqual(customize.theme, 'signpost');
    await Promise.all([close(), other.close()]);
  });

  it('gets an account from a provider, and signs in to it the next time', async () => {
    provider.claims = { sub: 'sub-olga', email: 'olga@example.com', email_verified: true, name: 'Olga Quill' };
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/sign-in`);
    await tab.getByRole('button', { name: 'Continue with Example ID' }).click();
    await tab.getByText('Step 1 of 3').waitFor();
    assert.equal(await tab.getByLabel('Name').inputValue(), 'Olga Quill');

    const other = await site.browser.open();
    await other.tab.goto(`${site.url}/account/email`);
    await other.tab.getByRole('button', { name: 'Continue with Example ID' }).click();
    await seesScreen(other.tab, 'E-mail');
    await other.tab.getByText('olga@example.com').waitFor();
    assert.equal((await profileOf(other.tab)).id, (await profileOf(tab)).id);
    await Promise.all([close(), other.close()]);
  });

  it('is told when a provider does not sign it in', async () => {
    provider.claims = { sub: 'sub-pia', email: 'pia@example.com', email_verified: false, name: 'Pia' };
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/sign-in`);
    await tab.getByRole('button', { name: 'Continue with Example ID' }).click();
    await tab.getByText('That sign-in did not work.').waitFor();
    await close();
  });
});

async function typeInto(tab: Tab, field: Locator, text: string): Promise<void> {
  await moveTo(tab, field);
  await tab.keyboard.type(text);
}

async function moveTo(tab: Tab, control: Locator): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await tab.keyboard.press('Tab');
  }
  assert.fail(`${control} has no focus after ${MAX_TABS} tabs`);
}

async function profileOf(tab: Tab): Promise<{ id: number; customize: { theme: string } }> {
  const answer = await tab.evaluate(`fetch('/api/v1/user').then((answer) => answer.json())`);
  return (answer as { response: { id: number; customize: { theme: string } } }).response;
}
