// Without a connection: one banner, numbers that stay, and everything goes on by itself.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { violationsInSchemes } from '../browser/axe.ts';
import { suiteScope } from '../support/server.ts';
import { register } from '../support/signed-in.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { makeVisits } from './stats-visits.ts';
import { becomes, openAgainAs, seesScreen } from './visitors.ts';

describe('The dashboard without a connection', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope, { TRUST_PROXY: '1' });
  });

  /** With three visits. */
  async function openStats(username: string) {
    await register(site.api, username);
    const window = await openAgainAs(site, username, { width: 1280 });
    const items = [
      { link: 'https://shop.example/', slug: 'shop', content: { caption: 'My shop' } },
      { link: 'https://blog.example/', slug: 'blog', content: { caption: 'My blog' } },
    ];
    await call(window, site, 'POST /blocks', { block: 'links', items });
    await makeVisits(site, username);
    await window.tab.goto(`${site.url}/stats`);
    await hasVisits(window.tab, '3');
    return window;
  }

  const notice = (tab: Tab) => tab.getByText('No connection to Fingerpost');

  async function hasVisits(tab: Tab, count: string): Promise<void> {
    const figure = tab.getByRole('list', { name: 'Figures' }).getByRole('button', { name: /^Visits/ });
    await becomes(async () => assert.equal((await figure.innerText()).split('\n')[1], count));
  }

  it('keeps the numbers, says it once, and asks again when there is a network', async () => {
    const { tab, context, close } = await openStats('ada');
    await context.setOffline(true);
    await notice(tab).waitFor();
    await tab.getByLabel('Period', { exact: true }).selectOption('Yesterday');
    await tab.waitForTimeout(2500);
    assert.equal(await notice(tab).count(), 1);
    assert.equal(await tab.getByRole('alert').count(), 0);
    await hasVisits(tab, '3');
    assert.deepEqual(await violationsInSchemes(tab, 'main'), []);

    await context.setOffline(false);
    await notice(tab).waitFor({ state: 'detached' });
    await hasVisits(tab, '0');
    await close();
  });

  it('does the same if only the service is away, and finds it again by itself', async () => {
    const { tab, close } = await openStats('bea');
    await tab.route('**/api/v1/**', (route) => route.abort());
    await tab.getByLabel('Period', { exact: true }).selectOption('Yesterday');
    await notice(tab).waitFor();
    await tab.waitForTimeout(3500);
    assert.equal(await notice(tab).count(), 1);
    assert.equal(await tab.getByRole('alert').count(), 0);
    await hasVisits(tab, '3');

    await tab.unroute('**/api/v1/**');
    await notice(tab).waitFor({ state: 'detached' });
    await hasVisits(tab, '0');
    await close();
  });

  it('reports a single address that cannot be reached where it is missing', async () => {
    const { tab, close } = await openStats('cleo');
    await tab.route('**/api/v1/keys?*', (route) => route.abort());
    await tab.goto(`${site.url}/account/keys`);
    await seesScreen(tab, 'API keys');
    await tab.getByRole('alert').getByText('Fingerpost did not answer.').waitFor();
    assert.equal(await notice(tab).count(), 0);
    await close();
  });
});
