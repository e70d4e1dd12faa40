// Sharing statistics by link, from the numbers and from the settings.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { openAs, seesScreen } from './visitors.ts';

describe('Somebody who shares statistics', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let window: Window;
  let tab: Tab;
  before(async () => {
    site = await openDashboardSite(scope);
    window = await openAs(site, 'ada', { width: 1280 });
    tab = window.tab;
    const items = [{ link: 'https://shop.example/', slug: 'shop', content: { caption: 'My shop' } }];
    await call(window, site, 'POST /blocks', { block: 'links', items });
  });

  const sheet = () => tab.getByRole('dialog', { name: 'Share statistics' });
  const openSheet = async (path: string, heading: string) => {
    await tab.goto(site.url + path);
    await seesScreen(tab, heading);
    await tab.getByRole('button', { name: 'Share statistics' }).click();
    await sheet().waitFor();
  };

  it('makes a link to all of them, which others open without an account, and ends it', async () => {
    await openSheet('/stats', 'Stats');
    await sheet().getByText('None. Nobody but you sees your numbers.').waitFor();
    await sheet().getByRole('button', { name: 'Make a link' }).click();
    assert.equal(await sheet().getByLabel('Name').getAttribute('aria-invalid'), 'true');
    await sheet().getByLabel('Name').fill('Agency');
    await sheet().getByRole('button', { name: 'Make a link' }).click();
    const link = await sheet().getByLabel('Link to the shared statistics').inputValue();
    const stranger = await site.browser.open();
    assert.equal((await stranger.tab.goto(link))!.status(), 200);
    assert.match(await stranger.tab.locator('h1').innerText(), /ada/i);

    // Its address is not there any more.
    await openSheet('/account/settings', 'Settings');
    await sheet().getByRole('button', { name: 'Stop sharing Agency' }).waitFor();
    assert.ok(!(await tab.content()).includes(link));
    await sheet().getByRole('button', { name: 'Stop sharing Agency' }).press('Enter');
    // The focus is on the question.
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    await sheet().getByRole('button', { name: 'Stop sharing Agency' }).press('Enter');
    await tab.keyboard.press('Enter');
    await sheet().getByText('None. Nobody but you sees your numbers.').waitFor();
    await tab.getByText('“Agency” no longer works.').waitFor();
    assert.equal((await stranger.tab.reload())!.status(), 404);
    await stranger.close();
  });

  it('makes a link to those of one link, from its numbers, that ends by itself', async () => {
    await openSheet('/stats/shop', 'My shop');
    await sheet().getByLabel('Name').fill('Shop keeper');
    const choice = sheet().getByLabel('What it shows');
    await sheet().getByRole('option', { name: 'My shop (/shop)' }).waitFor({ state: 'attached' });
    assert.equal(await choice.inputValue(), 'shop');
    await sheet().getByLabel('Ends').selectOption('In 7 days');
    await sheet().getByRole('button', { name: 'Make a link' }).click();
    await sheet().getByText('The link works. Copy it now.').waitFor();
    const [share] = await call(window, site, 'GET /analytics/shares');
    assert.deepEqual([share.name, share.link_slug], ['Shop keeper', 'shop']);
    const days = (Date.parse(share.expires_at) - site.api.clock.now / 1000) / 86_400_000;
    assert.ok(days > 6.9 && days < 7.1, `${days} days`);
  });
});
