// The numbers screen: figures after visits that the test makes, filters, files, and the chart without a mouse.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { register } from '../support/signed-in.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { makeVisits, writePast } from './stats-visits.ts';
import { becomes, openAgainAs, seesScreen } from './visitors.ts';

describe('Somebody who looks at the numbers', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let window: Window;
  let tab: Tab;
  before(async () => {
    site = await openDashboardSite(scope, { TRUST_PROXY: '1' });
    const { id } = await register(site.api, 'ada');
    window = await openAgainAs(site, 'ada', { width: 1280, zone: 'Europe/Berlin' });
    tab = window.tab;
    const items = [
      { link: 'https://shop.example/', slug: 'shop', content: { caption: 'My shop' } },
      { link: 'https://blog.example/', slug: 'blog', content: { caption: 'My blog' } },
    ];
    await call(window, site, 'POST /blocks', { block: 'links', items });
    await makeVisits(site, 'ada');
    await writePast(site, id);
  });

  const open = async (path: string, heading = 'Stats') => {
    await tab.goto(site.url + path);
    await seesScreen(tab, heading);
  };
  const search = () => Object.fromEntries(new URL(tab.url()).searchParams);
  /** Title, value and change of each figure. */
  const figures = async () => {
    const texts = await tab.getByRole('list', { name: 'Figures' }).locator('button[aria-pressed]').allInnerTexts();
    return Object.fromEntries(texts.map((text) => text.split('\n').slice(0, 2)));
  };
  const has = (expected: Record<string, string>) => becomes(async () => assert.deepEqual(await figures(), expected));
  const rows = async (name: string) => {
    const texts = await tab.getByRole('list', { name, exact: true }).getByRole('listitem').allInnerTexts();
    return texts.map((text) => text.split('\n'));
  };
  const show = (name: string) => tab.getByRole('tab', { name, exact: true }).click();
  const chips = () => tab.getByRole('list', { name: 'Filters' }).getByRole('listitem').allInnerTexts();
  const fileOf = async (name: string) => {
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('button', { name: `CSV ${name}`, exact: true }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    const [head, ...lines] = text.replace('\ufeff', '').trim().split('\r\n');
    return { name: download.suggestedFilename(), head, lines };
  };

  it('sees what was made, and nothing else', async () => {
    await open('/stats');
    await has({ Visits: '3', 'Unique visitors': '2', Clicks: '3', 'Click-through': '100%', Bots: '1' });
    assert.deepEqual(await rows('Referrer'), [
      ['Direct / unknown', '2', '66.7%'],
      ['news.example', '1', '33.3%'],
    ]);
    assert.deepEqual(await rows('Country'), [
      ['Singapore', '2', '66.7%'],
      ['United States', '1', '33.3%'],
    ]);
    assert.deepEqual(await rows('Campaign'), [['autumn', '1', '33.3%']]);
    assert.deepEqual(await rows('Kind'), [['Bots and crawlers', '1', '100%']]);
    assert.deepEqual(await rows('Device'), [
      ['Computer', '2', '66.7%'],
      ['Phone', '1', '33.3%'],
    ]);
    await show('Source');
    assert.deepEqual(await rows('Source'), [['letter', '1', '33.3%']]);
    await show('Browsers');
    assert.deepEqual(await rows('Browser'), [
      ['Firefox', '2', '66.7%'],
      ['Mobile Safari', '1', '33.3%'],
    ]);
    await show('Systems');
    assert.deepEqual(await rows('System'), [
      ['Linux', '2', '66.7%'],
      ['iOS', '1', '33.3%'],
    ]);
    await show('Weekdays');
    const days = await rows('Weekday');
    assert.equal(days.length, 7);
    assert.equal(
      days.reduce((sum, [, count]) => sum + Number(count), 0),
      3,
    );
    const links = await tab.getByRole('region', { name: 'Table of links' }).locator('tbody tr').allInnerTexts();
    assert.deepEqual(
      links.map((text) => text.split(/[\n\t]+/)),
      [
        ['My shop', 'shop.example', '2', '66.7%', '2', '3', '66.7%', '↗ 2 more'],
        ['My blog', 'blog.example', '1', '33.3%', '1', '3', '33.3%', '↗ 1 more'],
      ],
    );
    await tab.getByText('Time zone: Europe/Berlin').waitFor();
    await tab.getByRole('button', { name: 'What does “Unique visitors” mean?' }).click();
    await tab.getByRole('dialog').getByText('A visitor is counted once per day').waitFor();
    await tab.keyboard.press('Escape');
    assert.deepEqual([window.errors, window.forbidden, window.foreign], [[], [], []]);
  });

  it('filters everything by what is clicked, and finds it again in the address', async () => {
    await open('/stats?range=7d');
    await show('Browsers');
    await tab.getByRole('button', { name: /^Firefox/ }).click();
    await has({ Visits: '2', 'Unique visitors': '1', Clicks: '1', 'Click-through': '50%', Bots: '0' });
    await tab.getByRole('button', { name: /^news\.example/ }).click();
    // The click came from the page, which the news brought Grace to.
    await has({ Visits: '1', 'Unique visitors': '1', Clicks: '1', 'Click-through': '100%', Bots: '0' });
    assert.deepEqual(search(), { range: '7d', browser: 'Firefox', referrer: 'news.example' });
    await tab.reload();
    await has({ Visits: '1', 'Unique visitors': '1', Clicks: '1', 'Click-through': '100%', Bots: '0' });
    assert.deepEqual(await chips(), ['Browser: Firefox', 'Referrer: news.example']);
    await tab.getByRole('button', { name: 'Remove the filter Browser: Firefox' }).click();
    assert.deepEqual(search(), { range: '7d', referrer: 'news.example' });
    await tab.goBack();
    await becomes(async () => assert.deepEqual(await chips(), ['Browser: Firefox', 'Referrer: news.example']));
    await tab.getByRole('button', { name: 'Clear all', exact: true }).click();
    await has({ Visits: '3', 'Unique visitors': '2', Clicks: '3', 'Click-through': '100%', Bots: '1' });
    await tab.getByRole('button', { name: /^Direct/ }).click();
    await has({ Visits: '2', 'Unique visitors': '1', Clicks: '2', 'Click-through': '100%', Bots: '0' });
    assert.deepEqual(search(), { range: '7d', referrer: '' });
    await tab.getByRole('button', { name: 'Remove the filter Referrer: Direct / unknown' }).click();
    // A dot on the map: chosen from the keyboard.
    await tab.getByRole('option', { name: 'Singapore: 2' }).press('Enter');
    await has({ Visits: '2', 'Unique visitors': '1', Clicks: '1', 'Click-through': '50%', Bots: '0' });
    await tab.getByLabel('Period', { exact: true }).selectOption('Today');
    await tab.getByLabel('Compare with').selectOption('Nothing');
    await tab.getByRole('button', { name: /^Clicks/ }).click();
    assert.deepEqual(search(), { range: 'today', compare: 'off', metric: 'clicks', country: 'sg' });
  });

  it('saves what the screen shows, with period, time zone and filters', async () => {
    await open('/stats?range=7d&browser=Firefox');
    await has({ Visits: '2', 'Unique visitors': '1', Clicks: '1', 'Click-through': '50%', Bots: '0' });
    const referrers = await fileOf('Referrers');
    assert.equal(referrers.head, 'key,name,visits,unique');
    assert.deepEqual(referrers.lines, [',Direct / unknown,1,0', 'news.example,news.example,1,1']);
    assert.deepEqual(
      (await rows('Referrer')).map(([name, visits]) => [name, visits]),
      [
        ['Direct / unknown', '1'],
        ['news.example', '1'],
      ],
    );
    assert.match(
      referrers.name,
      /^page-referrer-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d-Europe-Berlin-browser-Firefox\.csv$/,
    );
    const chart = await fileOf('Chart');
    const current = chart.lines.filter((line) => line.startsWith('current,'));
    assert.equal(current.length, 7);
    // Today, unless a day has just begun.
    const counted = current.map((line) => line.split(',').slice(3)).filter(([visits]) => visits !== '0');
    assert.deepEqual(counted, [['2', '1', '1', '', '0.5', '0']]);
    const links = await fileOf('Links');
    assert.deepEqual(
      links.lines.map((line) => line.split(',').slice(1)),
      [
        ['shop', 'https://shop.example/', '', '1', '1', '', '0', '0'],
        ['blog', 'https://blog.example/', '', '0', '0', '', '0', '0'],
      ],
    );
  });

  it('reads the days of the time zone when clocks change, with the keyboard too', async () => {
    await open('/stats?from=2025-10-25&to=2025-10-27');
    await has({ Visits: '6', 'Unique visitors': '6', Clicks: '0', 'Click-through': '0%', Bots: '0' });
    await tab.getByRole('button', { name: 'Show as table' }).click();
    const table = tab.getByRole('region', { name: 'The numbers of the chart' }).locator('tbody tr');
    const read = async () => (await table.allInnerTexts()).map((text) => text.split('\t').slice(0, 2));
    assert.deepEqual(await read(), [
      ['Sat, 25 Oct 2025', '1'],
      ['Sun, 26 Oct 2025', '4'],
      ['Mon, 27 Oct 2025', '1'],
    ]);
    const chart = tab.getByRole('application', { name: 'Chart: Visits' });
    const heard = () => chart.locator('[aria-live]').textContent();
    await chart.focus();
    await tab.keyboard.press('End');
    assert.equal(await heard(), 'Mon, 27 Oct 2025: 1. Before, Fri, 24 Oct 2025: 0');
    await tab.keyboard.press('ArrowLeft');
    assert.equal(await heard(), 'Sun, 26 Oct 2025: 4. Before, Thu, 23 Oct 2025: 0');
    await tab.keyboard.press('Home');
    assert.equal(await heard(), 'Sat, 25 Oct 2025: 1. Before, Wed, 22 Oct 2025: 0');
    await tab.getByRole('button', { name: 'Interval: Days' }).click();
    await tab.getByRole('menuitemradio', { name: 'Hours' }).click();
    // 24, 25 and 24 hours.
    await becomes(async () => assert.equal(await table.count(), 73));
    assert.deepEqual((await read()).slice(24, 29), [
      ['Sun 26 Oct, 00:00', '1'],
      ['Sun 26 Oct, 01:00', '0'],
      ['Sun 26 Oct, 02:00 CEST', '1'],
      ['Sun 26 Oct, 02:00 CET', '1'],
      ['Sun 26 Oct, 03:00', '0'],
    ]);
    assert.equal(search().interval, 'hour');
  });

  it('goes from a link in the editor to its numbers, and back to all', async () => {
    await tab.goto(site.url);
    await tab.getByRole('button', { name: 'Actions for My shop' }).click();
    await tab.getByRole('menuitem', { name: 'Statistics' }).click();
    await seesScreen(tab, 'My shop');
    await has({ Clicks: '2', 'Unique visitors': '2', Impressions: '3', 'Click-through': '66.7%', Bots: '0' });
    assert.equal(await tab.getByRole('link', { name: 'shop.example' }).getAttribute('href'), 'https://shop.example/');
    assert.deepEqual(await rows('Country'), [
      ['Singapore', '1', '50%'],
      ['United States', '1', '50%'],
    ]);
    await tab.getByRole('link', { name: 'All stats' }).click();
    await seesScreen(tab, 'Stats');
    await tab.getByRole('link', { name: /^My blog/ }).click();
    await seesScreen(tab, 'My blog');
    await has({ Clicks: '1', 'Unique visitors': '1', Impressions: '3', 'Click-through': '33.3%', Bots: '0' });
    await open('/stats/nothing', 'nothing');
    await tab.getByText('There is no such link').waitFor();
  });

  it('is helped where there is nothing to see', async () => {
    await open('/stats?from=2001-01-01&to=2001-01-07');
    await tab.getByText('No visits in this period').waitFor();
    await tab.getByRole('button', { name: 'Show all time' }).click();
    await becomes(async () => assert.equal((await figures()).Visits, '9'));
    await open('/stats?browser=Lynx');
    await tab.getByText('Nothing matches these filters').waitFor();
    await tab.getByRole('button', { name: 'Clear all filters' }).click();
    await becomes(async () => assert.equal((await figures()).Visits, '3'));

    await register(site.api, 'eve');
    const other = await openAgainAs(site, 'eve');
    await other.tab.goto(`${site.url}/stats`);
    await other.tab.getByText('No visits yet').waitFor();
    assert.equal(await other.tab.getByLabel('Address of your page').inputValue(), `${site.pagesUrl}/eve`);
    await other.tab.getByRole('button', { name: 'Do not count me' }).click();
    await other.tab.getByRole('switch', { name: 'Do not count browsers that are signed in here' }).waitFor();
    await other.close();
  });

  it('learns what is wrong, and how to go on', async () => {
    await open('/stats?kind=nonsense');
    const alert = tab.getByRole('alert').first();
    await alert.getByText('These numbers cannot be counted.').waitFor();
    await alert.getByRole('button', { name: 'Clear all filters' }).click();
    await becomes(async () => assert.equal((await figures()).Visits, '3'));

    await tab.route('**/analytics/links*', (route) => route.fulfill({ status: 429, body: '' }));
    await open('/stats');
    await tab.getByText('Too many requests at once.').waitFor();
    await becomes(async () => assert.equal((await figures()).Visits, '3'));
    await tab.unroute('**/analytics/links*');
    await tab.getByRole('button', { name: 'Try again' }).click();
    await tab.getByRole('region', { name: 'Table of links' }).waitFor();

    await tab.getByLabel('Period', { exact: true }).selectOption('Choose dates…');
    const dialog = tab.getByRole('dialog', { name: 'Choose dates' });
    await dialog.getByLabel('First day').fill('2026-01-31');
    await dialog.getByLabel('Last day').fill('2026-01-01');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await dialog.getByText('The last day is before the first.').waitFor();
    await dialog.getByLabel('Last day').fill('2026-02-02');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await becomes(async () => assert.deepEqual(search(), { from: '2026-01-31', to: '2026-02-02' }));
  });
});
