// Statistics that somebody was given a link to, and browsers that are not counted, in a real browser.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { violationsInSchemes } from '../browser/axe.ts';
import { sidewaysScroll } from '../browser/visibility.ts';
import { suiteScope } from '../support/server.ts';
import { sharedAccount } from './shared-visits.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { openAs } from './visitors.ts';

describe('Somebody with a link to shared statistics', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let ada: Awaited<ReturnType<typeof sharedAccount>>;
  before(async () => {
    site = await openDashboardSite(scope);
    ada = await sharedAccount(site.api, 'ada');
  });

  it('sees them without JavaScript, for any period', async () => {
    const { tab, errors, forbidden, foreign, close } = await site.browser.open({ scripts: false });
    const answer = await tab.goto(`${site.url}/shared/${ada.all}`);
    const headers = answer!.headers();
    assert.equal(headers['x-robots-tag'], 'noindex');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(headers['content-security-policy']!, /default-src 'none'.*frame-ancestors 'none'/);
    assert.equal(headers['set-cookie'], undefined);
    const figure = (name: string) =>
      tab
        .locator('.figures div')
        .filter({ has: tab.getByText(name, { exact: true }) })
        .locator('dd')
        .textContent();
    // As `sharedAccount` made them for the 30 and the 7 days that are shown.
    assert.deepEqual([await figure('Visits'), await figure('Clicks')], ['327', '108']);
    await tab.getByRole('link', { name: '7 days' }).click();
    assert.equal(await figure('Visits'), '82');
    assert.equal(await tab.getByRole('link', { name: '7 days' }).getAttribute('aria-current'), 'page');
    await tab.getByText('Show the numbers as a table').click();
    assert.equal(await tab.locator('.chart tbody tr').count(), 7);
    assert.equal(await tab.getByRole('row', { name: /Germany/ }).count(), 1);
    const credit = tab.getByText('Countries and cities: IP Geolocation by DB-IP (CC BY 4.0)');
    assert.equal(
      await credit.getByRole('link', { name: 'IP Geolocation by DB-IP' }).getAttribute('href'),
      'https://db-ip.com/',
    );
    assert.deepEqual([errors, forbidden, foreign], [[], [], []]);
    await close();
  });

  it('reads it in narrow and wide windows, light and dark', async () => {
    const { tab, close } = await site.browser.open();
    for (const path of [`${ada.link}?range=all&timezone=Asia/Kathmandu`, ada.all]) {
      await tab.goto(`${site.url}/shared/${path}`);
      await tab.getByText('Show the numbers as a table').click();
      for (const width of [390, 1280]) {
        await tab.setViewportSize({ width, height: 844 });
        assert.equal(await sidewaysScroll(tab), 0, `${path} at ${width}`);
      }
    }
    assert.deepEqual(await violationsInSchemes(tab), []);
    await close();
  });

  it('reads them in the language of the browser, also from right to left', async () => {
    const { tab, close } = await site.browser.open({ scripts: false });
    await tab.route('**/shared/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'accept-language': 'ar' } }),
    );
    const answer = await tab.goto(`${site.url}/shared/${ada.all}`);
    assert.equal(answer!.headers().vary, 'Accept-Language');
    assert.equal(await tab.locator('html').getAttribute('dir'), 'rtl');
    assert.equal(await tab.getByRole('row', { name: /ألمانيا/ }).count(), 1);
    assert.equal(await tab.getByRole('row', { name: /هاتف/ }).count(), 1);
    // Time runs from left to right.
    const first = await tab.locator('.dates span').first().boundingBox();
    const last = await tab.locator('.dates span').last().boundingBox();
    assert.ok(first!.x < last!.x);
    for (const width of [320, 1280]) {
      await tab.setViewportSize({ width, height: 844 });
      assert.equal(await sidewaysScroll(tab), 0, `at ${width}`);
    }
    await close();
  });

  it('gets valid HTML, also without any visits', async () => {
    const eve = await site.api.account('eve');
    const { body } = await site.api.call('POST /analytics/shares', { key: eve.key, json: { name: 'Empty' } });
    const dashboard = await site.api.dashboard();
    const rules = new HtmlValidate({ extends: ['html-validate:standard'] });
    for (const path of [`${ada.all}?range=30d`, `${ada.link}?range=all`, `${body.response.token}?range=30d`]) {
      const { statusCode, payload } = await dashboard.inject(`/shared/${path}`);
      assert.equal(statusCode, 200);
      const report = await rules.validateString(payload);
      assert.deepEqual(
        report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
        [],
      );
    }
  });

  it('sees nothing any more once the link is deleted', async () => {
    const { key } = ada;
    const { id, token } = (await site.api.call('POST /analytics/shares', { key, json: { name: 'Short' } })).body
      .response;
    const { tab, close } = await site.browser.open();
    assert.equal((await tab.goto(`${site.url}/shared/${token}`))!.status(), 200);
    assert.equal((await site.api.call(`POST /analytics/shares/${id}/delete`, { key })).status, 200);
    const answer = await tab.reload();
    assert.equal(answer!.status(), 404);
    assert.match(await answer!.text(), /not shared any more/);
    assert.equal((await tab.goto(`${site.pagesUrl}/shared/${ada.all}`))!.status(), 404);
    await close();
  });

  it('excludes a browser with the personal link, with the button alone', async () => {
    const { body } = await site.api.call('POST /analytics/exclusion', { key: ada.key, json: {} });
    const { tab, errors, close } = await site.browser.open({ scripts: false });
    const visit = async () => (await tab.goto(`${site.pagesUrl}/ada`))!.headers()['fingerpost-visit'];
    await tab.goto(body.response.link);
    await tab.getByRole('button', { name: 'Do not count me' }).click();
    await tab.getByRole('heading', { name: 'This browser is not counted' }).waitFor();
    assert.equal(await visit(), 'excluded');
    await tab.goto(body.response.link);
    await tab.getByRole('button', { name: 'Count me again' }).click();
    await tab.getByRole('heading', { name: 'Do not count this browser?' }).waitFor();
    assert.notEqual(await visit(), 'excluded');
    assert.deepEqual(errors, []);
    await close();
  });

  it('is not counted while signed in to the dashboard', async () => {
    const { tab, context, errors, forbidden, close } = await openAs(site, 'owner', { width: 1280 });
    const asked = tab.waitForResponse((response) => response.url().includes('/do-not-count/'));
    await tab.goto(site.url);
    assert.equal((await asked).status(), 204);
    const cookies = (await context.cookies(site.pagesUrl)).filter(({ name }) => name === 'fingerpost_uncounted');
    assert.deepEqual(
      cookies.map(({ httpOnly, sameSite, path }) => ({ httpOnly, sameSite, path })),
      [{ httpOnly: true, sameSite: 'Lax', path: '/' }],
    );
    const page = await tab.goto(`${site.pagesUrl}/owner`);
    assert.equal(page!.headers()['fingerpost-visit'], 'excluded');
    assert.deepEqual([errors, forbidden], [[], []]);
    await close();
  });
});
