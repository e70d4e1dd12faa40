// Who is here now, in the dashboard: visitors in a browser of their own come and go, and nobody reloads anything.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openAs } from './visitors.ts';

/** The name of the test's browser is that of a bot. */
const anywhere = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
/** A country that is a dot on the map. A reverse proxy passes the address on. */
const inSingapore = { ...anywhere, 'x-forwarded-for': '137.132.1.1' };
const STREAM = '**/api/v1/analytics/live/stream';

describe('Somebody who looks at the live visitors', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let owner: Window;
  /** With the list and the map. */
  let card: Tab;
  /** Another tab, of which the header matters here. */
  let editor: Tab;
  before(async () => {
    site = await openDashboardSite(scope, { TRUST_PROXY: '1' });
    owner = await openAs(site, 'ada', { width: 1280 });
    const items = [{ link: `${site.pagesUrl}/ada`, slug: 'walking-maps', content: { caption: 'Maps' } }];
    await call(owner, site, 'POST /blocks', { block: 'links', items });
    card = owner.tab;
    await card.goto(`${site.url}/gallery`);
    editor = await owner.context.newPage();
    await editor.goto(`${site.url}/`);
  });

  const people = () => card.getByRole('list', { name: 'People on your page' }).getByRole('listitem');
  const count = (tab: Tab) => tab.getByRole('link', { name: /here now/, includeHidden: false });
  const onMap = () => card.getByRole('listbox', { name: 'People on your page by country' }).getByRole('option');

  it('sees an arrival, a click and the departure in the list, on the map and in the header', async () => {
    await card.getByText('Nobody is on your page right now').waitFor();
    await becomes(async () => assert.equal(await count(editor).textContent(), '0 here now'));
    const visitor = await site.browser.open({ headers: inSingapore });
    await visitor.tab.goto(`${site.pagesUrl}/ada`);
    await people().filter({ hasText: 'Singapore (Queenstown Estate), Singapore' }).waitFor();
    assert.match((await people().textContent())!, /Firefox on Linux.*just arrived/);
    assert.equal(await onMap().getAttribute('aria-label'), 'Singapore: 1');
    await becomes(async () => assert.equal(await count(editor).textContent(), '1 here now'));

    await visitor.tab.getByRole('link', { name: 'Maps' }).click();
    await people().filter({ hasText: 'clicked walking-maps' }).waitFor();
    assert.equal(await people().count(), 1);
    assert.doesNotMatch(await card.content(), /137\.132/);

    await leave(visitor.tab);
    await card.getByText('Nobody is on your page right now').waitFor();
    await becomes(async () => assert.equal(await count(editor).textContent(), '0 here now'));
    assert.equal(await count(editor).getAttribute('href'), '/stats#live');
    assert.deepEqual([owner.errors, owner.forbidden], [[], []]);
    await visitor.close();
  });

  it('sees the attribution that the licence of the places requires', async () => {
    const visitor = await site.browser.open({ headers: inSingapore });
    await visitor.tab.goto(`${site.pagesUrl}/ada`);
    const credits = card.getByText('Countries and cities: IP Geolocation by DB-IP (CC BY 4.0)');
    // One below the sample, one below the live visitors.
    await becomes(async () => assert.equal(await credits.count(), 2));
    await leave(visitor.tab);
    await becomes(async () => assert.equal(await credits.count(), 1));
    await visitor.close();
  });

  it('uses one stream for all tabs, and none while they are hidden', async () => {
    const streams = () => site.api.visits.streams.size();
    await becomes(async () => assert.equal(streams(), 1));
    await setVisibility(card, 'hidden');
    await becomes(async () => assert.equal(streams(), 1));
    await setVisibility(editor, 'hidden');
    await becomes(async () => assert.equal(streams(), 0));
    await setVisibility(editor, 'visible');
    await becomes(async () => assert.equal(streams(), 1));
    await setVisibility(card, 'visible');
    const visitor = await site.browser.open({ headers: anywhere });
    await visitor.tab.goto(`${site.pagesUrl}/ada`);
    await people().filter({ hasText: 'Unknown place' }).waitFor();
    await card.getByText('1 from an unknown place').waitFor();
    await leave(visitor.tab);
    await becomes(async () => assert.equal(await count(editor).textContent(), '0 here now'));
    await visitor.close();
  });

  it('is shown the number without a stream too, and nothing while the service does not answer', async () => {
    const visitor = await site.browser.open({ headers: anywhere });
    await visitor.tab.goto(`${site.pagesUrl}/ada`);
    await becomes(async () => assert.equal(await count(editor).textContent(), '1 here now'));
    await card.close();
    let asked = 0;
    await editor.route(STREAM, (route) => {
      asked += 1;
      return route.fulfill({ status: 429, headers: { 'Retry-After': '10' }, json: {} });
    });
    await editor.reload();
    await becomes(async () => assert.equal(await count(editor).textContent(), '1 here now'));
    assert.equal(asked, 1);
    assert.equal(site.api.visits.streams.size(), 0);
    await editor.route('**/api/v1/analytics/live', (route) => route.abort());
    await editor.reload();
    await editor.getByRole('heading', { level: 1, name: 'Your page' }).waitFor();
    await becomes(async () => assert.equal(asked, 2));
    assert.equal(await count(editor).count(), 0);
    await visitor.close();
  });
});

/** As if the person had changed to another tab. */
function setVisibility(tab: Tab, state: 'hidden' | 'visible'): Promise<void> {
  return tab.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);
}

/** As the page reports it when it is closed. Beacons of a closed page would not have the headers that the test adds. */
async function leave(tab: Tab): Promise<void> {
  await tab.evaluate("fetch(location.pathname + '/pulse?left', { method: 'POST', body: '' })");
}
