// While somebody is asked to sign in again, nothing is requested: it could only be refused. Then everything goes on.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { link, openEditor, row, saved } from './editor.ts';
import { call as callAs } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, enterPassword, openAgainAs } from './visitors.ts';

/** Longer than any of the dashboard's timers but that of the live count, which begins with a request. */
const QUIET_MS = 5000;

describe('While somebody is asked to sign in again', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('nothing is requested, and everything goes on afterwards', async () => {
    const { tab, call, close } = await openEditor(site, 'ada', [
      { block: 'links', name: 'First', items: [link('Shop')] },
    ]);
    await tab.getByRole('link', { name: '0 here now' }).waitFor();
    await tab.frameLocator('iframe').getByText('Shop').waitFor();
    await row(tab, 'Shop').click();
    await tab.getByLabel('Short address').waitFor();
    const elsewhere = await openAgainAs(site, 'ada');
    await callAs(elsewhere, site, 'POST /sessions/delete', {});
    await elsewhere.close();
    await tab.getByLabel('Caption', { exact: true }).fill('Store');
    await tab.keyboard.press('Enter');
    const dialog = tab.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await tab.waitForTimeout(1000);

    const requests = requestsOf(tab);
    await tab.evaluate(`dispatchEvent(new Event('focus'));document.dispatchEvent(new Event('visibilitychange'))`);
    await tab.waitForTimeout(QUIET_MS);
    assert.equal(requests.length, 0, requests.join('\n'));

    await enterPassword(dialog, 'ada');
    await dialog.waitFor({ state: 'detached' });
    await saved(tab);
    assert.equal((await call('/blocks'))[0].items[0].content.caption, 'Store');
    await tab.frameLocator('iframe').getByText('Store').waitFor();
    await becomes(async () => {
      assert.ok(requests.includes('POST /page/preview'), requests.join('\n'));
      assert.ok(requests.includes('GET /analytics/live/stream'), requests.join('\n'));
    });
    await tab.getByRole('link', { name: '0 here now' }).waitFor();
    await close();
  });

  it('an export is not asked for, and not again once the dialog is closed', async () => {
    const { tab, context, close } = await openEditor(site, 'bea');
    let isSignedIn = true;
    const running = { state: 'running', progress: 40, url: null, bytes: null, finished_at: null, expires_at: null };
    await tab.route('**/api/v1/account/export', (route) =>
      isSignedIn ? route.fulfill({ json: { status: true, response: running } }) : route.continue(),
    );
    await tab.goto(`${site.url}/account/data`);
    await tab.getByRole('progressbar', { name: 'Export of your data' }).waitFor();
    isSignedIn = false;
    await context.clearCookies();
    const dialog = tab.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await tab.waitForTimeout(1000);
    const requests = requestsOf(tab);
    await tab.waitForTimeout(QUIET_MS);
    assert.equal(requests.length, 0, requests.join('\n'));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await tab.waitForTimeout(QUIET_MS);
    assert.equal(await dialog.count(), 0);
    await close();
  });
});

/** Requests of the API from now on, such as `GET /blocks`. */
function requestsOf(tab: Tab): string[] {
  const requests: string[] = [];
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) requests.push(`${request.method()} ${pathname.slice('/api/v1'.length)}`);
  });
  return requests;
}
