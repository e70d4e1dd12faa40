// Saving: two tabs, conflicts, and a lost connection.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { addField, choose, link, openEditor, openPage, row, shownRows, waitUntil } from './editor.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';

const page = [{ block: 'links', name: 'First', items: [link('Shop'), link('News')] }];

describe('Saving in the page editor', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('keeps both changes of two tabs in different fields', async () => {
    const { tab, context, call, close } = await openEditor(site, 'both', page);
    const other = await context.newPage();
    await openPage(other, site);
    await row(tab, 'Shop').click();
    await row(other, 'Shop').click();
    await tab.getByLabel('Description', { exact: true }).fill('All of it');
    await other.getByLabel('Caption', { exact: true }).fill('Store');
    await tab.getByLabel('Description', { exact: true }).press('Enter');
    await other.getByLabel('Caption', { exact: true }).press('Enter');
    const read = async () => {
      const [{ content, element }] = (await call('/blocks'))[0].items;
      return [content.caption, element?.description];
    };
    await waitUntil(read, ['Store', 'All of it']);
    await row(tab, 'Store').waitFor();
    assert.equal(await other.getByRole('dialog').count(), 0);
    await close();
  });

  it('shows both values when two tabs change one field, and keeps the chosen one', async () => {
    const { tab, context, captions, close } = await openEditor(site, 'conflicts', page);
    const other = await context.newPage();
    await openPage(other, site);
    const caption = (container: Tab) => container.getByLabel('Caption', { exact: true });
    const conflict = async (name: string, theirs: string, mine: string, choice: string) => {
      await row(tab, name).click();
      await row(other, name).click();
      await caption(other).fill(mine);
      await caption(tab).fill(theirs);
      await caption(tab).press('Enter');
      await waitUntil(async () => (await captions()).includes(theirs), true);
      await caption(other).press('Enter');
      const dialog = other.getByRole('dialog', { name: 'Changed elsewhere' });
      await dialog.getByText(mine).waitFor();
      await dialog.getByText(theirs).waitFor();
      await dialog.getByRole('button', { name: choice }).click();
    };
    await conflict('Shop', 'Store', 'Boutique', 'Keep mine');
    await waitUntil(captions, ['Boutique', 'News']);
    await row(other, 'Boutique').waitFor();
    await conflict('News', 'Letters', 'Posts', 'Keep the other one');
    await waitUntil(captions, ['Boutique', 'Letters']);
    await row(other, 'Letters').waitFor();
    await close();
  });

  it('keeps changes while it is offline, also over a reload, and saves them afterwards', async () => {
    const { tab, context, captions, close } = await openEditor(site, 'offline', page);
    await tab.route('**/api/v1/blocks/**', (route) => route.abort());
    await row(tab, 'Shop').click();
    await tab.getByLabel('Caption', { exact: true }).fill('Store');
    await tab.getByLabel('Caption', { exact: true }).press('Enter');
    await tab.getByText('Not saved, retrying…').first().waitFor();
    await tab.getByLabel('Description', { exact: true }).fill('Half ty');
    await tab.waitForTimeout(400);
    await tab.reload();
    await row(tab, 'Store').waitFor();
    assert.equal(await tab.getByLabel('Description', { exact: true }).inputValue(), 'Half ty');
    assert.deepEqual(await captions(), ['Shop', 'News']);
    await context.setOffline(true);
    await tab.getByText('Offline. Your changes are kept here.').first().waitFor();
    await tab.unroute('**/api/v1/blocks/**');
    await context.setOffline(false);
    await waitUntil(captions, ['Store', 'News']);
    await tab.getByText(/^Saved \d/).waitFor();
    await close();
  });

  it('shows a duplicate at once while it is offline, and lets it be edited', async () => {
    const { tab, context, captions, close } = await openEditor(site, 'copies', page);
    await context.setOffline(true);
    await choose(tab, 'First', 'Duplicate');
    await waitUntil(() => shownRows(tab), ['Shop', 'News', 'Shop', 'News']);
    await choose(tab, 'News', 'Duplicate', 1);
    await waitUntil(() => shownRows(tab), ['Shop', 'News', 'Shop', 'News', 'News']);
    await row(tab, 'News').last().click();
    await tab.getByLabel('Caption', { exact: true }).fill('Letters');
    await tab.getByLabel('Caption', { exact: true }).press('Enter');
    await context.setOffline(false);
    await waitUntil(() => captions(1), ['Shop', 'News', 'Letters']);
    assert.deepEqual(await captions(0), ['Shop', 'News']);
    await waitUntil(() => shownRows(tab), ['Shop', 'News', 'Shop', 'News', 'Letters']);
    await close();
  });

  it('adds what was added offline, once', async () => {
    const { tab, context, captions, close } = await openEditor(site, 'later', page);
    await context.setOffline(true);
    await addField(tab).fill('https://later.example/');
    await addField(tab).press('Enter');
    await row(tab, 'later').waitFor();
    await context.setOffline(false);
    await waitUntil(async () => (await captions()).length, 3);
    await close();
  });
});
