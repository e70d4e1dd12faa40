// Every screen of the dashboard: its title, axe in both schemes, a narrow window, and nothing that the policy forbids.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { violationsInSchemes } from '../browser/axe.ts';
import { sidewaysScroll } from '../browser/visibility.ts';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { ownScreens, publicScreens } from './screens.ts';
import { type DashboardSite, openDashboardSite, signUp } from './site.ts';
import { cutOffTexts } from './texts.ts';

/** With all that they have at first: axe examines the states. */
const shownByStates = ['/sign-in', '/sign-up', '/look', '/sharing', '/import', '/account/passkeys', '/account/keys'];
/** Navigation has another place in a narrow window; all screens share it. */
const EXAMINED_NARROW = '/';

describe('The screens of the dashboard', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let signedOut: Window;
  let signedIn: Window;
  before(async () => {
    site = await openDashboardSite(scope);
    signedOut = await site.browser.open();
    signedIn = await site.browser.open();
    await signUp(signedIn.tab, site.url, 'ada');
  });

  for (const [path, heading] of publicScreens) it(`${path} is in order`, () => examine(signedOut, path, heading));
  for (const [path, heading] of ownScreens)
    it(`${path} is in order, signed in`, () => examine(signedIn, path, heading));

  /** As a link does, once the dashboard is there: journeys load their screens from the address. */
  async function open(tab: Tab, path: string): Promise<void> {
    if (new URL(tab.url()).origin !== site.url) await tab.goto(site.url + path);
    else await tab.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  }

  async function examine(window: Window, path: string, heading: string): Promise<void> {
    const { tab } = window;
    window.forget();
    await tab.setViewportSize({ width: 1280, height: 800 });
    await open(tab, path);
    await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    assert.equal(await tab.title(), `${heading} · Fingerpost`);
    if (!shownByStates.includes(path)) assert.deepEqual(await violationsInSchemes(tab), []);
    await tab.setViewportSize({ width: 320, height: 640 });
    assert.equal(await sidewaysScroll(tab), 0);
    assert.deepEqual(await cutOffTexts(tab), []);
    if (path === EXAMINED_NARROW) assert.deepEqual(await violationsInSchemes(tab), []);
    assert.deepEqual([window.foreign, window.forbidden], [[], []]);
  }
});
