// Dialogs, filled lists and errors of the dashboard: axe in both schemes, and a narrow window.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { violationsInSchemes } from '../browser/axe.ts';
import { sidewaysScroll } from '../browser/visibility.ts';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { ownStates, publicStates, type State, USERNAME } from './states/index.ts';
import { openAs } from './visitors.ts';

describe('What the screens of the dashboard show later', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let signedOut: Window;
  let signedIn: Window;
  before(async () => {
    site = await openDashboardSite(scope);
    signedOut = await site.browser.open();
    signedIn = await openAs(site, USERNAME, { width: 1280 });
  });

  for (const state of publicStates) it(`${state.name} has no violations`, () => examine(signedOut, state));
  for (const state of ownStates) it(`${state.name} has no violations, signed in`, () => examine(signedIn, state));

  async function examine(window: Window, state: State): Promise<void> {
    const { tab } = window;
    await tab.setViewportSize({ width: 1280, height: 800 });
    await open(window, state.path);
    await state.reach(window, site);
    // Nothing else can be reached then, and what is behind a dialog is a state or a screen of its own.
    const dialog = 'dialog[open]';
    const hasDialog = (await tab.locator(dialog).count()) > 0;
    assert.deepEqual(await violationsInSchemes(tab, hasDialog ? dialog : undefined), []);
    await tab.setViewportSize({ width: 320, height: 640 });
    assert.equal(await sidewaysScroll(tab), 0);
    assert.deepEqual(await cutOffIn(tab), []);
    assert.deepEqual(window.forbidden, []);
  }

  /** Inside the dashboard as a link does, by way of a screen that has no states. */
  async function open({ tab }: Window, path: string): Promise<void> {
    if (tab === signedIn.tab && tab.url().startsWith(site.url)) {
      const more = tab.getByRole('heading', { level: 1, name: 'More', exact: true });
      await go(tab, '/more');
      await more.waitFor();
      // The questions for a password belong to no screen.
      if ((await tab.locator('dialog[open]').count()) === 0) {
        await go(tab, path);
        return more.waitFor({ state: 'detached' });
      }
    }
    await tab.goto(site.url + path);
  }

  async function go(tab: Tab, path: string): Promise<void> {
    await tab.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  }

  /** Dialogs scroll by themselves, and may reach beyond the window without making it scroll. */
  function cutOffIn(tab: Window['tab']): Promise<string[]> {
    return tab.locator('dialog[open], dialog[open] *').evaluateAll((parts) =>
      parts
        .filter((part) => {
          const { left, right } = part.getBoundingClientRect();
          const isOutside = left < 0 || right > part.ownerDocument.documentElement.clientWidth + 0.5;
          return isOutside || (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0);
        })
        .filter((part) => !part.matches('input, pre, textarea, span, code, svg *, [class*=hidden i]'))
        // A picture may be larger than the frame in which it is moved.
        .filter((part) => part.ownerDocument.defaultView.getComputedStyle(part).touchAction !== 'none')
        .map((part) => `<${part.localName} class="${part.className}"> ${part.scrollWidth} in ${part.clientWidth}`),
    );
  }
});
