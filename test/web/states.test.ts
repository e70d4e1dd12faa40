// Dialogs, filled lists and errors of the dashboard: axe in both schemes, and narrow windows.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
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
    await tab.goto(site.url + state.path);
    await state.reach(window, site);
    assert.deepEqual(await violationsInSchemes(tab), []);
    // 640 is what is left of 1280 at a zoom of 200 %.
    for (const width of [640, 320]) {
      await tab.setViewportSize({ width, height: 640 });
      assert.equal(await sidewaysScroll(tab), 0, `${width} pixels`);
      assert.deepEqual(await cutOffIn(tab), [], `${width} pixels`);
    }
    assert.deepEqual(window.forbidden, []);
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
        .filter((part) => getComputedStyle(part).touchAction !== 'none')
        .map((part) => `<${part.localName} class="${part.className}"> ${part.scrollWidth} in ${part.clientWidth}`),
    );
  }
});
