// Settings, activity, plan and data of an account, each from the screen to its effect.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Page as Tab } from 'playwright-core';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { grantPlan } from '../../server/domain/plans/plans.ts';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { register } from '../support/signed-in.ts';
import { keyboard } from './inputs.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openAgainAs, seesScreen } from './visitors.ts';

describe('The settings of an account', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let window: Window;
  let tab: Tab;
  let accountId: number;
  before(async () => {
    site = await openDashboardSite(scope, { UPLOAD_QUOTA_MB: '20' });
    accountId = (await register(site.api, 'ada')).id;
    window = await openAgainAs(site, 'ada', { width: 1280, zone: 'Europe/Berlin' });
    tab = window.tab;
  });

  const open = async (path: string, heading: string) => {
    await tab.unrouteAll();
    await tab.goto(site.url + path);
    await seesScreen(tab, heading);
  };
  const settings = () => call(window, site, 'GET /account/settings');

  it('has a time zone that is found by typing, with the keyboard alone, and that the numbers use', async () => {
    await open('/account/settings', 'Settings');
    const card = tab.getByRole('region', { name: 'Time zone' });
    await card.getByText('Time zone of this browser').waitFor();
    assert.match(await card.innerText(), /Berlin, Europe/);
    const input = keyboard(tab);
    await input.press(card.getByRole('button', { name: 'Change the time zone' }));
    const dialog = tab.getByRole('dialog', { name: 'Choose a time zone' });
    assert.equal(await dialog.getByLabel('Search').evaluate((one) => one.matches(':focus')), true);
    await tab.keyboard.type('kathmandu +05:45');
    const found = dialog.getByRole('list', { name: 'Time zones' }).getByRole('button');
    await becomes(async () => assert.equal(await found.count(), 1));
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await card.getByText(/UTC\+05:45/).waitFor();
    assert.equal(
      await card.getByRole('button', { name: 'Change the time zone' }).evaluate((one) => one.matches(':focus')),
      true,
    );
    await becomes(async () => assert.equal((await settings()).timezone, 'Asia/Kathmandu'));
    await open('/stats', 'Stats');
    await tab.getByText('Time zone: Asia/Kathmandu').waitFor();

    await open('/account/settings', 'Settings');
    // Where it would bring up a keyboard on the screen, the field does not have the focus.
    const screen = await window.context.newCDPSession(tab);
    await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await card.getByRole('button', { name: 'Change the time zone' }).click();
    assert.equal(await dialog.getByLabel('Search').evaluate((one) => one.matches(':focus')), false);
    await screen.detach();
    await dialog.getByLabel('Search').fill('nowhere');
    await dialog.getByText('Nothing found.').waitFor();
    await dialog.getByLabel('Search').fill('');
    await dialog.getByText('Time zone of this browser').click();
    await becomes(async () => assert.equal((await settings()).timezone, null));
    await open('/stats', 'Stats');
    await tab.getByText('Time zone: Europe/Berlin').waitFor();
  });

  it('says where notifications go, why nothing is sent, and keeps what is chosen', async () => {
    await open('/account/settings', 'Settings');
    await tab.getByText('ada@example.com').waitFor();
    await tab.getByText('Nothing is sent yet: this server has no mail server.').waitFor();
    const summary = tab.getByRole('switch', { name: /Weekly summary/ });
    await summary.focus();
    await tab.keyboard.press('Space');
    await tab.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual((await settings()).notifications, { weekly_summary: true, form_entries: false });
    await tab.reload();
    assert.equal(await summary.isChecked(), true);

    await tab.route('**/api/v1/account/settings', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await tab.getByRole('switch', { name: /New form entries/ }).click();
    await tab.getByRole('alert').getByText('Fingerpost did not answer.').waitFor();
    assert.equal(await tab.getByRole('switch', { name: /New form entries/ }).isChecked(), false);

    const response = { ...(await call(window, site, 'GET /auth/settings')), mail: 'smtp' };
    await tab.route('**/api/v1/auth/settings', (route) => route.fulfill({ json: { status: true, response } }));
    await tab.reload();
    await tab.getByText('Nothing is sent yet: your address is not confirmed.').waitFor();
    await tab.getByRole('link', { name: 'Confirm your address' }).click();
    await seesScreen(tab, 'E-mail');
  });

  it('has a log that is filtered by subject, text, day and address, and saved as a file', async () => {
    for (const name of ['Maps', 'Signs']) await call(window, site, 'POST /blocks', { block: 'heading', name });
    await open('/account/activity', 'Activity');
    const shown = tab.getByRole('main').locator('section section li');
    await tab.getByText('The block "Signs" was added.').waitFor();
    await tab.getByLabel('About').selectOption('Page');
    await becomes(async () => assert.equal(await shown.count(), 2));
    await tab.getByLabel('Search').fill('maps');
    await becomes(async () => assert.equal(await shown.count(), 1));
    assert.deepEqual(Object.fromEntries(new URL(tab.url()).searchParams), { group: 'page', search: 'maps' });
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines.length, 2);
    assert.match(lines[1]!, /block_created,"The block ""Maps"" was added\."/);
    await tab.reload();
    await tab.getByText('The block "Maps" was added.').waitFor();
    assert.equal(await shown.count(), 1);

    await tab.getByRole('button', { name: 'Show only what came from 127.0.0.1' }).click();
    await tab.getByText('Only from 127.0.0.1').waitFor();
    await tab.getByLabel('To').fill('2001-01-01');
    await tab.getByText('Nothing matches these filters').waitFor();
    await tab.getByRole('button', { name: 'Clear all filters' }).click();
    await tab.getByText('The block "Signs" was added.').waitFor();
    assert.equal(new URL(tab.url()).search, '');
    assert.equal(await tab.getByLabel('Search').inputValue(), '');
  });

  it('has a log in the language of the screen, with the English message below', async () => {
    const german = await openAgainAs(site, 'ada', { locale: 'de-DE' });
    await german.tab.goto(`${site.url}/account/activity?group=page`);
    const row = german.tab.getByRole('main').locator('section section li').filter({ hasText: 'Signs' });
    await row.getByText('Block hinzugefügt', { exact: true }).waitFor();
    const message = row.getByText('The block "Signs" was added.', { exact: true });
    assert.equal(await message.getAttribute('lang'), 'en');
    await german.close();
  });

  it('has a log that grows by pages', async () => {
    for (let number = 1; number <= 51; number += 1) {
      await call(window, site, 'POST /account/settings', { timezone: number % 2 ? 'Asia/Tokyo' : null });
    }
    await call(window, site, 'POST /account/settings', { timezone: null });
    await open('/account/activity?group=account', 'Activity');
    const shown = tab.getByRole('main').locator('section section li');
    await becomes(async () => assert.equal(await shown.count(), 50));
    await tab.getByRole('button', { name: 'Show more' }).click();
    await becomes(async () => assert.ok((await shown.count()) > 50));
    assert.equal(await tab.getByRole('button', { name: 'Show more' }).count(), 0);
  });

  it('has a plan, with what is used of it and what was bought', async () => {
    await open('/account/plan', 'Plan');
    await tab.getByText('Everything is included').waitFor();
    await tab.getByText('No purchases').waitFor();
    assert.equal(
      await tab.getByRole('meter', { name: 'Storage for files' }).getAttribute('aria-valuetext'),
      '0 bytes of 20 MB',
    );
    const grant = { plan: 'pro', duration: 'year', currency: 'EUR', price: '90' } as const;
    await grantPlan(site.api.store, accountId, grant, commandLine, site.api.clock.now);
    await tab.reload();
    const plan = tab.getByRole('region', { name: 'Your plan' });
    await plan.getByText('Pro', { exact: true }).waitFor();
    const bought = tab.getByRole('list', { name: 'Purchases' }).getByRole('listitem');
    assert.match(await bought.innerText(), /Pro for a year[\s\S]*€90\.00/);
    assert.match(
      (await tab.getByRole('meter', { name: 'Blocks on your page' }).getAttribute('aria-valuetext'))!,
      /^\d of 100$/,
    );
  });

  it('gives all data as one archive, also after a reload', async () => {
    await open('/account/data', 'Your data');
    await tab.getByRole('button', { name: 'Export all my data' }).click();
    const link = tab.getByRole('link', { name: 'Download the archive' });
    await link.waitFor();
    await tab.reload();
    await tab.getByText(/The link works until/).waitFor();
    const [download] = await Promise.all([tab.waitForEvent('download'), link.click()]);
    const archive = gunzipSync(await readFile(await download.path()));
    assert.ok(archive.includes('The block ""Signs"" was added.'));
    await tab.getByText(/After 14 days everything is erased/).waitFor();
  });
});
