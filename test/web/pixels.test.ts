// Pixels from the screen to the public page.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openInTurnAs } from './visitors.ts';

describe('Somebody who advertises', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('adds, edits, switches off and deletes a pixel', async () => {
    const window = await openInTurnAs(site, 'ada');
    const { tab, close } = window;
    await tab.goto(`${site.url}/pixels`);
    await tab.getByText('No pixels yet').waitFor();
    await tab.getByRole('button', { name: 'Add a pixel' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel('Platform').selectOption('google_analytics');
    await dialog.getByLabel('Measurement ID').fill('G-ABC123DEF4');
    await dialog.getByText('Code that is added to your page').click();
    await dialog.getByText(`gtag('config', 'G-ABC123DEF4');`).waitFor();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await tab.getByText('Google Analytics is on your page.').waitFor();
    assert.equal(await isOnPage(window, 'G-ABC123DEF4'), true);

    await tab.getByRole('button', { name: 'Menu of Google Analytics' }).click();
    await tab.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').fill('Shop visits');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const state = tab.getByRole('switch', { name: 'Shop visits is on' });
    // React shows the new state a moment after the click.
    await state.click();
    await becomes(async () => assert.equal(await state.isChecked(), false));
    await becomes(async () => assert.equal((await call(window, site, 'GET /pixels'))[0].status, 0));
    await tab.reload();
    assert.equal(await state.isChecked(), false);
    assert.equal(await isOnPage(window, 'G-ABC123DEF4'), false);

    await tab.getByRole('button', { name: 'Menu of Shop visits' }).click();
    await tab.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await tab.getByText('No pixels yet').waitFor();
    await tab.getByText('Shop visits is deleted.').waitFor();
    assert.deepEqual(await call(window, site, 'GET /pixels'), []);
    await close();
  });

  it('is warned of an id that looks wrong, and may add it all the same', async () => {
    const { tab, close } = await openInTurnAs(site, 'wim');
    await tab.goto(`${site.url}/pixels`);
    await tab.getByRole('button', { name: 'Add a pixel' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel('Platform').selectOption('google_analytics');
    const field = dialog.getByLabel('Measurement ID');
    await field.fill('GTM-ABC1234');
    await dialog.getByText('This looks like an ID of Google Tag Manager. Check the platform.').waitFor();
    await field.fill('G-ABC123DEF4');
    await dialog.getByText(/looks? like/).waitFor({ state: 'detached' });
    await field.fill('UA-1234-1');
    await dialog.getByText('This does not look like the usual ID, such as G-ABC123DEF4.').waitFor();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await tab.getByText('UA-1234-1').waitFor();
    await close();
  });

  it('lets visitors be asked first', async () => {
    const window = await openInTurnAs(site, 'eve');
    const { tab, close } = window;
    await call(window, site, 'POST /pixels', { name: 'Ads', type: 'quora', pixel_id: '0'.repeat(32) });
    await tab.goto(`${site.url}/pixels`);
    await tab.getByRole('switch', { name: /Ask visitors before pixels load/ }).check();
    await tab.getByText(/^Saved \d/).waitFor();
    assert.deepEqual(await call(window, site, 'GET /user/options'), {
      consent_bar: true,
      language: null,
      background_layout: 'full',
    });
    await tab.goto(`${site.pagesUrl}/eve`);
    await tab.getByRole('button', { name: /Accept|Allow/ }).waitFor();
    await close();
  });

  it('learns why pixels are off where pages and dashboard share an address', async () => {
    const { tab, close } = await openInTurnAs(site, 'one');
    await tab.route('**/api/v1/auth/settings', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      // Fetched from here, it carries no session.
      const response = { ...body.response, one_origin: true, signed_in: true };
      await route.fulfill({ json: { ...body, response } });
    });
    await tab.goto(`${site.url}/pixels`);
    await tab.getByText('Pixels are off on this server.').waitFor();
    await close();
  });

  async function isOnPage({ context }: Window, id: string): Promise<boolean> {
    return (await (await context.request.get(`${site.pagesUrl}/ada`)).text()).includes(id);
  }
});
