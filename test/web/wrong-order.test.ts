// The end of a period before its beginning: said at the field while it is typed, and nothing is saved or asked for.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { suiteScope } from '../support/server.ts';
import { choose, link, openEditor, row, saved, waitUntil } from './editor.ts';
import { describedAs } from './fields.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { openInTurnAs, seesScreen } from './visitors.ts';

const END = 'The end must be after the beginning.';

describe('An end before its beginning', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('is said in a schedule before it is saved, and both moments are saved once one is corrected', async () => {
    const page = [{ block: 'links', name: 'First', items: [link('Shop')] }];
    const { tab, call, close } = await openEditor(site, 'schedule', page);
    await choose(tab, 'Shop', 'Schedule');
    const [from, to] = [tab.getByLabel('From', { exact: true }), tab.getByLabel('To', { exact: true })];
    const times = async () => {
      const { from: first, to: last } = (await call('/blocks'))[0].items[0].settings;
      return [first, last ?? null];
    };
    await from.fill('2099-12-09T08:00');
    await to.fill('2099-12-09T07:00');
    await describedAs(to, END);
    assert.equal(await to.getAttribute('aria-invalid'), 'true');
    await tab.getByLabel('Caption', { exact: true }).focus();
    await waitUntil(times, ['2099-12-09T08:00:00Z', null]);
    await to.fill('2099-12-10T07:00');
    await describedAs(to, /UTC$/);
    await tab.getByLabel('Caption', { exact: true }).focus();
    await waitUntil(times, ['2099-12-09T08:00:00Z', '2099-12-10T07:00:00Z']);

    await from.fill('2099-12-20T08:00');
    await describedAs(from, 'The beginning must be before the end.');
    await to.fill('2099-12-21T08:00');
    await describedAs(from, /UTC$/);
    await tab.getByLabel('Caption', { exact: true }).focus();
    await waitUntil(times, ['2099-12-20T08:00:00Z', '2099-12-21T08:00:00Z']);
    await saved(tab);
    await row(tab, 'Shop').getByText('Scheduled').waitFor();
    await close();
  });

  it('is said where the period of the numbers is chosen', async () => {
    const { tab, close } = await openInTurnAs(site, 'period', { width: 1280 });
    await tab.goto(`${site.url}/stats`);
    await tab.getByLabel('Period', { exact: true }).selectOption('Choose dates…');
    await tab.getByLabel('First day').fill('2026-11-10');
    await tab.getByLabel('Last day').fill('2026-11-09');
    await describedAs(tab.getByLabel('Last day'), 'The last day is before the first.');
    await tab.getByLabel('Last day').fill('2026-11-11');
    await describedAs(tab.getByLabel('Last day'), '');
    await close();
  });

  it('is said where activities are filtered, and they stay as they are', async () => {
    const { tab, close } = await openInTurnAs(site, 'filters', { width: 1280 });
    await tab.goto(`${site.url}/account/activity`);
    await seesScreen(tab, 'Activity');
    const [from, to] = [tab.getByLabel('From', { exact: true }), tab.getByLabel('To', { exact: true })];
    await from.fill('2026-11-10');
    await to.fill('2026-11-09');
    await describedAs(to, 'The last day is before the first.');
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['2026-11-10', '2026-11-09']);
    assert.equal(new URL(tab.url()).search, '?from=2026-11-10');
    await to.fill('2026-11-12');
    await describedAs(to, '');
    await tab.waitForURL('**/account/activity?from=2026-11-10&to=2026-11-12');
    await to.fill('2026-11-09');
    await tab.getByRole('button', { name: 'Clear all filters' }).click();
    await describedAs(to, '');
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['', '']);
    await close();
  });
});
