// The API reference in a browser: accessible in light and dark mode, on phone and desktop, with the keyboard and without
// JavaScript.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { suiteScope } from '../support/server.ts';
import { violationsInSchemes } from './axe.ts';
import { openSite, type Site } from './site.ts';
import { sidewaysScroll } from './visibility.ts';

describe('The reference', () => {
  const scope = suiteScope();
  let site: Site;
  before(async () => {
    site = await openSite(scope, []);
  });

  it('scrolls in one direction', async () => {
    const window = await site.browser.open();
    for (const path of ['/docs', '/docs/blocks', '/docs/links']) {
      await window.tab.goto(site.url + path);
      for (const width of [390, 1280]) {
        await window.tab.setViewportSize({ width, height: 844 });
        assert.equal(await sidewaysScroll(window.tab), 0, `${path} at ${width}`);
      }
    }
    assert.deepEqual([window.forbidden, window.errors, window.foreign], [[], [], []]);
    await window.close();
  });

  /** The overview, a page of operations, and the operation with the largest body: axe takes seconds for each. */
  for (const [path, width, part] of [
    ['/docs', 1280, undefined],
    ['/docs/links', 390, undefined],
    ['/docs/blocks', 1280, '#create-block'],
  ] as const) {
    it(`is accessible in light and dark mode: ${path} at ${width} pixels`, async () => {
      const window = await site.browser.open({ width });
      await window.tab.goto(site.url + path);
      assert.deepEqual(await violationsInSchemes(window.tab, part), []);
      await window.close();
    });
  }

  it('redirects an old link of an operation to its page, without JavaScript', async () => {
    const window = await site.browser.open({ width: 1280, scripts: false });
    await window.tab.goto(`${site.url}/docs#create-block`);
    await window.tab.locator('li:target a').click();
    assert.equal(window.tab.url(), `${site.url}/docs/blocks#create-block`);
    assert.equal(await window.tab.locator('section:target h2').textContent(), 'Create a block');
    await window.close();
  });

  it('has contents that the keyboard reaches on a desktop, and behind a button on a phone', async () => {
    const wide = await site.browser.open({ width: 1280 });
    await wide.tab.goto(`${site.url}/docs/links`);
    const reached: (string | null)[] = [];
    for (let presses = 0; presses < 8; presses += 1) {
      await wide.tab.keyboard.press('Tab');
      reached.push(await wide.tab.evaluate('document.activeElement.textContent.trim()'));
    }
    assert.ok(reached.includes('Authentication'), reached.join(', '));
    await wide.close();

    const phone = await site.browser.open({ scripts: false });
    await phone.tab.goto(`${site.url}/docs/links`);
    const link = phone.tab.locator('#contents a', { hasText: 'Analytics' });
    assert.equal(await link.isVisible(), false);
    await phone.tab.locator('#contents summary').click();
    await link.click();
    assert.equal(await phone.tab.locator('h1').textContent(), 'Analytics');
    await phone.close();
  });
});
